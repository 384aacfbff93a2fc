"""Reference pages for the commands, generated from typer: usage, arguments, options, defaults, examples."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, Final

import typer

from manual.markdown import block, code, link, marked, page, prose, table
from pnp.cli.app import app
from pnp.cli.examples import EXAMPLES, PNP

GROUPS: Final = {
    "Make": (
        "new",
        "build",
        "render",
        "memo",
        "rulebook",
        "box",
        "export",
        "layout",
        "gallery",
        "serve",
        "pull",
        "calibrate",
    ),
    "Check": ("check", "audit", "stats", "games"),
    "Play": ("play", "replay", "tournament", "simulate", "report", "compare", "sweep"),
    "Reference and permissions": ("explain", "schema", "trust"),
}
"""Commands by purpose; those without a group are listed at the end."""
TAKES: Final = {
    "str": "TEXT", "text": "TEXT", "path": "PATH", "int": "N", "integer": "N", "int range": "N", "integer range": "N",
    "float": "NUMBER",
}  # fmt: skip
"""Placeholders for option values, by typer's types."""
HOW_TO: Final = "../../how-to/"
SEE: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "audit": (("Check and audit", f"{HOW_TO}check-and-audit.md"), ("What `--json` prints", "../outputs.md")),
    "box": (("Print a box to keep it in", f"{HOW_TO}box.md"), ("Its JSON file", "../outputs.md")),
    "build": (
        ("Print at home", f"{HOW_TO}print-at-home.md"),
        ("Cutting", f"{HOW_TO}cutting.md"),
        ("Some pieces, or only what changed", f"{HOW_TO}some-pieces.md"),
        ("pnp.toml", "../pnp-toml.md"),
        ("The JSON file of a PDF", "../outputs.md"),
    ),
    "calibrate": (("Backs that miss their fronts", f"{HOW_TO}calibrate.md"),),
    "check": (
        ("Check and audit", f"{HOW_TO}check-and-audit.md"),
        ("Composition rules", "../rule-forms.md"),
        ("What `--json` prints", "../outputs.md"),
    ),
    "compare": (("Balance a deck", f"{HOW_TO}balance-a-deck.md"),),
    "report": (("Balance a deck", f"{HOW_TO}balance-a-deck.md"), ("Play", f"{HOW_TO}play.md")),
    "explain": (
        ("Errors", "../errors/index.md"),
        ("game.toml", "../game-toml.md"),
        ("pnp.toml", "../pnp-toml.md"),
        ("Memos", "../memos.md"),
    ),
    "export": (
        ("Order from a print shop", f"{HOW_TO}shops.md"),
        ("Tabletop Simulator", f"{HOW_TO}tabletop-simulator.md"),
        ("Cutting machines", f"{HOW_TO}cutting-machines.md"),
        ("Targets and profiles", "../exports.md"),
    ),
    "memo": (("Rules on a page", f"{HOW_TO}memos.md"), ("Memos and figures", "../memos.md")),
    "rulebook": (("A rulebook", f"{HOW_TO}rulebooks.md"), ("Rulebooks", "../rulebooks.md")),
    "new": (("Your own game in ten minutes", "../../first-steps/your-own-game.md"),),
    "play": (("Play", f"{HOW_TO}play.md"),),
    "pull": (("From a spreadsheet", f"{HOW_TO}from-a-spreadsheet.md"),),
    "render": (("Draw a card", f"{HOW_TO}draw-a-card.md"), ("Templates", "../templates.md")),
    "serve": (("The workbench", f"{HOW_TO}workbench.md"),),
    "simulate": (
        ("Balance a deck", f"{HOW_TO}balance-a-deck.md"),
        ("Run on a cluster", f"{HOW_TO}run-on-a-cluster.md"),
        ("The files of a run", "../outputs.md"),
    ),
    "stats": (("Odds", "../odds.md"), ("What `--json` prints", "../outputs.md")),
    "sweep": (("Balance a deck", f"{HOW_TO}balance-a-deck.md"),),
    "tournament": (
        ("What bots can tell", "../../explanation/what-bots-can-tell.md"),
        ("What `--json` prints", "../outputs.md"),
    ),
    "trust": (("Write rules", f"{HOW_TO}write-rules.md"),),
}
"""Related pages, by command."""


