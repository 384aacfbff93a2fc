"""Reference page for exit codes, environment variables and files."""

from __future__ import annotations

from typing import Final

from manual.markdown import code, link, marked, page, table
from pnp.cli import INTERRUPTED
from pnp.cli.app import PIPE_CLOSED
from pnp.project.code import TRUST_FILE
from pnp.reference.schema import SCHEMA_FOLDER
from pnp.store import cache

EXIT_CODES: Final = {
    0: "Success.",
    1: "Invalid input (a spec, a table, a file, a folder that cannot be written), or a check, an audit or a strict "
    "export failed. All problems have been reported, and earlier output is unchanged.",
    2: "Wrong usage of the command; the usage is shown.",
    INTERRUPTED: "Interrupted with Ctrl-C. Finished games of a run are kept.",
    PIPE_CLOSED: "The program that reads the output has closed it, as in `pnp stats | head -1`.",
}
VARIABLES: Final = {
    "PNP_CACHE_DIR": "Cache folder (default: `pnp` in the system's folder for caches).",
    "PNP_CONFIG_DIR": "Settings folder (default: `pnp` in the system's folder for settings).",
    "NO_COLOR": "If set to any value, turns off colours in the terminal.",
    "COLUMNS": "Width of tables if the output is not a terminal.",
}


def environment_page() -> str:
    """Return the page for exit codes, variables and files."""
    return page(
        "Environment and exit codes",
        "## Exit codes",
        table(("code", "meaning"), ((code(str(number)), marked(text)) for number, text in EXIT_CODES.items())),
        "Error messages show the location, what is wrong, and what to do. Tracebacks are shown only with "
        "`pnp --debug COMMAND`.",
        "## Variables",
        table(("variable", "meaning"), ((code(name), marked(text)) for name, text in VARIABLES.items())),
        "pnp looks for colour profiles of presses in the system's folders; on Linux, `XDG_DATA_DIRS` and "
        "`XDG_DATA_HOME` determine these.",
        "## Files",
        table(
            ("path", "content"),
            (
                ("`output/`", "Output of commands; `--out` and `output` in `pnp.toml` choose another folder."),
                (code(f"{SCHEMA_FOLDER}/"), f"Schemas for editors ({link('`pnp schema`', 'commands/schema.md')})."),
                (
                    "`components/<game>/pulled/`",
                    f"Copies of tables from the web ({link('`pnp pull`', 'commands/pull.md')}).",
                ),
                (
                    "`settings.json`",
                    f"Printers ({link('`pnp calibrate`', 'commands/calibrate.md')}), in the settings folder.",
                ),
                (
                    code(TRUST_FILE),
                    f"Trusted folders ({link('`pnp trust`', 'commands/trust.md')}), in the settings folder.",
                ),
                (
                    "the cache",
                    f"Rendered faces, by content; usually up to {cache.MAX_CACHE_SIZE // 10**6} MB, safe to delete.",
                ),
            ),
        ),
    )
