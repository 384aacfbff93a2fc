"""`python -m tests.typings` writes the types that the scripts of the workbench are checked with (make lint-js)."""

from __future__ import annotations

from tests.typings.answers import declare_answers
from tests.typings.elements import declare_elements
from tests.typings.files import ANSWERS, ELEMENTS

ANSWERS.write_text(declare_answers(), "utf-8")
ELEMENTS.write_text(declare_elements(), "utf-8")
