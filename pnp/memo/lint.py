"""Check memos for mistakes, and for texts that cannot be printed in some format.

Mistakes are empty sections, numbers typed by hand and missing translations, for example. Texts cannot be printed if
they do not fit, or if no font has one of their characters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import Final

from pnp.errors import LayoutError, Location, PnpError, Problem, did_you_mean, quote_value
from pnp.face.art_loader import ArtLoader
from pnp.face.sources import Sources
from pnp.memo.facts import Facts, gather_facts, presets, with_figure_facts
from pnp.memo.figures import figure_names, read_figures, unknown_figure
from pnp.memo.illustrate import unknown_icons
from pnp.memo.markup import TokenType, memo_typos, tokens, typeset
from pnp.memo.print import A4, MemoOrder, try_smallest
from pnp.memo.read import read_memo
from pnp.memo.source import (
    AID_SETTINGS,
    Block,
    FigureBlock,
    Memo,
    MemoText,
    Points,
    RulesDocument,
    Section,
    figures_used,
    file_name,
    variants,
)
from pnp.memo.tableau import Tableau
from pnp.project.folders import Project
from pnp.sheet.layout import Paper
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.texts import IconMap
from pnp.store.cache import Cache
from pnp.terms import Format, Lang
from pnp.worker.progress import Progress, silent

_DIGITS: Final = re.compile(r"\d+")
DAGGER: Final = "†"
"""Mark of a house ruling, where the rulebook is silent or unclear."""
_WRITTEN: Final = {
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente "
    "quarante cinquante soixante cent mille",
    "en": "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty hundred thousand",
}
"""Number words by language, except for one, which may be an article."""


def check_game(
    project: Project, game_id: str, paper: Paper = A4, progress: Progress = silent, shown: Collection[str] = ()
) -> list[Problem]:
    """Return the problems of a game's memos in all languages and formats; raise SpecError if the spec is not valid.

    The figures in `shown` are shown elsewhere, such as in a rulebook.
    """
    game = load_game(project, game_id)
    folder = project.components / game_id
    found = variants(folder)
    if not found:
        where = project.location(folder / file_name("", game.languages[0]))
        return [Problem(where, "does not exist", "docs/how-to/memos.md shows how to write a memo", code="E0701")]
    figures = read_figures(project, game)
    facts = with_figure_facts(gather_facts(project, game), figures.values())
    unused = {name: figure for name, figure in figures.items() if name not in shown}
    problems: list[Problem] = []
    trials: list[tuple[Memo, MemoOrder]] = []
    for variant in found:
        memos: dict[Lang, Memo] = {}
        for lang in game.languages:
            try:
                memos[lang] = read_memo(project, game_id, variant, lang, IconMap(game.icons))
            except PnpError as error:
                problems += error.problems
        for memo in memos.values():
            problems += check_memo(project, game, memo, facts, figures)
            for section in memo.all_sections():
                for figure in section.figures():
                    unused.pop(figure.name, None)
            trials += [(memo, MemoOrder(form, paper, memo.lang)) for form in Format]
        for one, other in pairwise(memos.values()):
            problems += compare_languages(one, other)
    problems += [Problem(each.where, "is not shown in any memo or rulebook", code="E0706") for each in unused.values()]
    for done, (memo, order) in enumerate(trials):
        progress(done, len(trials))
        problems += _layout_problems(project, game, memo, order)
    return list(dict.fromkeys(problems))


def check_single_memo(project: Project, game_id: str, variant: str, lang: Lang) -> list[Problem]:
    """Return the problems of one memo, without checking whether it fits its formats."""
    game = load_game(project, game_id)
    memo = read_memo(project, game_id, variant, lang, IconMap(game.icons))
    figures = read_figures(project, game, figures_used(memo))
    return check_memo(project, game, memo, with_figure_facts(gather_facts(project, game), figures.values()), figures)


def _layout_problems(project: Project, game: Game, memo: Memo, order: MemoOrder) -> Iterator[Problem]:
    """Yield the problems of printing a memo in a format."""
    try:
        trial = try_smallest(project, game, memo, order, Cache.for_user())
        if trial.columns > 1 and not trial.whole:
            hint = "shorten the section, split it in two, or leave out a figure with its key 'only'"
            message = f"has a section that is split between columns (--format {order.form})"
            yield Problem(memo.where, message, hint, code="E0703")
    except LayoutError as error:
        for problem in error.problems:  # only layout problems depend on the format
            yield replace(problem, message=f"{problem.message} (--format {order.form})")
    except PnpError as error:
        yield from error.problems


def check_memo(project: Project, game: Game, memo: Memo, facts: Facts, figures: Mapping[str, Tableau]) -> list[Problem]:
    """Return the problems of one memo, without checking whether it fits its formats."""
    problems: list[Problem] = []
    problems += _empty(memo)
    problems += _aids(memo)
    problems += _daggers(memo)
    problems += _figures(memo, figures, figure_names(project, game))
    for words in memo.words():
        for text in words.versions():
            problems += check_numbers(text, words, memo.lang, facts)
    problems += check_typography(memo, facts)
    if not problems:  # unmatched markup hides the icons after it
        problems += unknown_icons(memo, ArtLoader(Sources(project, game.id), low_ink=False))
    names = presets(project, game)
    if memo.preset and memo.preset not in names:
        message, hint = "must be a preset of the engine's rules", did_you_mean(names, memo.preset)
        problems.append(Problem(memo.at("preset"), message, hint, found=quote_value(memo.preset), code="E0710"))
    if memo.follows is None or not memo.follows.text.strip():
        hint = 'for example follows = "Rules followed: the rulebook."'
        problems.append(Problem(memo.at("follows"), "must say which rules the memo follows", hint, code="E0710"))
    return problems


def _aids(memo: Memo) -> Iterator[Problem]:
    """Yield a problem for each section of the player aid that no format prints."""
    for aid in memo.aids:
        if aid.only and not aid.only & {form.value for form in AID_SETTINGS}:
            message = f"must include a format that has aids ({', '.join(AID_SETTINGS)})"
            yield Problem(aid.at("only"), message, found=", ".join(sorted(aid.only)), code="E0204")


def _daggers(memo: Memo) -> Iterator[Problem]:
    """Yield a problem if house rulings are marked but the mark is not explained."""
    hint = 'for example "† our ruling where the booklet is silent"'
    texts = [words.text for section in memo.sections for words in section.words()]
    if any(DAGGER in text for text in texts) and not (memo.follows and DAGGER in memo.follows.text):
        yield Problem(memo.at("follows"), f"must explain {DAGGER}", hint, code="E0710")
    aids = [words.text.strip() for aid in memo.aids for words in aid.words()]
    if any(DAGGER in text for text in aids) and not any(text.startswith(DAGGER) for text in aids):
        message = f"must have a text that begins with {DAGGER} and explains it"
        yield Problem(memo.where / "aid", message, hint, code="E0710")


def _figures(memo: Memo, figures: Mapping[str, Tableau], names: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each figure that the game does not have."""
    for section in memo.all_sections():
        for figure in section.figures():
            if figure.name not in figures:
                yield unknown_figure(figure, names)


