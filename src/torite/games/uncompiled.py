"""What the text of a page tells: what stands in a kernel that no kernel can have, and options that nothing reads."""

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

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
KITS = Path(__file__).with_name("kits")
KNOWN = {"range", "len", "min", "max", "abs", "int", "bool", "float", "round", "sum", "enumerate", "zip"}


def in_kernels(file: Path) -> list[Problem]:
    """What stands in kernels of this page and cannot: each with its line."""
    tree = ast.parse(file.read_text("utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    plain = {node.name for node in functions if not _is_kernel(node)}
    return [problem for node in functions if _is_kernel(node) for problem in _kernel(node, plain)]


def unread_options(file: Path) -> list[Problem]:
    """Options declared in this page that neither it, nor a file beside it that it imports, nor a kit ever names."""
    tree = ast.parse(file.read_text("utf-8"))
    fields = [node for each in tree.body if isinstance(each, ast.ClassDef) for node in each.body]
    options = {
        node.target.id: node.value
        for node in fields
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _is_option(node.value)
    }
    imported = [node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)]
    imported += [name.name for node in tree.body if isinstance(node, ast.Import) for name in node.names]
    beside = [path for name in imported if (path := file.with_name(f"{name}.py")).is_file()]
    trees = [tree, *(ast.parse(path.read_text("utf-8")) for path in (*beside, *KITS.glob("*.py")))]
    named = {name for each in trees for node in ast.walk(each) for name in _named(node)}
    return [
        ("option_unread", {"line": call.lineno, "name": field})
        for field, call in options.items()
        if not {field, *(ast.literal_eval(word.value) for word in call.keywords if word.arg == "name")} & named
    ]


def _is_option(value: ast.expr | None) -> TypeGuard[ast.Call]:
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "option"


def _named(node: ast.AST) -> Iterator[str]:
    """What is read of a record, and what texts name fields, as in a zone; not the names that options are given."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        yield node.attr
    if isinstance(node, ast.Call) and not _is_option(node):
        words = [*node.args, *(word.value for word in node.keywords)]
        yield from (word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str))


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
