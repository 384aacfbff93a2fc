"""Reads memos back as a viewer does."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from pnp.memo.fit import GAPS
from pnp.memo.print import MemoOrder, make_typesetter
from pnp.memo.read import read_memo
from pnp.memo.source import Block, FigureBlock, Intro, Memo, Section, setting_for
from pnp.memo.typesetter import Trial
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Format, Lang

HYPHEN = "\x02"
"""What pdfium gives for the hyphen of a divided word."""
MM = 25.4 / 72


@dataclass(frozen=True)
class Letter:
    sign: str
    size_pt: float
    left: float
    top: float
    right: float
    bottom: float


def draft(project: Project, game_id: str, form: Format = Format.HALF, variant: str = "", lang: Lang = Lang.FR) -> str:
    """The text of a memo on a leaf that is long enough for anything, on one line: set once, without fitting it."""
    game, memo = load_game(project, game_id), _without_figures(read_memo(project, game_id, variant, lang))
    setting = setting_for(form, memo)
    setter = make_typesetter(project, game, memo, MemoOrder(form, lang=lang), Cache.for_user())
    leaf = Trial(
        200, 2000, 0, setting.margin, 5, 1, 1, setting.smallest, setting.smallest, 1.2, GAPS[setting.card][0], 0, 0
    )
    return flat(setter.pdf(leaf))


def _without_figures(memo: Memo) -> Memo:
    """The memo without its figures: they show positions, which rules made wrong on purpose need not have.

    Their captions are kept as a paragraph.
    """
    return replace(memo, sections=_in_words(memo.sections), aids=_in_words(memo.aids))


def _in_words(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    told = [replace(each, blocks=tuple(block for block in map(_words, each.blocks) if block)) for each in sections]
    return tuple(section for section in told if section.blocks)


def _words(block: Block) -> Block | None:
    if not isinstance(block, FigureBlock):
        return block
    return Intro(block.caption) if block.caption and "{=figure." not in block.caption.text else None


def raw_text(pdf: bytes) -> str:
    """The text of all pages as a viewer reads it, with HYPHEN where a word is divided."""
    document = pypdfium2.PdfDocument(pdf)
    pages = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return "\n".join(pages).replace("\r\n", "\n").replace("\u00ad", HYPHEN).replace("\ufffe", HYPHEN)


def text_of(pdf: bytes) -> str:
    """The text of all pages in reading order, divided words joined, a line for each paragraph's line."""
    text = "\n".join(line.strip() for line in raw_text(pdf).split("\n") if line.strip())
    return text.replace(f"{HYPHEN}\n", "").replace(HYPHEN, "") + "\n"


def flat(pdf: bytes) -> str:
    """The text on one line, all spaces alike: what a person searches in."""
    return " ".join(text_of(pdf).split())


def letters(pdf: bytes, page: int = 0) -> list[Letter]:
    """Every letter that is printed, with its size and its box in mm from the upper left corner."""
    document = pypdfium2.PdfDocument(pdf)
    sheet = document[page]
    height = sheet.get_height()
    text = sheet.get_textpage()
    found = []
    for index in range(text.count_chars()):
        sign = chr(pdfium.FPDFText_GetUnicode(text.raw, index))
        if sign.isspace() or sign in f"\0{HYPHEN}" or pdfium.FPDFText_IsGenerated(text.raw, index) == 1:
            continue
        left, bottom, right, top = text.get_charbox(index)
        size = pdfium.FPDFText_GetFontSize(text.raw, index) * _scale(text, index)
        found.append(Letter(sign, size, left * MM, (height - top) * MM, right * MM, (height - bottom) * MM))
    document.close()
    return found


def _scale(text: pypdfium2.PdfTextPage, index: int) -> float:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(text.raw, index, matrix)
    return float((matrix.a**2 + matrix.b**2) ** 0.5) or 1.0


def pages(pdf: bytes) -> list[tuple[float, float]]:
    """The size of every page in mm."""
    document = pypdfium2.PdfDocument(pdf)
    sizes = [(page.get_width() * MM, page.get_height() * MM) for page in document]
    document.close()
    return sizes


def picture(pdf: bytes, page: int, dpi: float) -> NDArray[np.uint8]:
    """The page as an RGB array."""
    document = pypdfium2.PdfDocument(pdf)
    array: NDArray[np.uint8] = document[page].render(scale=dpi / 72).to_numpy()[:, :, :3][:, :, ::-1].copy()
    document.close()
    return array
