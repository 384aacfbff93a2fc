"""The forms of rules that a deck must keep to: what each asks, which keys it has, and an example; tests read each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pnp.reference.docs import attribute_docs
from pnp.spec import model
from pnp.spec.model import Form
from pnp.spec.rule import KEYS

EXAMPLES: Final = {
    Form.COUNT: 'columns = ["nw", "ne", "sw", "se"]\nvalue = "coin"\n'
    "min = 18\nmax = 22             # 18 to 22 coins on all cards",
    Form.SUM: 'columns = ["cost"]\nmax = 40             # all cards together cost 40 at most',
    Form.EACH: 'by = "kind"\nis = 3               # three cards of each kind',
    Form.UNIQUE: 'columns = ["nw", "ne", "se", "sw"]\nrotated = true       # no two cards alike, even after a turn',
    Form.RANGE: 'columns = ["cost"]\nmin = 0\nmax = 9              # every cost is from 0 to 9',
    Form.EQUAL: 'by = "kind"          # as many cards of one kind as of another',
}
"""What follows `form` and `of`."""


@dataclass(frozen=True)
class RuleForm:
    """A form of rules."""

    form: Form
    asks: str
    keys: tuple[str, ...]
    """Those that it has beside form, name, of and where."""
    example: str
    """TOML."""


def rule_forms() -> list[RuleForm]:
    """All forms, in the order of the models."""
    docs = attribute_docs(model)["Form"]
    return [
        RuleForm(form, docs[form.name], KEYS[form], f'[[rule]]\nform = "{form}"\nof = "cards"\n{EXAMPLES[form]}')
        for form in Form
    ]
