"""Example commands for `--help` and the reference. All of them work with the games that come with pnp."""

from __future__ import annotations

from typing import Final

PNP: Final = "pnp"
"""Key of the examples of `pnp --help`."""

EXAMPLES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    PNP: (
        ("pnp new mygame", "start your own game"),
        ("pnp build winston", "print one of the bundled games"),
        ("pnp explain decks.size", "what a key means"),
    ),
    "new": (
        ("pnp new monjeu --lang fr --style tarot", "in French, with large pictures"),
        ("pnp new mygame --from cards.xlsx", "from a spreadsheet"),
        ("pnp new mygame --from-squib ~/squib/harbour", "from a Squib deck"),
    ),
    "build": (
        ("pnp build", "all games of the project"),
        ("pnp build cotcotcollec --paper letter --lang en", "one game, on Letter, in English"),
        ("pnp build winston --only 'id=knight*'", "only some pieces"),
    ),
    "render": (
        ("pnp render cotcotcollec ring fox-token --as png", "two pieces, front and back"),
        ("pnp render winston --contact winston.png", "every face in one picture"),
        ("pnp render winston standees --outline 2", "outlines 2 mm outside the drawings"),
    ),
    "layout": (
        ("pnp layout winston dog.svg.j2", "the boxes of a template"),
        ("pnp layout koko tile.svg.j2", "another one"),
    ),
    "gallery": (
        ("pnp gallery winston --html winston.html", "one file, for a playtester"),
        ("pnp gallery koko --lang en --ink low", "in English, with less ink"),
    ),
    "games": (
        ("pnp games", "all games you can print"),
        ("pnp games --lang en", "with English titles"),
    ),
    "serve": (
        ("pnp serve", "the workbench in your browser"),
        ("pnp serve --port 9000 --no-open", "on port 9000; open the printed address"),
    ),
    "check": (
        ("pnp check", "all games of the project"),
        ("pnp check winston --strict", "fail on notes and typography as well"),
        ("pnp check winston --json", "for scripts"),
    ),
    "audit": (
        ("pnp audit output/winston/winston_fr_a4_full_duplex-long.pdf", "after pnp build winston"),
        ("pnp audit output/*/*_duplex-long.pdf --quiet", "one line per correct file"),
    ),
    "stats": (
        ("pnp stats winston", "what is in the decks"),
        ('pnp stats cotcotcollec --odds "1+ kind=joker in 4 of cards"', "exact odds"),
        ("pnp stats koko --out numbers", "charts, CSV and JSON as well"),
    ),
    "pull": (
        ("pnp pull --dry-run", "show what changed online"),
        ("pnp pull", "download the tables for the next builds"),
    ),
    "calibrate": (
        ("pnp calibrate", "make the calibration sheet"),
        ("pnp calibrate --save 0.5,-1", "save the reading at cross 1"),
        ("pnp calibrate --list", "all saved printers"),
    ),
    "play": (
        ("pnp play winston --players 3 --bots greedy,random", "you against two bots"),
        ("pnp play cotcotcollec --preset memo --lang en", "with the rules of the memo"),
    ),
    "replay": (
        ("pnp replay game.txt", "a game saved in pnp play"),
        ("pnp replay game.txt --tables --step", "move by move, showing the table"),
        ("pnp replay game.txt --html game.html", "a page to send to anyone"),
    ),
    "tournament": (
        ("pnp tournament winston --bots greedy,random --games 100", "which bot plays better"),
        ("pnp tournament koko --bots search:200,greedy --games 20", "a bot that thinks ahead"),
    ),
    "memo": (
        ("pnp memo winston", "the rules, twice on a sheet"),
        ("pnp memo winston --format poker --lang en", "on a card for each player"),
        ("pnp memo --check", "proofread all memos"),
    ),
    "rulebook": (
        ("pnp rulebook winston", "A5 pages, one after the other"),
        ("pnp rulebook winston --format booklet", "sheets to fold and staple"),
        ("pnp rulebook --check", "proofread all rulebooks"),
    ),
    "box": (
        ("pnp box winston", "a tuck box that fits"),
        ("pnp box winston --sleeved --form two-part", "a lid and tray, for sleeved cards"),
    ),
    "export": (
        ("pnp export --list", "all shops and simulators"),
        ("pnp export tgc winston --lang en --dry-run", "what would be written"),
        ("pnp export tts winston", "for Tabletop Simulator"),
    ),
    "simulate": (
        ("pnp simulate winston --players 3 --games 200", "a report in output/winston/run"),
        ("pnp simulate koko --bots greedy,random --out runs/a", "two bots, changing seats"),
        ("pnp simulate --resume --out runs/a --games 2000", "extend a run to 2000 games"),
    ),
    "report": (
        ("pnp report output/winston/run --lang en", "the report of a run, in English"),
        ("pnp report output/winston/played", "of the games that people played"),
    ),
    "compare": (
        ("pnp compare runs/a runs/b", "which differences are significant"),
        ("pnp compare runs/a output/winston/played", "bots beside people"),
    ),
    "sweep": (
        ("pnp sweep conquete --set players=2,3,4 --games 100", "three runs, one table"),
        ("pnp sweep winston --set bots=greedy,random --players 2", "one run per bot"),
    ),
    "trust": (
        ("pnp trust", "let this project's code run"),
        ("pnp trust --list", "all trusted folders"),
        ("pnp trust --forget", "stop trusting this folder"),
    ),
    "explain": (
        ("pnp explain decks.size", "what a key means"),
        ("pnp explain", "all keys"),
        ("pnp explain E0301", "what an error code means"),
    ),
    "schema": (("pnp schema", "for editors that use Taplo"),),
}
"""Examples by command: a command line, and what it does in a few words."""
WIDEST: Final = 78
"""Maximum width of a line of `--help`, in characters."""


def help_examples(command: str) -> str:
    """Return the examples section at the end of a command's `--help`, ready to paste into a shell; "" without any."""
    shown = EXAMPLES.get(command, ())
    if not shown:
        return ""
    widest = max(len(line) for line, _ in shown)
    aligned = [f"  {line:{widest}}  # {what}" for line, what in shown]
    if max(map(len, aligned)) > WIDEST:
        aligned = [part for line, what in shown for part in (f"  # {what}", f"  {line}")]
    return "\n".join(("\b", "Examples:", *aligned))
