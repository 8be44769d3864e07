"""What the text of a page tells: what stands in a kernel that no kernel can have, and options that nothing reads."""

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from torite.games.requirements import Problem
from torite.games.state import Field

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
OPTION, FIELDS = ("option",), ("public", "by_seat", "others", "hidden")  # what stands behind the name of a field
EMPTY = {"0", "False", "NONE", "OPEN"}  # what a field begins with that waits for something
SETS = {"Cards", "Seats", "Suits"}
SINGLE = {"Card", "Seat", "Suit", "Action"}
CHANCE = {"np.random", "numpy.random", "random.random", "random.randint", "random.choice", "random.shuffle"}


def in_kernels(file: Path) -> list[Problem]:
    """What stands in kernels of this page and cannot: each with its line."""
    tree = ast.parse(file.read_bytes())
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    plain = {node.name for node in functions if not is_kernel(node)}
    unknown = {*vars(builtins)} - KNOWN - _own(tree) | plain
    return [problem for node in functions if is_kernel(node) for problem in _kernel(node, unknown)]


def lost_in_kernels(file: Path, fields: Iterable[str]) -> list[Problem]:
    """Where a kernel of this page keeps something under the name of a field, and nothing reads it: `s.` is missing."""
    found = list[Problem]()
    for function in ast.parse(file.read_bytes()).body:
        if isinstance(function, ast.FunctionDef) and is_kernel(function):
            nodes = list(ast.walk(function))
            read = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
            kept = [target for node in nodes if isinstance(node, ast.Assign) for target in node.targets]
            kept += [node.target for node in nodes if isinstance(node, ast.AugAssign)]
            for node in kept:
                if isinstance(node, ast.Name) and node.id in {*fields} - read:
                    found.append(("lost_in_kernel", {"line": node.lineno, "name": function.name, "field": node.id}))
    return found


