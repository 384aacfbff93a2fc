"""Attribute docstrings: the texts below the attributes of classes in the source."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from types import ModuleType


@cache
def attribute_docs(module: ModuleType) -> dict[str, dict[str, str]]:
    """Return the docstring below each attribute, by class and name; parsed on demand, because few commands need it."""
    tree = ast.parse(inspect.getsource(module))
    return {
        node.name: {
            target.id: inspect.cleandoc(str(below.value.value)).replace("\n", " ")
            for above, below in zip(node.body, node.body[1:], strict=False)
            for target in _targets(above)
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        }
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }


def _targets(statement: ast.stmt) -> list[ast.Name]:
    """Return the names that a statement assigns to, such as attributes or members of an enumeration."""
    if isinstance(statement, ast.AnnAssign):
        return [statement.target] if isinstance(statement.target, ast.Name) else []
    return (
        [each for each in statement.targets if isinstance(each, ast.Name)] if isinstance(statement, ast.Assign) else []
    )