def check_typography(memo: RulesDocument, facts: Facts) -> Iterator[Problem]:
    """Yield a problem for each typographic mistake in a memo or rulebook."""
    for where, typo in memo_typos(memo, facts):
        yield Problem(where, f"must read {quote_value(typo.instead)}", found=quote_value(typo.found), code="E0709")


def _empty(memo: Memo) -> Iterator[Problem]:
    """Yield a problem for each section without a heading or text, and for each empty text."""
    for section in memo.all_sections():
        if not section.heading.text.strip():
            yield Problem(section.heading.where, "must not be empty", code="E0702")
        texts = [words for words in section.words() if words not in (section.heading, section.legend)]
        if not any(words.text.strip() for words in texts) and not any(section.figures()):
            yield Problem(
                section.where, "has no text under its heading", "write a text, or delete the section", code="E0702"
            )
    headings = {words.where for section in memo.all_sections() for words in _headings(section)}
    for words in memo.words():
        if not words.text.strip() and words.where not in headings:
            yield Problem(words.where, "is empty", "write a text, or delete the key", code="E0702")


def _headings(section: Section) -> Iterator[MemoText]:
    """Yield the heading of a section and the column headings of its tables, which may be empty."""
    yield section.heading
    for block in section.blocks:
        yield from block.head if isinstance(block, Points) else ()


