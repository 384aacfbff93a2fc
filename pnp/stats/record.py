"""Deck statistics for other programs, as JSON or as one long CSV table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, Final

from pnp.spec.model import Deck, Game
from pnp.stats.counts import DeckCounts
from pnp.stats.odds import HAND_SIZES, Answer, at_least, default_odds

HEADINGS: Final = ("game", "deck", "table", "column", "value", "across", "number")
FORMAT: Final = {"format": "pnp-stats", "version": 1}
"""Format name and version; the version increases when an existing field is renamed or changes its meaning."""


def as_data(game: Game, counts: list[DeckCounts], answers: list[Answer]) -> dict[str, Any]:
    """Return all statistics as JSON data; probabilities also as exact fractions."""
    drawn = [deck.name for deck in game.drawn_decks]
    decks = [_deck(each, each.deck.name in drawn) for each in counts]
    odds = [_answer(each) for each in answers]
    return {**FORMAT, "game": game.id, "title": dict(game.title), "decks": decks, "odds": odds}


def as_json(data: object) -> str:
    """Return the data as indented JSON."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def as_csv(game: Game, counts: list[DeckCounts], answers: list[Answer]) -> str:
    """Return one CSV line per number, with the table, column and values it belongs to."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADINGS)
    for each in counts:
        for row in _lines(each):
            writer.writerow((game.id, each.deck.name, *row))
    for answer in answers:
        row = ("odds", "", answer.question.full, f"{answer.hits}/{answer.pile}", float(answer.probability))
        writer.writerow((game.id, answer.deck.name, *row))
    return text.getvalue()


def _deck(counts: DeckCounts, drawn: bool) -> dict[str, Any]:
    deck = counts.deck
    return {
        "deck": deck.name,
        "title": dict(deck.title),
        "kind": deck.kind,
        "pieces": deck.count,
        "designs": len(deck.designs),
        "columns": {tally.column: tally.counts for tally in counts.tallies},
        "numbers": {
            each.column: {**each.summary, "counts": [[value, count] for value, count in each.counts.items()]}
            for each in counts.numbers
        },
        "icons": [
            {
                "columns": icons.columns,
                "cells": icons.totals,
                "by_column": {
                    value: dict(zip(icons.columns, row, strict=True)) for value, row in icons.by_column.items()
                },
                "pieces_with": icons.per_piece,
            }
            for icons in counts.icons
        ],
        "crosses": [{"rows": each.rows, "columns": each.columns, "counts": each.counts} for each in counts.crosses],
        "at_least_one": _default_odds(counts, deck) if drawn else [],
    }


def _default_odds(counts: DeckCounts, deck: Deck) -> list[dict[str, Any]]:
    return [
        {
            "columns": each.columns,
            "values": each.values,
            "hits": each.hits,
            "in": {str(hand): float(at_least(deck.count, each.hits, hand, 1)) for hand in HAND_SIZES},
        }
        for column in default_odds(counts)
        for each in column
    ]


def _answer(answer: Answer) -> dict[str, Any]:
    return {
        "question": answer.question.full,
        "deck": answer.deck.name,
        "pile": answer.pile,
        "hits": answer.hits,
        "drawn": answer.question.drawn,
        "probability": float(answer.probability),
        "exact": str(answer.probability),
    }


def _lines(counts: DeckCounts) -> Iterator[tuple[object, ...]]:
    """Yield (table, column, value, across, number) tuples."""
    yield "deck", "", "pieces", "", counts.deck.count
    yield "deck", "", "designs", "", len(counts.deck.designs)
    for tally in counts.tallies:
        yield from (("column", tally.column, value, "", count) for value, count in tally.counts.items())
    for numbers in counts.numbers:
        yield from (("numbers", numbers.column, key, "", value) for key, value in numbers.summary.items())
        yield from (("histogram", numbers.column, value, "", count) for value, count in numbers.counts.items())
    for icons in counts.icons:
        name = "/".join(icons.columns)
        for value, row in icons.by_column.items():
            yield "icons", name, value, "", sum(row)
            yield from (("icons", name, value, place, count) for place, count in zip(icons.columns, row, strict=True))
            yield from (("pieces with", name, value, times, n) for times, n in enumerate(icons.per_piece[value]))
    for cross in counts.crosses:
        name = f"{cross.rows} × {cross.columns}"
        for value, across in cross.counts.items():
            yield from (("cross", name, value, other, count) for other, count in across.items())
