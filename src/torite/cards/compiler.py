"""How kernels are compiled: each once, taken in by its callers as intermediate code, made machine code only if called.

Numba makes machine code of every function, and optimises a function anew in each of its callers.  In a game nearly
all kernels are called by other kernels alone; of these only the intermediate code is wanted.  So a library here is
finished when somebody outside of kernels asks for its machine code, and what it gives its callers is not optimised:
that happens once, in the caller that is finished.
"""

import ctypes
import gc
import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import llvmlite.binding as llvm
import numba
import numba.core.boxing  # registers how Numba takes in Python's objects, of which records are done better here
import numba.cpython.hashing  # registers the only symbols that machine code may want and nothing above has registered
import numpy as np
from numba.core import cgutils, event, types, typing
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags, compile_extra, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import Environment
from numba.core.funcdesc import FunctionDescriptor, default_mangler
from numba.core.pythonapi import NativeValue, _unboxers
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.sigutils import normalize_signature
from numba.core.typing.typeof import typeof
from numba.core.untyped_passes import ExtractByteCode
from numba.np.numpy_support import from_dtype

from torite.cards.identity import UnnamedValueError, identity
from torite.cards.packed import versions
from torite.cards.shelf import SHELF

CODE, MACHINE = ".code", ".machine"  # ends of the names of the two entries that a kernel may have


class Entry(NamedTuple):
    """A kernel on the shelf."""

    restype: Any
    symbol: str  # of the function, in its code
    environment: str  # symbol of what the function finds Python objects in
    consts: list[Any]  # these objects
    content: bytes  # intermediate code without that of other kernels, or machine code with all
    calls: tuple[str, ...]  # keys of the other kernels
    defines: frozenset[str]  # symbols in the machine code


class Library(JITCodeLibrary):
    """The code of one kernel: intermediate code that callers take in, machine code, or both."""

    known: ClassVar[dict[str, "Library"]] = {}  # those with intermediate code, by key

    def __init__(self, codegen: Any, name: str, key: str) -> None:
        super().__init__(codegen, name)
        self.enable_object_caching()
        self.key = key  # on the shelf; "" = not kept there
        self.calls: list[Library] = []  # the kernels that it calls
        self.machine: Entry | None = None  # from the shelf: then there is no intermediate code

    @classmethod
    def with_code(cls, codegen: Any, key: str, entry: Entry | None = None) -> "Library | None":
        """One whose intermediate code is on the shelf, with all that it calls; None if something is missing there."""
        if key not in cls.known:
            entry = entry or SHELF.get(key + CODE)
            if entry is None:
                return None
            calls = [library for called in entry.calls if (library := cls.with_code(codegen, called)) is not None]
            if len(calls) < len(entry.calls):
                return None
            library = cls(codegen, key, key)
            library.calls = calls
            library._final_module = llvm.parse_bitcode(entry.content)
            cls.known[key] = library
        return cls.known[key]

    def add_linking_library(self, library: Any) -> None:
        """A kernel's is not finished for that; what is Numba's own is taken in at the end."""
        if isinstance(library, Library):
            self.calls.append(library)
        else:
            super().add_linking_library(library)

    def close(self, symbol: str) -> bytes:
        """All has been added: its own code, from now on to be linked with that of the kernels it calls."""
        self.calls = list(dict.fromkeys(self.calls))
        numbas: list[Any] = self._linking_libraries
        for library in dict.fromkeys(numbas):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        numbas.clear()
        for function in self._final_module.functions:
            # Numba's are numbered: the same name may be another function elsewhere.  Not so those that count
            # references, which it finds and drops by their names.
            if not function.is_declaration and function.name != symbol and not function.name.startswith("NRT_"):
                function.linkage = "internal"
        return bytes(self._final_module.as_bitcode())

    def _get_module_for_linking(self) -> Any:
        """The intermediate code of this kernel and of all that it calls; whoever takes it in may drop what he likes."""
        shared: Any = vars(self)["_shared_module"]
        if shared is None:
            module = self._final_module.clone()
            for library in self.calls:
                module.link_in(library._get_module_for_linking(), preserve=True)
            for function in module.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = "linkonce_odr"
            self._shared_module = shared = module
        return shared

    def finalize(self) -> None:
        """Make machine code, or take it from the shelf."""
        if self.machine is None:
            self._final_module.link_in(self._get_module_for_linking(), preserve=True)
            self._optimize_final_module()
        else:
            self._set_compiled_object(self.machine.content)
            self._codegen._engine._defined_symbols |= self.machine.defines
        self._finalize_final_module()

    @property
    def is_finished(self) -> bool:
        """Is there machine code in this process?  Another kernel that is just the same may have asked for it."""
        return bool(self._finalized)

    def defines(self) -> frozenset[str]:
        """Symbols of the machine code."""
        module = self._final_module
        return frozenset(
            each.name
            for kind in (module.functions, module.global_variables)
            for each in kind
            if not each.is_declaration
        )