def singles_in_kernels(file: Path, fields: Mapping[str, Field]) -> list[Problem]:
    """Where a kernel of this page takes a card, seat or suit, which is a number, for a set with one member."""
    of_sets = {name for name, field in fields.items() if field.meaning.capitalize() in SETS}
    of_one = {name for name, field in fields.items() if field.meaning.capitalize() in SINGLE}
    found = list[Problem]()
    for function in ast.parse(file.read_bytes()).body:
        if isinstance(function, ast.FunctionDef) and is_kernel(function):
            nodes = list(ast.walk(function))
            told = {
                each.arg for each in function.args.args if each.annotation and ast.unparse(each.annotation) in SINGLE
            } - {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
            for node in nodes:
                match node:
                    case ast.AugAssign(target=one, op=ast.BitOr() | ast.BitAnd() | ast.BitXor(), value=other):
                        pass
                    case ast.BinOp(left=one, op=ast.BitOr() | ast.BitAnd() | ast.BitXor(), right=other):
                        pass
                    case _:
                        continue
                one, other = (each.operand if isinstance(each, ast.UnaryOp) else each for each in (one, other))
                for some, single in ((one, other), (other, one)):
                    is_one = _field(single) in of_one or (isinstance(single, ast.Name) and single.id in told)
                    if _field(some) in of_sets and (is_one or ast.unparse(single).startswith("deck[")):
                        params = {"line": node.lineno, "name": function.name, "what": ast.unparse(single)}
                        found.append(("single_in_kernel", params))
    return found


def _field(node: ast.AST) -> str:
    """The field of a record that is read or set here, or a place of it."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) else ""


def chance_in_kernels(file: Path) -> list[Problem]:
    """Where kernels of this page draw by another chance than `rng`."""
    return [problem for problem in in_kernels(file) if problem[0] == "in_kernel_chance"]


def printed_in_kernels(file: Path) -> list[Problem]:
    """Where kernels of this page, or of one beside it that it imports, print: compiled, that waits for ever."""
    found = (problem for page in sorted(imported_by(file)) if page.is_file() for problem in in_kernels(page))
    return [problem for problem in found if problem[0] == "in_kernel_print"]


def _own(tree: ast.Module) -> set[str]:
    """The names that the page itself gives to something."""
    named = set[str]()
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            named |= {name.asname or name.name for name in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            named.add(node.name)
        else:
            named |= {
                each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
            }
    return named


def unread_options(file: Path) -> list[Problem]:
    """Options declared in this page that neither it, nor a file beside it that it imports, nor a kit ever names."""
    options = {name: call for name, _, call in _declared(ast.parse(file.read_bytes()), OPTION)}
    named = {name for each in _sources(file) for node in ast.walk(each) for name in _named(node)}
    return [
        ("option_unread", {"line": call.lineno, "name": field})
        for field, call in options.items()
        if not {field, *(ast.literal_eval(word.value) for word in call.keywords if word.arg == "name")} & named
    ]


def unset_fields(file: Path, fields: Iterable[str]) -> list[Problem]:
    """Fields of the state that wait for something, and nothing ever sets them; of kits only sets, as of cards."""
    pages = _pages(file)
    kits = [*_used(pages)]
    nodes = [node for each in (*pages, *kits) for node in ast.walk(each)]
    given = {name for node in nodes for name in _given(node)}
    unset = {*fields} - {name for node in nodes for name in _stored(node)}

    def waiting(page: ast.Module) -> Iterator[tuple[str, str, int]]:
        for name, kind, call in _declared(page, FIELDS):
            begins = ast.unparse(call.args[0]) if call.args else "0"
            if name in unset and begins in EMPTY and not (kind.startswith("Each[") and name in given):
                yield name, kind, call.lineno

    own = {name: line for name, _, line in waiting(ast.parse(file.read_bytes()))}
    of_kits = {name for kit in kits for name, kind, _ in waiting(kit) if kind in SETS}
    found: list[Problem] = [("field_unset", {"line": line, "name": name}) for name, line in own.items()]
    return found + [("kit_unset", {"name": name}) for name in sorted(of_kits - own.keys())]


def words_in(file: Path) -> set[str]:
    """The texts that stand in this page, in the files beside it that it imports, and in the kits."""
    nodes = (node for each in _sources(file) for node in ast.walk(each))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def sentences_in(file: Path) -> set[str]:
    """Keys of what this page says: `why.KEY` of a Reason, `meant.KEY` of a Meaning, `phase.KEY` of its own `phase`."""
    found = set[str]()
    for node in (node for page in _pages(file) for node in ast.walk(page)):
        match node:
            case ast.Call(func=ast.Name(id="Reason" | "Meaning" as name), args=[key, *_]):
                found |= {f"{'why' if name == 'Reason' else 'meant'}.{word}" for word in _either(key)}
            case ast.FunctionDef(name="phase"):
                told = (part.value for part in ast.walk(node) if isinstance(part, ast.Return | ast.Assign))
                found |= {f"phase.{word}" for value in told if value is not None for word in _either(value)}
    return found


def _either(value: ast.AST) -> set[str]:
    """The text that stands there, or either of two."""
    match value:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=one, orelse=other):
            return _either(one) | _either(other)
    return set()


def imported_by(file: Path) -> set[Path]:
    """This page, and the files beside it that it imports, be they there or not."""
    found, new = set[Path](), {file}
    while new:
        found.add(page := new.pop())
        if not page.is_file():
            continue  # a pipe would never be read to its end
        try:
            nodes = [*ast.walk(ast.parse(page.read_bytes()))]
        except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
            continue  # it imports nothing yet
        names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
        names += [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
        new |= {file.with_name(f"{name.partition('.')[0]}.py") for name in names} - found
    return found


def _pages(file: Path) -> list[ast.Module]:
    """This page, and the files beside it that it imports."""
    return [ast.parse(path.read_bytes()) for path in imported_by(file) if path.is_file()]


def _sources(file: Path) -> list[ast.Module]:
    """The same, and the kits."""
    return [*_pages(file), *_kits().values()]


@cache
def _kits() -> dict[str, ast.Module]:
    return {path.stem: ast.parse(path.read_bytes()) for path in KITS.glob("*.py")}


def _used(pages: Iterable[ast.Module]) -> Iterator[ast.Module]:
    """The kits that these pages name, and those that these kits name."""
    left, new = {**_kits()}, [*pages]
    while new:
        nodes = [*ast.walk(new.pop())]
        aliases = [alias for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names]
        modules = {alias.asname or alias.name for alias in aliases}
        named = {node.id for node in nodes if isinstance(node, ast.Name)}
        named |= {alias.name for alias in aliases}  # as in `import bids as calls`; below as in `rules.bids.bid(…)`
        named |= {n.attr for n in nodes if isinstance(n, ast.Attribute) and ast.unparse(n.value) in modules}
        found = [left.pop(name) for name in named & left.keys()]
        new += found
        yield from found


def _declared(tree: ast.Module, by: Iterable[str]) -> Iterator[tuple[str, str, ast.Call]]:
    """The fields that classes of this page declare by one of these words: name, what it is, and the call."""
    for node in (node for each in tree.body if isinstance(each, ast.ClassDef) for node in each.body):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Call(func=ast.Name(id=word)) as call) if word in by:
                yield name, ast.unparse(node.annotation), call


def _stored(node: ast.AST) -> Iterator[str]:
    """The field of a record that is set here, or a place of it."""
    if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        while isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                yield node.slice.value
            node = node.value
        if isinstance(node, ast.Attribute):
            yield node.attr


def _given(node: ast.AST) -> Iterator[str]:
    """The fields that a function is given, or that get another name: places of them may be set there."""
    match node:
        case ast.Call(func=ast.Attribute(value=own)):  # as of `s.rows.fill(0)`
            values = [own, *node.args, *(word.value for word in node.keywords)]
        case ast.Call():
            values = [*node.args, *(word.value for word in node.keywords)]
        case ast.Assign(value=ast.Tuple(elts=values)):
            pass
        case ast.Assign(value=value) | ast.NamedExpr(value=value) | ast.For(iter=value):
            values = [value]
        case _:
            return
    for value in values:
        while isinstance(value, ast.Subscript):
            value = value.value
        if isinstance(value, ast.Attribute):
            yield value.attr


def _named(node: ast.AST) -> Iterator[str]:
    """What is read of a record, and what texts name fields, as in a zone; not the names that options are given."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        yield node.attr
    if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in OPTION):
        words = [*node.args, *(word.value for word in node.keywords)]
        yield from (word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str))


