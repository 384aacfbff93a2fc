"""The page about what surrounds a command: exit codes, variables, files that pnp keeps."""

from __future__ import annotations

from typing import Final

from manual.markdown import code, link, marked, page, table
from pnp import cache
from pnp.cli import INTERRUPTED
from pnp.cli.app import PIPE_CLOSED
from pnp.reference.schema import SCHEMA_FOLDER
from pnp.trust import FILE as TRUSTED

EXIT_CODES: Final = {
    0: "All went well.",
    1: "Something given is wrong: a spec, a table, a file, a place that cannot be written; or a check, an audit or a "
    "strict export failed. "
    "Everything that is wrong has been said, and earlier output is untouched.",
    2: "The command was not typed as it is used; the usage is shown.",
    INTERRUPTED: "Ctrl-C. Finished games of a run are kept.",
    PIPE_CLOSED: "Whoever read the output has read enough: `pnp stats | head -1`.",
}
VARIABLES: Final = {
    "PNP_CACHE_DIR": "The folder of the cache; without it the one that the system has for caches, in a folder `pnp`.",
    "PNP_CONFIG_DIR": "The folder of settings; without it the one that the system has for settings, in a folder `pnp`.",
    "NO_COLOR": "Set to anything: no colours in the terminal.",
    "COLUMNS": "How wide tables are, where the output is no terminal.",
}


def environment_page() -> str:
    """Exit codes, variables, files."""
    return page(
        "Environment and exit codes",
        "## Exit codes",
        table(("code", "what it means"), ((code(str(number)), marked(text)) for number, text in EXIT_CODES.items())),
        "An error says where it is, what is wrong, and what to do. A traceback is shown only "
        "with `pnp --debug COMMAND`.",
        "## Variables",
        table(("variable", "what it does"), ((code(name), marked(text)) for name, text in VARIABLES.items())),
        "Colour profiles of presses are looked for in the places of the system, which `XDG_DATA_DIRS` and "
        "`XDG_DATA_HOME` move on Linux.",
        "## What pnp keeps",
        table(
            ("where", "what it is"),
            (
                ("`output/`", "What commands write; `--out` and `output` in `pnp.toml` choose another folder."),
                (code(f"{SCHEMA_FOLDER}/"), f"Schemas for editors ({link('`pnp schema`', 'commands/schema.md')})."),
                (
                    "`components/<game>/pulled/`",
                    f"Copies of tables from the web ({link('`pnp pull`', 'commands/pull.md')}).",
                ),
                (
                    "`settings.json`",
                    f"Printers ({link('`pnp calibrate`', 'commands/calibrate.md')}), in the folder of settings.",
                ),
                (
                    code(TRUSTED),
                    f"Folders whose code may run ({link('`pnp trust`', 'commands/trust.md')}), in the folder of "
                    "settings.",
                ),
                ("the cache", f"What was drawn, by content; up to {cache.LARGEST // 10**6} MB, and safe to delete."),
            ),
        ),
    )
