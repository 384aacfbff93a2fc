"""The pictures of the workbench in the docs: taken here, and looked at again whenever they are."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from pnp.project.folders import bundled_project
from tests.web.workbench import Served

DOCS = bundled_project().root / "docs"
ALIKE = 6.0
"""Mean difference of grey values, of 255, between two small pictures of the same page; an empty page is 40 away."""


@pytest.fixture(scope="module")
def ours() -> Iterator[Served]:
    running = Served.start(bundled_project().root)
    yield running
    running.stop()


def _small(picture: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(picture)).convert("L").resize((160, 100))).astype(float)


def _gallery(page: Page) -> None:
    page.goto("/winston/gallery?size=2.3&lang=en")
    page.wait_for_function(
        """() => { const seen = [...document.querySelectorAll('#grid figure')].slice(0, 30);
        return seen.length === 30 && seen.every(figure => figure.querySelector('pnp-face')?.drawn); }"""
    )
    page.evaluate("document.fonts.ready.then(() => true)")


def _sheets(page: Page) -> None:
    page.goto("/koko/sheets?lang=en")
    page.wait_for_function(
        """() => { const seen = [...document.querySelectorAll('#grid img')].slice(0, 5);
        return seen.length === 5 && seen.every(img => img.complete && img.naturalWidth > 0); }"""
    )


@pytest.mark.slow
@pytest.mark.parametrize(("name", "open_page"), [("workbench", _gallery), ("workbench-sheets", _sheets)])
def test_the_picture_in_the_readme_shows_the_page(
    browser: Browser, ours: Served, request: pytest.FixtureRequest, name: str, open_page: object
) -> None:
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}, base_url=ours.address)
    ours.enter(context)
    page = context.new_page()
    page.set_default_timeout(120_000)
    assert callable(open_page)
    open_page(page)
    page.wait_for_timeout(500)
    taken = page.screenshot()
    context.close()
    kept: Path = DOCS / f"{name}.png"
    if request.config.getoption("--update-golden"):
        Image.open(io.BytesIO(taken)).convert("RGB").quantize(224, dither=Image.Dither.NONE).save(kept, optimize=True)
    assert np.abs(_small(taken) - _small(kept.read_bytes())).mean() < ALIKE, (
        f"docs/{name}.png is stale: --update-golden"
    )