def check_numbers(text: str, words: MemoText, lang: Lang, facts: Facts) -> Iterator[Problem]:
    """Yield a problem for each number that is typed by hand or unknown."""
    try:
        typeset(text, lang, facts, words.where)
        found = tokens(text, words.where)
    except PnpError as error:
        yield from error.problems
        return
    spelled = _WRITTEN.get(lang.base, "").split()
    written = re.compile(rf"\b({'|'.join(spelled)})\b" if spelled else "(?!)", re.IGNORECASE)
    for literal in (token.value for token in found if token.sort is TokenType.LITERAL):
        if spelled and not _DIGITS.search(literal) and not written.search(literal):
            hint = "text that is not a number needs no braces"
            yield Problem(words.where, f"{quote_value(f'{{#{literal}}}')} has no number after {{#", hint, code="E0705")
    for part in (token.value for token in found if token.sort is TokenType.TEXT):
        for match in (*_DIGITS.finditer(part), *written.finditer(part)):
            hint = f"use {{=name}} for a number of the game, {{#{match[0]}}} for any other"
            typed = f"{quote_value(match[0])} in {quote_value(text)}"
            yield Problem(words.where, "has a number typed by hand", hint, found=typed, code="E0705")


def compare_languages(one: Memo, other: Memo) -> list[Problem]:
    """Return the differences between a memo in two languages: sections, blocks and numbers."""
    return [
        *_compare_lists(one, other, "section", one.sections, other.sections),
        *_compare_lists(one, other, "aid", one.aids, other.aids),
    ]


def _compare_lists(
    one: Memo, other: Memo, kind: str, our_sections: Sequence[Section], their_sections: Sequence[Section]
) -> Iterator[Problem]:
    ours, theirs = ({section.id: section for section in each} for each in (our_sections, their_sections))
    for here, there, memo in ((ours, theirs, other), (theirs, ours, one)):
        for name in here:
            if name not in there:
                yield Problem(memo.where, f"has no translation of the {kind} {quote_value(name)}", code="E0708")
    if ours.keys() == theirs.keys() and list(ours) != list(theirs):
        message = f"must have its {kind}s in the order {', '.join(ours)}"
        yield Problem(other.where, message, found=", ".join(theirs), code="E0708")
    for name in ours:
        if name in theirs:
            yield from _compare_sections(ours[name], theirs[name], one.lang, other.lang)


def _compare_sections(one: Section, other: Section, lang: Lang, other_lang: Lang) -> Iterator[Problem]:
    shapes = [[(_kind(block), _length(block)) for block in section.blocks] for section in (one, other)]
    if shapes[0] != shapes[1]:
        wanted, found = (", ".join(f"{count} {name}" for name, count in shape) or "nothing" for shape in shapes)
        yield Problem(other.where, f"must have the same blocks as in {lang} ({wanted})", found=found, code="E0708")
        return
    same = f"must be the same as in {lang}"
    wanted, found = (", ".join(map(_figure_words, section.figures())) for section in (one, other))
    if wanted != found:
        yield Problem(other.at("figure"), f"{same} ({wanted})", found=found, code="E0708")
    if one.side != other.side:
        wanted, found = (section.side or "either side" for section in (one, other))
        yield Problem(other.at("side"), f"{same} ({wanted})", found=found, code="E0708")
    if one.only != other.only:
        wanted, found = (", ".join(sorted(section.only)) or "every format" for section in (one, other))
        yield Problem(other.at("only"), f"{same} ({wanted})", found=found, code="E0708")
    for short in (False, True):
        numbers = [_numbers_used(section, short=short) for section in (one, other)]
        for missing, where, language in (
            (numbers[0] - numbers[1], other.where, lang),
            (numbers[1] - numbers[0], one.where, other_lang),
        ):
            if missing:
                names = ", ".join(sorted(missing))
                kind = "short texts" if short else "texts"
                message = f"does not use all the numbers in its {language} {kind}"
                yield Problem(where, message, found=names, code="E0708")


def _figure_words(figure: FigureBlock) -> str:
    """Return the name of a figure with its formats, for messages."""
    return f"{figure.name} ({', '.join(sorted(figure.only))})" if figure.only else figure.name


def _kind(block: Block) -> str:
    return "figure" if isinstance(block, FigureBlock) else type(block).__name__.lower()


def _length(block: Block) -> int:
    items = getattr(block, "items", None) or getattr(block, "rows", None) or (block,)
    return len(items)


def _numbers_used(section: Section, *, short: bool) -> Counter[str]:
    """Return the expressions of the numbers that a section uses."""
    return numbers_in((words.for_format(card=short), words.where) for words in section.words())


def numbers_in(texts: Iterable[tuple[str, Location]]) -> Counter[str]:
    """Return the expressions of the numbers that texts use."""
    numbers: Counter[str] = Counter()
    for text, where in texts:
        with suppress(PnpError):  # reported where the text is checked
            for token in tokens(text, where):
                if token.sort is TokenType.NUMBER:
                    numbers[re.split(r"[|:]", token.value)[0].strip()] = 1
    return numbers
