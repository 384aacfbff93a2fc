"""What classes say of their attributes: the texts that stand below them in the source."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from types import ModuleType


@cache
def attribute_docs(module: ModuleType) -> dict[str, dict[str, str]]:
    """The text below each attribute, by class and by name; read when asked for, since few commands need it."""
    tree = ast.parse(inspect.getsource(module))
    return {
        node.name: {
            above.target.id: inspect.cleandoc(str(below.value.value)).replace("\n", " ")
            for above, below in zip(node.body, node.body[1:], strict=False)
            if isinstance(above, ast.AnnAssign)
            and isinstance(above.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
        }
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
