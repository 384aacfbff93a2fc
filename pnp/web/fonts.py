"""Fonts for the browser: pnp's and the project's, as @font-face rules with the names that faces use."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pnp.text.font_set import FontSet, ProjectFont
from pnp.text.fonts import Font
from pnp.web.answers import json_get, not_found
from pnp.web.bench import ProjectSession


def font_routes(bench: ProjectSession) -> list[Route]:
    """Return the routes of a style sheet with all fonts, and of the font files."""

    def sheet(_request: Request) -> Response:
        rules = [
            family_rule(font, f"/api/font/{number}?{cache_key(font)}") for number, font in enumerate(_fonts(bench))
        ]
        return Response("\n".join(rules), media_type="text/css")

    def font(request: Request) -> Response:
        fonts, number = _fonts(bench), int(request.path_params["number"])
        if number >= len(fonts):
            raise not_found("font", str(number))
        return Response(fonts[number].content, media_type="font/ttf", headers={"Cache-Control": "max-age=3600"})

    return [Route("/api/fonts.css", json_get(sheet)), Route("/api/font/{number:int}", json_get(font))]


def _fonts(bench: ProjectSession) -> list[Font]:
    return FontSet.of(bench.project).fonts


def cache_key(font: Font) -> str:
    """Return a text that changes whenever the file of a font changes."""
    return font.digest[:12] if isinstance(font, ProjectFont) else font.file


def font_family(font: Font) -> str:
    """Return the family name by which faces refer to a font."""
    return font.alias if isinstance(font, ProjectFont) else font.family


def family_rule(font: Font, address: str) -> str:
    """Return the @font-face rule that loads a font from an address."""
    weight, style = "bold" if font.bold else "normal", "italic" if font.italic else "normal"
    return (
        f'@font-face{{font-family:"{font_family(font)}";font-weight:{weight};font-style:{style};src:url("{address}");'
        "font-display:block}"
    )