def _unbox_record(kind: Any, record: Any, c: Any) -> Any:
    """Where the fields of a record lie, read from the object itself, which `arrayscalars.h` of NumPy lays open.

    Numba asks for the object's buffer, for which NumPy writes down the format of all fields, at every call: 4 to 11 µs.
    """
    pointer = c.context.get_value_type(kind).as_pointer()
    return NativeValue(c.builder.load(cgutils.pointer_add(c.builder, record, _HEAD, pointer)))


def _is_laid_open() -> bool:
    """Does a record say where its fields lie, just behind its head?  Else the slow way is taken, not a wrong one."""
    records = np.zeros(1, [("field", np.int64)])
    record = records[0]
    return ctypes.c_void_p.from_address(id(record) + _HEAD).value == records.ctypes.data


_HEAD = object.__basicsize__ + ctypes.sizeof(ctypes.c_ssize_t)  # bytes of an object that has a length
if _is_laid_open():
    _unboxers.functions[types.Record] = _unbox_record


class _Flags(Flags):
    """Numba's; it compares them at every call whose types it looks up, option by option, which took a tenth of all."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Flags) and bool(self._values == other._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values))


@contextmanager
def _no_search_for_garbage() -> Iterator[None]:
    """What the compiler makes hangs together and stays: to search it again and again takes a fifteenth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _mangle(name: str, types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    """A symbol: of a kernel without the types, in which records are numbered; its key stands for them."""
    return str(default_mangler(name, types if isinstance(uid, int) else (), abi_tags=abi_tags, uid=uid))


class _Pipeline(Compiler):
    """Numba's, under a name that follows from what is compiled: a number would be another's in another process.

    Whoever has compiled a kernel, its symbol is the same; so its callers may come from one process and it from another.
    """

    def compile_extra(self, func: Any) -> Any:
        state = self.state
        state.func_id = FunctionIdentity.from_function(func)
        if state.library.key:
            state.func_id.unique_id = state.library.key[:20]
            state.func_id.unique_name = f"{func.__qualname__}${state.library.key}"
            state.targetctx = state.targetctx.subtarget(mangler=_mangle)
        ExtractByteCode().run_pass(state)
        state.lifted, state.lifted_from = (), None
        return self._compile_bytecode()


class _Callee:
    """Numba knows a function by an object; this one stands for one that may have no machine code yet."""


_thread = threading.local()


def let_wait(may: bool) -> None:
    """May this thread wait for the compiler?  If not, what is not compiled yet is run as plain Python, slowly."""
    _thread.impatient = not may


def waits() -> bool:
    """May this thread wait for the compiler?"""
    return not getattr(_thread, "impatient", False)


class Kernel(CPUDispatcher):
    """A compiled function."""

    news = 0  # how often something may have been put on the shelf by another process

    def __init__(self, function: Any, of: Any, plain: Any, apart: bool, inline: bool) -> None:
        options = {"nopython": True, "nogil": True, "error_model": "numpy", "forceinline": inline}
        super().__init__(function, {}, options | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True})
        self.of = of and from_dtype(of)  # what a record must begin with, None = it is compiled for each record
        self.plain = plain
        self.apart = apart
        # By types of the arguments: with intermediate code; for callers outside of kernels, and made ready for them.
        self._coded: dict[Any, Any] = {}
        self._outside: dict[Any, Any] = {}
        self._executables: dict[Any, Any] = {}
        self._missed: dict[Any, int] = {}  # by types of the arguments: when they were last looked for in vain
        self.manner = f"apart {apart} inline {inline}"

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How another kernel calls this one."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        with global_compiler_lock:
            found = self._for_callers(tuple(map(_widened, args)))
        name = self.py_func.__name__
        template = typing.make_concrete_template(f"CallTemplate({name})", name, [found.signature])
        return template, pysig, args, {}

    def compile(self, sig: Any) -> Any:
        """Machine code for a caller outside of kernels."""
        args, _ = normalize_signature(sig)
        with global_compiler_lock:
            return self._executable(tuple(args))

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """What Numba runs where it has no machine code for these arguments yet."""
        if not waits() and not self._is_kept(args):
            return self.plain
        return super()._compile_for_args(*args, **kws)

    def _is_kept(self, args: tuple[Any, ...]) -> bool:
        """Is there machine code for these arguments on the shelf?  What is not there is asked for again after news."""
        kinds = tuple(map(typeof, args))
        if self._missed.get(kinds) == Kernel.news:
            return False
        self._missed[kinds] = Kernel.news
        key = self._key(kinds)
        return bool(key) and SHELF.has(key + MACHINE)

    def returns(self, *args: Any) -> Any:
        """The type that it returns for arguments of these types."""
        with global_compiler_lock:
            return self._for_outside(args).fndesc.restype

    def entry_name(self, *args: Any) -> str:
        """Name on the shelf of what is compiled for arguments of these types; "" = it is not kept."""
        return self._key(args)

    def address(self, *args: Any) -> int:
        """Where the machine code for arguments of these types begins; to be called as Numba calls functions."""
        self.compile(args)
        found = self._outside[args]
        return int(found.library.get_pointer_to_function(found.fndesc.llvm_func_name))

    def _for_callers(self, args: tuple[Any, ...]) -> Any:
        """The function as other kernels call it: of a record that begins as it must, only the beginning counts."""
        if args not in self.overloads:
            beginning = tuple(self.of if self.of is not None and _begins(each, self.of) else each for each in args)
            found = self._with_code(beginning)
            fndesc = copy(found.fndesc)
            fndesc.argtypes = args
            signature = typing.signature(fndesc.restype, *args)
            found = found._replace(fndesc=fndesc, signature=signature, entry_point=_Callee())
            self.targetctx.insert_user_function(found.entry_point, fndesc, [found.library])
            self.overloads[args] = found
        return self.overloads[args]

    def _with_code(self, args: tuple[Any, ...]) -> Any:
        """The function with its intermediate code: from before, from the shelf, or compiled now."""
        if args not in self._coded:
            key = self._key(args)
            self._coded[args] = (key and self._from_shelf(args, key, CODE)) or self._compiled(args, key)
        return self._coded[args]

    def _for_outside(self, args: tuple[Any, ...]) -> Any:
        """The function for callers outside of kernels: with machine code if that is on the shelf."""
        if args not in self._outside:
            key = self._key(args)
            self._outside[args] = (key and self._from_shelf(args, key, MACHINE)) or self._with_code(args)
        return self._outside[args]

    def _key(self, args: tuple[Any, ...]) -> str:
        """Name on the shelf; "" = what the kernel reaches has none."""
        try:
            told = (circumstances(), identity(self.py_func), self.manner, *map(str, args))
        except UnnamedValueError:
            return ""
        return hashlib.sha256("\n".join(told).encode()).hexdigest()

    def _compiled(self, args: tuple[Any, ...], key: str) -> Any:
        """Compile now, as far as callers need it."""
        flags = _Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.noalias, flags.no_compile = self.apart, True
        library = Library(self.targetctx.codegen(), self.py_func.__qualname__, key)
        told = {"dispatcher": self, "args": args, "return_type": None}
        with _no_search_for_garbage(), event.trigger_event("numba:compile", data=told):
            contexts = self.typingctx, self.targetctx
            found = compile_extra(*contexts, self.py_func, args, None, flags, {}, library, _Pipeline)
            code = library.close(found.fndesc.llvm_func_name)
        found.fndesc.typemap = found.fndesc.calltypes = None
        if key and all(each.key for each in library.calls):
            Library.known[key] = library
            SHELF.put(key + CODE, _entry(found, code, calls=tuple(each.key for each in library.calls)))
        return found

    def _from_shelf(self, args: tuple[Any, ...], key: str, kind: str) -> Any:
        """A function that has been compiled before; None if it has not."""
        rtsys.initialize(self.targetctx)  # what else is to be known when code is made Numba looks up when it makes some
        codegen = self.targetctx.codegen()
        entry: Entry | None = SHELF.get(key + kind)
        if entry is None:
            return None
        library: Library | None = Library(codegen, self.py_func.__qualname__, key)
        if kind == CODE:
            library = Library.with_code(codegen, key, entry)
        elif library is not None:
            library.machine = entry
        if library is None:
            return None
        module, name = self.py_func.__module__, self.py_func.__qualname__
        told = (True, module, name, name, "", None, entry.restype, None, tuple(self._compiler.pysig.parameters), ())
        manner = {"inline": self.targetoptions["forceinline"], "noalias": self.apart}
        fndesc = FunctionDescriptor(*told, argtypes=args, env_name=entry.environment, **manner)
        fndesc.mangled_name = entry.symbol
        environment = Environment.from_fndesc(fndesc)
        environment.consts[:] = entry.consts
        return compile_result(
            typing_context=self.typingctx,
            target_context=self.targetctx,
            signature=typing.signature(entry.restype, *args),
            objectmode=False,
            lifted=(),
            fndesc=fndesc,
            library=library,
            environment=environment,
        )

    def _executable(self, args: tuple[Any, ...]) -> Any:
        """The function for callers outside of kernels; made machine code if it is not yet."""
        if args in self._executables:
            return self._executables[args]
        found = self._for_outside(args)
        library, fndesc = found.library, found.fndesc
        if is_new := library.machine is None and not library.is_finished:
            library._get_module_for_linking()  # before the wrapper is added, which callers do not need
            self.targetctx.refresh()  # nothing may have been compiled yet here that made it ready for wrappers
            told = (library, fndesc, found.environment, found.call_helper)
            with self.targetctx.push_code_library(library):  # where the result is one that stands in the text
                self.targetctx.create_cpython_wrapper(*told, release_gil=True)
        function = self.targetctx.get_executable(library, fndesc, found.environment)
        if is_new and library.key:
            SHELF.put(library.key + MACHINE, _entry(found, library._get_compiled_object(), defines=library.defines()))
        self._insert([each._code for each in args], function, False)
        self._executables[args] = function
        return function


def _entry(found: Any, content: bytes, calls: tuple[str, ...] = (), defines: frozenset[str] = frozenset()) -> Entry:
    fndesc, consts = found.fndesc, list(found.environment.consts)
    return Entry(fndesc.restype, fndesc.mangled_name, fndesc.env_name, consts, content, calls, defines)


def _widened(kind: Any) -> Any:
    """A value as kernels take it: one compilation for numbers of all sizes, and for those in the caller's text."""
    if isinstance(kind, types.Integer | types.IntegerLiteral) and kind is not types.uint64:
        return types.int64
    return types.boolean if isinstance(kind, types.BooleanLiteral) else kind


def _begins(kind: Any, beginning: Any) -> bool:
    """Does a record begin with just these fields?"""
    if not isinstance(kind, types.Record):
        return False
    return all(kind.fields.get(name) == field for name, field in beginning.fields.items())


@cache
def circumstances() -> str:
    """What else the code of a kernel depends on: versions, the machine it is made for, and this file."""
    target = CPUDispatcher.targetdescr.target_context.codegen().magic_tuple()
    how = (numba.config.OPT, numba.config.BOUNDSCHECK, hashlib.sha256(Path(__file__).read_bytes()).hexdigest())
    return repr((versions(), target, how))