def is_kernel(function: ast.FunctionDef) -> bool:
    """Is it compiled?  Everything that makes a kernel is called so."""
    return any("kernel" in ast.unparse(decorator) for decorator in function.decorator_list)


def _kernel(function: ast.FunctionDef, unknown: set[str]) -> Iterator[Problem]:
    found: dict[tuple[str, int, str], None] = {}  # each once, in order
    may_lack = any(ast.unparse(default) == "None" for default in function.args.defaults)  # a kernel may ask for that
    for statement in function.body:
        for node in ast.walk(statement):
            code, what = _forbidden(node, unknown) or ("", "")
            if code and not (code == "in_kernel_none" and may_lack):
                found.setdefault((code, node.lineno, what), None)  # type: ignore[attr-defined]
    for code, line, what in found:
        yield (code, {"line": line, "name": function.name, "what": what})


def _forbidden(node: ast.AST, unknown: set[str]) -> tuple[str, str] | None:
    """The problem and what this is, if no kernel can have it.  unknown: functions that are no kernels"""
    if isinstance(node, ast.Attribute) and ast.unparse(node) in CHANCE:
        return "in_kernel_chance", ast.unparse(node)
    if isinstance(node, ast.Compare):
        sides = (node.left, *node.comparators)
        parts = [part for side in sides for part in (side.elts if isinstance(side, ast.Tuple) else [side])]
        values = [part.value for part in parts if isinstance(part, ast.Constant)]
        if words := [value for value in values if isinstance(value, str)]:
            return "in_kernel_word", repr(words[0])
        return ("in_kernel_none", "None") if None in values else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in unknown:
        return "in_kernel_print" if node.func.id == "print" else "in_kernel", f"{node.func.id}()"
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return "in_kernel", "text"
    kind = NODES.get(type(node))
    return ("in_kernel", kind) if kind else None
