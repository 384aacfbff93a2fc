"""`python -m typings` writes the types that the scripts of the workbench are checked with (make lint-js)."""

from __future__ import annotations

from typings.answers import declare_answers
from typings.elements import declare_elements
from typings.files import ANSWERS, ELEMENTS

ANSWERS.write_text(declare_answers(), "utf-8")
ELEMENTS.write_text(declare_elements(), "utf-8")
