"""Why a kernel cannot be compiled, told from the text of its page: what stands in it that no kernel can have."""

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path

from torite.games.requirements import Problem

NODES: dict[type[ast.AST], str] = {
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.List: "list",
    ast.ListComp: "list",
    ast.GeneratorExp: "generator",
    ast.Lambda: "lambda",
    ast.JoinedStr: "text",
    ast.Try: "try",
    ast.With: "with",
    ast.Raise: "raise",
    ast.Yield: "yield",
    ast.Import: "import",
    ast.ImportFrom: "import",
    ast.Global: "global",
}
KNOWN = {"range", "len", "min", "max", "abs", "int", "bool", "float", "round", "sum", "enumerate", "zip"}


def in_kernels(file: Path) -> list[Problem]:
    """What stands in kernels of this page and cannot: each with its line."""
    tree = ast.parse(file.read_text("utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    plain = {node.name for node in functions if not _is_kernel(node)}
    return [problem for node in functions if _is_kernel(node) for problem in _kernel(node, plain)]


def _is_kernel(function: ast.FunctionDef) -> bool:
    """Is it compiled?  Everything that makes a kernel is called so."""
    return any("kernel" in ast.unparse(decorator) for decorator in function.decorator_list)


def _kernel(function: ast.FunctionDef, plain: set[str]) -> Iterator[Problem]:
    found: dict[tuple[int, str], None] = {}  # each once, in order
    for statement in function.body:
        for node in ast.walk(statement):
            if what := _forbidden(node, plain):
                found.setdefault((node.lineno, what), None)  # type: ignore[attr-defined]
    for line, what in found:
        yield ("in_kernel", {"line": line, "name": function.name, "what": what})


def _forbidden(node: ast.AST, plain: set[str]) -> str | None:
    """What this is, if no kernel can have it."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        name = node.func.id
        if name in plain or (name in vars(builtins) and name not in KNOWN):
            return f"{name}()"
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return "text"
    return NODES.get(type(node))
