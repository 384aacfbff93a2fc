"""Examples for `--help` and the reference: what people type, and what it does. All work on the games of pnp itself."""

from __future__ import annotations

from typing import Final

PNP: Final = "pnp"
"""The key of the examples for `pnp --help` itself."""

EXAMPLES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    PNP: (
        ("pnp new mygame", "start a game of your own"),
        ("pnp build winston", "print one of ours"),
        ("pnp explain decks.size", "what a key means"),
    ),
    "new": (
        ("pnp new mygame", "poker cards, in English"),
        ("pnp new monjeu --lang fr --size tarot", "in French, with larger cards"),
        ("pnp new mygame --with-rules", "with rules to play and simulate"),
    ),
    "build": (
        ("pnp build", "all games of the project"),
        ("pnp build cotcotcollec --paper letter --lang en", "one, on Letter, in English"),
        ("pnp build winston --only 'id=knight*'", "some pieces"),
    ),
    "render": (
        ("pnp render cotcotcollec ring fox-token --as png", "two pieces, front and back"),
        ("pnp render winston --contact winston.png", "every face on one picture"),
        ("pnp render winston standees --outline 2", "the line 2 mm round what is drawn"),
    ),
    "gallery": (
        ("pnp gallery winston --html winston.html", "one file, for a playtester"),
        ("pnp gallery koko --lang en --ink low", "in English, in low ink"),
    ),
    "games": (
        ("pnp games", "what there is to print"),
        ("pnp games --lang en", "with English titles"),
    ),
    "serve": (
        ("pnp serve", "the workbench in your browser"),
        ("pnp serve --port 9000 --no-open", "at http://127.0.0.1:9000"),
    ),
    "check": (
        ("pnp check", "all games of the project"),
        ("pnp check winston --strict", "notes and slips of typography fail, too"),
        ("pnp check winston --json", "for a program"),
    ),
    "audit": (
        ("pnp audit output/winston/winston_fr_a4_full_duplex-long.pdf", "after pnp build winston"),
        ("pnp audit output/*/*_duplex-long.pdf --quiet", "a line for each sound file"),
    ),
    "stats": (
        ("pnp stats winston", "what is in the decks"),
        ('pnp stats cotcotcollec --odds "1+ kind=joker in 4 of cards"', "exact odds"),
        ("pnp stats koko --out numbers", "charts, CSV and JSON as well"),
    ),
    "pull": (
        ("pnp pull --dry-run", "what changed on the web"),
        ("pnp pull", "fetch it, and keep it for builds"),
    ),
    "calibrate": (
        ("pnp calibrate", "the sheet to print and to read"),
        ("pnp calibrate --save 0.5,-1", "what cross 1 showed"),
        ("pnp calibrate --list", "the printers that pnp knows"),
    ),
    "play": (
        ("pnp play winston --players 3 --bots greedy,random", "you against two bots"),
        ("pnp play cotcotcollec --preset memo --lang en", "the variant of the memo"),
    ),
    "replay": (
        ("pnp replay game.txt", "a game that you saved with s"),
        ("pnp replay game.txt --tables --step", "move by move, with the table"),
    ),
    "tournament": (
        ("pnp tournament winston --bots greedy,random --games 100", "which bot plays better"),
        ("pnp tournament koko --bots search:200,greedy --games 20", "one that looks further"),
    ),
    "memo": (
        ("pnp memo winston", "the rules, twice on a sheet"),
        ("pnp memo winston --format poker --lang en", "on a card for each player"),
        ("pnp memo --check", "proofread all memos"),
    ),
    "box": (
        ("pnp box winston", "a tuck box that fits"),
        ("pnp box winston --sleeved --form two-part", "a lid and a tray, for sleeves"),
    ),
    "export": (
        ("pnp export --list", "where a game can go"),
        ("pnp export tgc winston --lang en --dry-run", "what would be written"),
        ("pnp export tts winston", "for Tabletop Simulator"),
    ),
    "simulate": (
        ("pnp simulate winston --players 3 --games 200", "a report in output/winston/run"),
        ("pnp simulate koko --bots greedy,random --out runs/a", "bots that rotate seats"),
        ("pnp simulate --resume --out runs/a --games 2000", "the same run, made longer"),
    ),
    "compare": (("pnp compare runs/a runs/b", "which numbers really differ"),),
    "sweep": (
        ("pnp sweep conquete --set players=2,3,4 --games 100", "three runs, one table"),
        ("pnp sweep winston --set bots=greedy,random --players 2", "the same game, other bots"),
    ),
    "trust": (
        ("pnp trust", "let this project's code run"),
        ("pnp trust --list", "the folders that are trusted"),
        ("pnp trust --forget", "trust this one no longer"),
    ),
    "explain": (
        ("pnp explain decks.size", "what a key means"),
        ("pnp explain", "all keys"),
        ("pnp explain E0301", "what the code of a message means"),
    ),
    "schema": (("pnp schema", "for an editor that knows Taplo"),),
}
"""By command: a line to type, and what it does in a few words."""
WIDEST: Final = 78
"""Where a line of `--help` ends."""


def help_examples(command: str) -> str:
    """The examples of a command as `--help` ends with them: lines that a shell takes as they are; empty without any."""
    shown = EXAMPLES.get(command, ())
    if not shown:
        return ""
    widest = max(len(line) for line, _ in shown)
    aligned = [f"  {line:{widest}}  # {what}" for line, what in shown]
    if max(map(len, aligned)) > WIDEST:
        aligned = [part for line, what in shown for part in (f"  # {what}", f"  {line}")]
    return "\n".join(("\b", "Examples:", *aligned))
