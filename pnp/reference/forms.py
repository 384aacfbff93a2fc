"""The forms of `[[rule]]`: what each requires, its keys, and an example; tests load each example."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pnp.reference.docs import attribute_docs
from pnp.spec import model
from pnp.spec.model import Form
from pnp.spec.rule import FORM_KEYS

RULE_EXAMPLES: Final = {
    Form.COUNT: 'columns = ["nw", "ne", "sw", "se"]\nvalue = "coin"\n'
    "min = 18\nmax = 22             # 18 to 22 coins on all cards",
    Form.SUM: 'columns = ["cost"]\nmax = 40             # all cards together cost at most 40',
    Form.EACH: 'by = "kind"\nis = 3               # three cards of each kind',
    Form.UNIQUE: 'columns = ["nw", "ne", "se", "sw"]\nrotated = true       # no two cards alike, even after a turn',
    Form.RANGE: 'columns = ["cost"]\nmin = 0\nmax = 9              # every cost is from 0 to 9',
    Form.EQUAL: 'by = "kind"          # equally many cards of each kind',
}
"""Lines after `form` and `of`, by form."""


@dataclass(frozen=True)
class RuleForm:
    """A form of `[[rule]]`."""

    form: Form
    asks: str
    """What the rule requires."""
    keys: tuple[str, ...]
    """Its keys, other than form, name, of and where."""
    example: str
    """Example in TOML."""


def rule_forms() -> list[RuleForm]:
    """Return all forms, in the order of `Form`."""
    docs = attribute_docs(model)["Form"]
    return [
        RuleForm(
            form, docs[form.name], FORM_KEYS[form], f'[[rule]]\nform = "{form}"\nof = "cards"\n{RULE_EXAMPLES[form]}'
        )
        for form in Form
    ]