def command_pages() -> dict[str, str]:
    """Return the pages of all commands and of pnp itself, by path."""
    group: Any = typer.main.get_command(app)
    commands: dict[str, Any] = group.commands
    pages = {f"commands/{name}.md": _page(name, command) for name, command in commands.items()}
    return {"commands.md": _overview(group, commands), **pages}


def _overview(group: Any, commands: dict[str, Any]) -> str:
    placed = {name for names in GROUPS.values() for name in names}
    groups = GROUPS | ({"More": more} if (more := tuple(name for name in commands if name not in placed)) else {})
    parts = []
    for title, names in groups.items():
        rows = [(link(code(f"pnp {name}"), f"commands/{name}.md"), marked(_first(commands[name]))) for name in names]
        parts += [f"## {title}", table(("command", "what it does"), rows)]
    return page(
        "Commands",
        "`pnp COMMAND --help` shows the same information on the command line. Commands take games by name, or all "
        "games of the current project; the games that come with pnp are available everywhere.",
        _examples(PNP),
        *parts,
        "## For all commands",
        _options(group),
        f"See also {link('Environment and exit codes', 'environment.md')}.",
    )


def _page(name: str, command: Any) -> str:
    see = ", ".join(link(text, target) for text, target in SEE.get(name, ()))
    return page(
        f"pnp {name}",
        prose(inspect.cleandoc(command.help or "").partition("\f")[0]),
        block(_usage(name, command)),
        "## Examples",
        _examples(name),
        *_arguments(command),
        "## Options",
        _options(command) or "None.",
        *(("## See also", f"{see}.") if see else ()),
    )


def _first(command: Any) -> str:
    """Return the first paragraph of a command's help."""
    return " ".join(inspect.cleandoc(command.help or "").partition("\n\n")[0].split())


def _usage(name: str, command: Any) -> str:
    words = " ".join(command.collect_usage_pieces(command.make_context(name, [], resilient_parsing=True)))
    return f"pnp {name} {words}"


def _examples(name: str) -> str:
    shown = EXAMPLES[name]
    widest = max(len(line) for line, _ in shown)
    return block("\n".join(f"{line:{widest}}  # {what}" for line, what in shown), "sh")


def _arguments(command: Any) -> Iterator[str]:
    given = [each for each in command.params if each.param_type_name == "argument"]
    if given:
        yield "## Arguments"
        yield table(
            ("argument", "description"),
            ((code(each.make_metavar(_context(command))), marked(each.help or "")) for each in given),
        )


def _options(command: Any) -> str:
    shown = [each for each in command.params if each.param_type_name == "option" and not each.hidden]
    return table(("option", "description", "default"), map(_option, shown))


def _option(option: Any) -> tuple[str, str, str]:
    """Return an option's names with its placeholder, its help and its default."""
    names = ", ".join(code(name) for name in (*option.opts, *option.secondary_opts))
    choices = getattr(option.type, "choices", None)
    taken = "" if option.is_flag or choices else code(option.metavar or TAKES[option.type.name])
    listed = f" One of {', '.join(code(str(getattr(each, 'value', each))) for each in choices)}." if choices else ""
    return f"{names} {taken}".strip(), f"{marked(option.help or '')}{listed}", _default(option)


def _default(option: Any) -> str:
    if isinstance(option.show_default, str):
        return marked(option.show_default)
    value = option.default
    if option.is_flag:
        return code(option.opts[0]) if value and option.secondary_opts else ""
    if value is None or callable(value) or value == "":
        return ""
    return code(str(getattr(value, "value", value)))


def _context(command: Any) -> Any:
    return command.make_context(command.name, [], resilient_parsing=True)
