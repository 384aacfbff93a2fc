"""Encoding of typed values as JSON and bytes, for messages to and from workers.

Type annotations determine what a value may be. Messages cannot choose a class or run code, with one exception: if an
annotation is a protocol, the message contains the name of a class in pnp. Only workers, which trust their parent,
decode such values. An object that occurs several times is sent once, and is again one object after decoding.
"""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from importlib import import_module
from itertools import accumulate, pairwise
from pathlib import PurePath
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

SCALARS: Final = (str, int, float, bool)
_NONE: Final = type(None)
_FIELDS_SET: Final = "model_fields_set"
"""Attribute of a pydantic model with the names of the fields that were given."""
_ARRAYS: Final[dict[object, Callable[[Iterable[Any]], Any]]] = {
    list: list, set: set, frozenset: frozenset, Sequence: list, Collection: list, Iterable: list, Iterator: list,
}  # fmt: skip
T = TypeVar("T")


class CodecError(ValueError):
    """A value does not have the declared type."""


class Message(NamedTuple):
    """An encoded value."""

    value: Any
    """JSON that refers to objects and blobs by number."""
    objects: list[Any]
    """Instances of classes, each as a list of field values."""
    blobs: list[bytes]


def encode(hint: Any, value: object) -> Message:
    """Encode a value. Raise CodecError if it does not match the annotation.

    >>> encode(tuple[int, bytes], (7, b"seven"))
    Message(value=[7, 0], objects=[], blobs=[b'seven'])
    """
    writer = _MessageWriter()
    return Message(_coder(hint).write(writer, value), writer.objects, writer.blobs)


def decode(hint: Any, message: Message) -> Any:
    """Decode a message. Raise CodecError if it does not match the annotation.

    >>> decode(tuple[int, bytes], Message([7, 0], [], [b"seven"]))
    (7, b'seven')
    """
    try:
        return _coder(hint).read(_MessageReader(message), message.value)
    except CodecError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise CodecError(f"not a {hint}: {error}") from error


def pack(hint: Any, value: object) -> bytes:
    """Encode a value as bytes, for example for the cache."""
    message = encode(hint, value)
    head = json.dumps([message.value, message.objects, [len(blob) for blob in message.blobs]])
    return b"\n".join((head.encode(), b"".join(message.blobs)))


def unpack(hint: Any, content: bytes) -> Any:
    """Decode bytes from `pack`. Raise CodecError if they do not match the annotation."""
    head, _, rest = content.partition(b"\n")
    try:
        value, objects, lengths = json.loads(head)
        ends = list(accumulate(lengths, initial=0))
        if ends[-1] != len(rest):
            raise CodecError("truncated, or longer than declared")
        return decode(hint, Message(value, objects, [rest[start:end] for start, end in pairwise(ends)]))
    except (ValueError, TypeError, RecursionError) as error:
        raise CodecError(f"not a packed {hint}: {error}") from error


class _MessageWriter:
    """State of encoding a message."""

    def __init__(self) -> None:
        self.objects: list[Any] = []
        self.blobs: list[bytes] = []
        self.numbers: dict[int, int] = {}
        """Number of each object, by `id()`."""
        self.alive: list[object] = []
        """References to the objects, so that their ids are not reused."""


class _MessageReader:
    """State of decoding a message."""

    def __init__(self, message: Message) -> None:
        self.objects, self.blobs = message.objects, message.blobs
        self.made: dict[int, object] = {}


class _Coder(NamedTuple):
    """Functions that encode and decode values of one type."""

    write: Callable[[_MessageWriter, Any], Any]
    read: Callable[[_MessageReader, Any], Any]
    holds: Callable[[object], bool]
    """Whether a value belongs to this member of a union."""


