"""Reference pages for composition rules and odds."""

from __future__ import annotations

import inspect
from typing import Final

import pnp
from manual.markdown import block, code, link, marked, page, prose, table
from pnp.project.folders import bundled_project
from pnp.reference.keys import rule_forms
from pnp.reference.schema import attribute_docs
from pnp.spec import model
from pnp.stats import question

QUESTIONS: Final = (
    ("cotcotcollec", "1+ kind=joker in 4 of cards"),
    ("cotcotcollec", "at least 2 kind=joker,rooster in 5 of cards"),
    ("cotcotcollec", "exactly 1 id=ring in 10 of cards"),
    ("winston", "1+ part=head in 5 of dogs"),
    ("winston", "at most 1 part=head in 5 of dogs where kind=knight,sailor"),
    ("conquete", "2+ nw/ne/sw/se=coin in 5 of army"),
)
"""Questions about bundled games, answered when the page is generated."""


def rules_page() -> str:
    """Return the page with the forms of rules."""
    forms = rule_forms()
    keys = attribute_docs(model)["Rule"]
    alias = {name: field.alias or name for name, field in model.Rule.model_fields.items()}
    parts = []
    for each in forms:
        has = ", ".join(map(code, each.keys))
        parts += [f"## {each.form}", f"{marked(each.asks)} Keys: {has}.", block(each.example, "toml")]
    return page(
        "Composition rules",
        "Requirements that a deck must meet whenever you change it: any number of `[[rule]]` tables in `game.toml`. "
        f"{link('`pnp check`', 'commands/check.md')} reports violated rules with the pieces concerned; they do not "
        "prevent a build.",
        table(("form", "requirement"), ((f"[{code(each.form)}](#{each.form})", marked(each.asks)) for each in forms)),
        "Copies are counted. `each` and `equal` also count choices that no row uses (as 0). A rule that matches no "
        "pieces fails. Columns have the names of the table's headings: `id`, `cost`, `name_fr`.",
        "## Keys",
        table(
            ("key", "meaning"),
            (
                (link(code(alias[name]), "game-toml.md", f"rule.{alias[name]}"), marked(text))
                for name, text in keys.items()
            ),
        ),
        *parts,
    )


def odds_page() -> str:
    """Return the page with the grammar of questions about draws, and examples."""
    head, _, rest = (inspect.getdoc(question) or "").partition("\n")
    rows = []
    for game in dict.fromkeys(game for game, _ in QUESTIONS):
        asked = [text for name, text in QUESTIONS if name == game]
        for answer in pnp.count_decks(game, asked, start=bundled_project().root).answers:
            rows.append(
                (
                    game,
                    code(answer.question.text),
                    f"{float(answer.probability):.1%}",
                    f"{answer.hits} of {answer.pile}",
                )
            )
    return page(
        "Odds",
        f"{head} {link('`pnp stats --odds`', 'commands/stats.md')} answers them, and so does `pnp.count_decks` in "
        f"{link('Python', 'python-api.md', 'count_decks')}.",
        prose(rest.strip("\n")),
        "The answer is exact: pieces are sampled without replacement from a shuffled pile. `of` can be "
        "omitted if there is only one deck of cards.",
        "## Examples",
        "For the games that come with pnp, computed when this page was generated:",
        table(("game", "question", "answer", "matching pieces"), rows),
    )
