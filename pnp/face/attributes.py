"""Checks of single SVG attributes: whether they are allowed, and what they refer to.

Most attributes are harmless and recur on every face, so the results for short ones are cached.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from pnp.errors import quote_value

LONGEST_CACHED: Final = 200
"""Maximum length of an attribute, name and value, whose result is cached."""
_FILTER_LIMITS: Final = {"numOctaves": 8, "order": 9, "stdDeviation": 500, "radius": 200, "scale": 10_000}
"""Maximum values of filter attributes; larger ones keep a renderer busy for minutes."""
_LENGTHS: Final = frozenset(
    {
        *("x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "x1", "y1", "x2", "y2", "fx", "fy"),
        *("font-size", "stroke-width"),
    }
)
_LENGTH: Final = re.compile(
    r"\s*+(?>[-+]?(?>\d{1,6}(?!\d)(?:\.\d*+)?|\.\d++)(?:e-\d++)?(?:px|pt|mm|cm|in|%|em)?[\s,]*+)*+", re.IGNORECASE
)
"""Numbers below a million, matched without backtracking."""
_NUMBERS: Final = ("d", "points", "transform", "viewBox", "gradientTransform", "patternTransform")
_HUGE: Final = re.compile(r"(?<![.\d])\d{7}|[\d.]e\+?\d|nan|inf", re.IGNORECASE)
"""Numbers that make a renderer hang or fail: a million or more, NaN and infinity."""
_MANY_DIGITS: Final = re.compile(r"\d{7}")
EXTERNAL_REFERENCE: Final = "the SVG refers to something outside itself"
_PICTURE: Final = re.compile(r"data:image/(png|jpeg);base64,[A-Za-z0-9+/=\s]*")
_TARGET: Final = re.compile(r"""url\s*\(\s*['"]?\s*#([^'")]*)""", re.IGNORECASE)
_URL: Final = re.compile(r"url\s*\(\s*['\"]?\s*(.?)", re.IGNORECASE)


class Refusal(NamedTuple):
    """Reason why an attribute is not allowed: the message, the offending value and a hint."""

    message: str
    found: str = ""
    hint: str = ""


class AttributeCheck(NamedTuple):
    """Result of checking an attribute."""

    refused: Refusal | None = None
    refers: tuple[str, ...] = ()
    """Ids in the SVG that the attribute refers to."""
    picture: str | None = None
    """Embedded picture, in Base64."""


HARMLESS: Final = AttributeCheck()
"""Result for an attribute that is allowed and refers to nothing."""


def check_attribute(name: str, value: str) -> AttributeCheck:
    """Check an attribute, given its name without a namespace."""
    return _cached_check(name, value) if len(name) + len(value) <= LONGEST_CACHED else _check_attribute(name, value)


def _check_attribute(name: str, value: str) -> AttributeCheck:
    if name.lower().startswith("on") or name == "base":
        return AttributeCheck(Refusal(f"the attribute {name} is not allowed"))
    if name in _FILTER_LIMITS and any(abs(number) > _FILTER_LIMITS[name] for number in _amounts(value)):
        return AttributeCheck(Refusal(f"{name} is larger than {_FILTER_LIMITS[name]}", quote_value(value)))
    if name == "font":
        return AttributeCheck(
            Refusal("the font shorthand is not supported", hint="set font-family, font-size and so on")
        )
    if (name in _LENGTHS and not _LENGTH.fullmatch(value)) or (name in _NUMBERS and _is_huge(value)):
        return AttributeCheck(Refusal(f"{name} needs numbers below a million", quote_value(value)))
    if name in ("href", "src"):
        if value.startswith("#"):
            return AttributeCheck(refers=(value[1:],))
        if not _PICTURE.fullmatch(value):
            return AttributeCheck(Refusal(EXTERNAL_REFERENCE, quote_value(value), "place pictures with image()"))
        return AttributeCheck(picture=value.partition(",")[2])
    if "\\" in value or any(target[1] != "#" for target in _URL.finditer(value)):
        return AttributeCheck(Refusal(EXTERNAL_REFERENCE, quote_value(value)))
    if name != "style" and "url" in value.lower():  # the declarations of a style are checked one by one
        return AttributeCheck(refers=tuple(target.strip() for target in _TARGET.findall(value)))
    return HARMLESS


_cached_check = lru_cache(maxsize=20_000)(_check_attribute)


def _is_huge(value: str) -> bool:
    """Return whether a value has a number that a renderer cannot handle.

    Path data is long, so a cheap test rules out most values before the full pattern is tried.
    """
    small = value.lower()
    likely = "e" in small or "n" in small or _MANY_DIGITS.search(value)
    return bool(likely and _HUGE.search(value))


def _amounts(value: str) -> list[float]:
    """Return the numbers in an attribute, without their signs."""
    return [float(number) for number in re.findall(r"\d++(?:\.\d*+)?(?:[eE][-+]?\d++)?|\.\d++", value)]