@cache
def _coder(hint: Any) -> _Coder:
    """Return the coder for an annotation. Raise TypeError for a type that cannot be sent."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _coder(arguments[0])
    if hint is None or hint is _NONE:
        return _scalar(_NONE)
    if hint is Any or hint is object:
        return _Coder(lambda _writer, value: _plain(value), lambda _reader, plain: plain, lambda _value: True)
    if hint in SCALARS:
        return _scalar(hint)
    if hint is bytes:
        return _Coder(_write_blob, _read_blob, lambda value: isinstance(value, bytes))
    if origin is Literal:
        return _literal(arguments)
    if origin in (Union, types.UnionType):
        return _union(arguments)
    if origin is tuple:
        return _array(arguments[0], tuple, tuple) if arguments[-1:] == (...,) else _tuple_coder(tuple, arguments)
    if origin in _ARRAYS:
        return _array(arguments[0], _ARRAYS[origin], origin)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(arguments[0], arguments[1], dict)
    if isinstance(hint, types.GenericAlias) or not isinstance(hint, type):
        raise TypeError(f"values of {hint} cannot be sent to a worker")
    return _of_class(hint)


def _of_class(cls: type) -> _Coder:
    if is_typeddict(cls):
        return _typed_dict(get_type_hints(cls))
    if issubclass(cls, Enum):
        return _Coder(lambda _writer, value: cls(value).value, lambda _reader, plain: cls(plain), _instance(cls))
    if issubclass(cls, PurePath):
        return _Coder(lambda _writer, value: str(value), lambda _reader, plain: cls(_text(plain)), _instance(PurePath))
    if issubclass(cls, str):
        return _Coder(lambda _writer, value: str(value), lambda _reader, plain: cls(_text(plain)), _instance(str))
    if issubclass(cls, dict):  # a subclass, such as a dict of translations
        base = next(base for base in getattr(cls, "__orig_bases__", ()) if get_origin(base) is dict)
        key, value = (_bound(each) for each in get_args(base))
        return _mapping(key, value, cls)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        hints = get_type_hints(cls)
        return _tuple_coder(lambda values: cls(*values), [hints[name] for name in cls._fields], cls)
    if getattr(cls, "_is_protocol", False):
        return _Coder(_write_any_class, _read_any_class, lambda value: True)
    return _object(cls)


def _bound(hint: Any) -> Any:
    """Return the annotation, or Any for a type variable."""
    return Any if isinstance(hint, TypeVar) else hint


def _instance(cls: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, cls)


def _scalar(cls: type) -> _Coder:
    accepted = (int, float) if cls is float else cls

    def check(_side: object, value: Any) -> Any:
        if not isinstance(value, accepted) or (isinstance(value, bool) and cls is not bool):
            raise CodecError(f"not a {cls.__name__}: {type(value).__name__}")
        return value

    if cls is str:
        return _Coder(lambda _writer, value: str(check(_writer, value)), check, _instance(str))
    return _Coder(check, check, lambda value: isinstance(value, accepted) and isinstance(value, bool) <= (cls is bool))


def _text(plain: object) -> str:
    if not isinstance(plain, str):
        raise CodecError("not a text")
    return plain


def _literal(allowed: tuple[Any, ...]) -> _Coder:
    def check(_side: object, value: Any) -> Any:
        if value not in allowed:
            raise CodecError(f"not one of {allowed}")
        return value

    return _Coder(check, check, lambda value: value in allowed)


def _union(hints: Sequence[Any]) -> _Coder:
    """Return the coder for a union: scalars as they are, others as [number of the type, value]."""
    named = [hint for hint in hints if hint not in SCALARS and hint is not _NONE]
    scalars = tuple(hint for hint in hints if hint in SCALARS or hint is _NONE)
    if float in scalars:
        scalars += (int,)
    if len(named) == 1 and scalars == (_NONE,):
        return _optional(named[0])

    def write(writer: _MessageWriter, value: Any) -> Any:
        for number, hint in enumerate(named):
            if not _is_scalar_class(hint) and _coder(hint).holds(value):
                return [number, _coder(hint).write(writer, value)]
        if type(value) in scalars or (isinstance(value, str) and str in scalars):
            return value
        for number, hint in enumerate(named):
            if _coder(hint).holds(value):
                return [number, _coder(hint).write(writer, value)]
        raise CodecError(f"not one of {hints}: {type(value).__name__}")

    def read(reader: _MessageReader, plain: Any) -> Any:
        if isinstance(plain, list):
            number, inner = plain
            return _coder(named[number]).read(reader, inner)
        if type(plain) not in scalars:
            raise CodecError(f"not one of {hints}")
        return plain

    def holds(value: object) -> bool:
        return type(value) in scalars or any(_coder(hint).holds(value) for hint in named)

    return _Coder(write, read, holds)


def _is_scalar_class(hint: Any) -> bool:
    """Whether a type is a subclass of str, for which a plain text in the same union could be mistaken."""
    return isinstance(hint, type) and issubclass(hint, str) and not issubclass(hint, Enum)


def _optional(hint: Any) -> _Coder:
    inner = _coder(hint)
    return _Coder(
        lambda writer, value: None if value is None else inner.write(writer, value),
        lambda reader, plain: None if plain is None else inner.read(reader, plain),
        lambda value: value is None or inner.holds(value),
    )


def _array(hint: Any, make: Callable[[Iterable[Any]], Any], cls: Any) -> _Coder:
    inner = _coder(hint)

    def write(writer: _MessageWriter, value: Iterable[Any]) -> list[Any]:
        return [inner.write(writer, each) for each in value]

    def read(reader: _MessageReader, plain: Any) -> Any:
        if not isinstance(plain, list):
            raise CodecError("not a list")
        return make([inner.read(reader, each) for each in plain])

    return _Coder(write, read, lambda value: isinstance(value, cls) and not isinstance(value, str | bytes))


def _tuple_coder(make: Callable[[list[Any]], Any], hints: Sequence[Any], cls: type = tuple) -> _Coder:
    """Return the coder for a fixed number of values, each with its type."""
    inner = [_coder(hint) for hint in hints]

    def write(writer: _MessageWriter, value: Sequence[Any]) -> list[Any]:
        return [coder.write(writer, each) for coder, each in zip(inner, value, strict=True)]

    def read(reader: _MessageReader, plain: Any) -> Any:
        return make([coder.read(reader, each) for coder, each in zip(inner, plain, strict=True)])

    return _Coder(write, read, lambda value: isinstance(value, tuple) and isinstance(value, cls))


def _mapping(key: Any, value: Any, cls: type[dict[Any, Any]]) -> _Coder:
    """Return the coder for a dict, as a list of pairs, because keys of JSON objects can only be texts."""
    keys, values = _coder(key), _coder(value)

    def write(writer: _MessageWriter, mapping: Mapping[Any, Any]) -> list[Any]:
        return [[keys.write(writer, name), values.write(writer, each)] for name, each in mapping.items()]

    def read(reader: _MessageReader, plain: Any) -> Any:
        return cls((keys.read(reader, name), values.read(reader, each)) for name, each in plain)

    return _Coder(write, read, lambda value: isinstance(value, cls))


def _typed_dict(hints: dict[str, Any]) -> _Coder:
    record = _tuple_coder(lambda values: dict(zip(hints, values, strict=True)), list(hints.values()))
    return _Coder(
        lambda writer, value: record.write(writer, [value[name] for name in hints]),
        record.read,
        lambda value: isinstance(value, dict) and value.keys() == hints.keys(),
    )


def _object(cls: type) -> _Coder:
    """Return the coder for a class with declared fields; each instance is sent once."""
    fields, make = _fields(cls)
    names: list[str] = list(fields)
    coders: list[_Coder] = []

    def inner() -> list[_Coder]:  # created on first use, because a class may refer to itself
        if not coders:
            coders[:] = [_coder(hint) for hint in fields.values()]  # in one step, because threads share the list
        return coders

    def write(writer: _MessageWriter, value: Any) -> int:
        number = writer.numbers.get(id(value))
        if number is not None:
            return number
        if not isinstance(value, cls):
            raise CodecError(f"not a {cls.__name__}: {type(value).__name__}")
        written = [coder.write(writer, getattr(value, name)) for name, coder in zip(names, inner(), strict=True)]
        writer.objects.append(written)
        writer.alive.append(value)
        return writer.numbers.setdefault(id(value), len(writer.objects) - 1)

    def read(reader: _MessageReader, number: Any) -> Any:
        made = reader.made.get(number)
        if made is None:
            if not isinstance(number, int) or not 0 <= number < len(reader.objects):
                raise CodecError(f"not a {cls.__name__}")
            listed = reader.objects[number]
            values = [coder.read(reader, each) for coder, each in zip(inner(), listed, strict=True)]
            made = reader.made[number] = make(dict(zip(names, values, strict=True)))
        if not isinstance(made, cls):
            raise CodecError(f"not a {cls.__name__}: {type(made).__name__}")
        return made

    return _Coder(write, read, _instance(cls))


def _fields(cls: type) -> tuple[dict[str, Any], Callable[[dict[str, Any]], Any]]:
    """Return the fields of a class with their annotations, and a function that creates an instance."""
    hints = get_type_hints(cls)
    if dataclasses.is_dataclass(cls):
        names = [field.name for field in dataclasses.fields(cls) if field.init]
        make: Any = cls
        return {name: hints[name] for name in names}, lambda values: make(**values)
    model: Any = cls
    if hasattr(model, "model_construct"):  # a pydantic model, which has already been validated
        declared = {name: hints[name] for name in model.model_fields} | {_FIELDS_SET: set[str]}
        return declared, lambda values: model.model_construct(_fields_set=values.pop(_FIELDS_SET), **values)
    raise TypeError(f"{cls.__qualname__} has no declared fields and cannot be sent to a worker")


def _write_any_class(writer: _MessageWriter, value: object) -> list[Any]:
    cls: Any = type(value)
    return [cls.__module__, cls.__qualname__, _coder(cls).write(writer, value)]


def _read_any_class(reader: _MessageReader, plain: Any) -> Any:
    module, name, inner = plain
    if not _text(module).startswith("pnp."):
        raise CodecError(f"not a class of pnp: {module}")
    return _coder(getattr(import_module(module), name)).read(reader, inner)


def _write_blob(writer: _MessageWriter, value: Any) -> int:
    if not isinstance(value, bytes):
        raise CodecError(f"not bytes: {type(value).__name__}")
    writer.blobs.append(value)
    return len(writer.blobs) - 1


def _read_blob(reader: _MessageReader, number: Any) -> bytes:
    if not isinstance(number, int) or not 0 <= number < len(reader.blobs):
        raise CodecError("not a blob")
    return reader.blobs[number]


def _plain(value: Any) -> Any:
    """Return a value as plain JSON data. Raise CodecError if that is not possible."""
    if value is None or isinstance(value, SCALARS):
        return value
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {str(key): _plain(each) for key, each in value.items()}
    raise CodecError(f"not plain data: {type(value).__name__}")
