# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trees of values: dicts, lists, tuples, named tuples and dataclasses, with arrays as leaves."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, Callable

_registered: dict[type, tuple[Callable, Callable]] = {}

#: Functions that are asked about a value of a class for the first time. One that knows the class as a tree returns its two
#: functions for `register`; others return None.
FINDERS: list[Callable[[Any], tuple[Callable, Callable] | None]] = []

#: The classes whose values are known to be leaves.
_leaf_kinds: set[type] = {float, int, bool, complex, str}


class Structure:
    """The structure of a tree: how it is built from its leaves. Structures can be compared and hashed."""

    __slots__ = ("children", "data", "kind", "num_leaves")

    def __init__(self, kind: Any, data: Any, children: tuple[Structure, ...]) -> None:
        self.kind, self.data, self.children = kind, data, children
        self.num_leaves: int = 1 if kind is LEAF else sum(c.num_leaves for c in children)

    def _key(self) -> Any:
        return self.kind, self.data, self.children

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Structure) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Structure({unflatten(self, ['*'] * self.num_leaves)!r})"


#: The kind of a leaf, and of None, which is a tree without leaves.
LEAF, NONE = "leaf", "none"
_LEAF = Structure(LEAF, None, ())
_NONE = Structure(NONE, None, ())


def register(
    kind: type, flatten: Callable[[Any], tuple[Iterable, Any]], unflatten: Callable[[Any, list], Any]
) -> None:
    """Registers a class whose values are trees.

    `flatten(value)` returns the children and further data, which must be hashable; `unflatten(data, children)`
    returns the value.

        chad.tree.register(slice, lambda s: ([s.start, s.stop], s.step), lambda step, ends: slice(*ends, step))
        assert chad.tree.leaves(slice(1, 2, 3)) == [1, 2]
    """
    _registered[kind] = flatten, unflatten


class Static:
    """A value that is part of the structure of a tree. A tree that is built from the structure has the value itself."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


_registered[Static] = lambda s: ((), s.value), lambda value, _: value


def flatten(tree: Any) -> tuple[list[Any], Structure]:
    """The leaves from left to right, and the structure. The keys of dicts are sorted. A field of a dataclass that is declared
    by `dataclasses.field(metadata={"static": True})` is part of the structure, and must be hashable.

        leaves, structure = chad.tree.flatten({"b": 1, "a": (2, None)})
        assert leaves == [2, 1] and structure.num_leaves == 2

    Keys that cannot be sorted keep the order of the dict.
    """
    leaves: list[Any] = []
    return leaves, _flatten(tree, leaves)


def _flatten(tree: Any, leaves: list[Any]) -> Structure:
    kind = type(tree)
    children: Iterable
    if tree is None:
        return _NONE
    if kind is tuple or kind is list:
        data, children = None, tree
    elif kind is dict:
        try:
            data = tuple(sorted(tree))
        except TypeError:
            data = tuple(tree)
        children = [tree[key] for key in data]
    elif kind in _registered:
        children, data = _registered[kind][0](tree)
    elif isinstance(tree, tuple) and hasattr(tree, "_fields"):
        data, children = None, tree
    elif dataclasses.is_dataclass(tree):
        fields = dataclasses.fields(tree)
        names = tuple(f.name for f in fields if not f.metadata.get("static"))
        static = tuple((f.name, getattr(tree, f.name)) for f in fields if f.metadata.get("static"))
        data = names, static
        children = [getattr(tree, name) for name in names]
    else:
        if kind not in _leaf_kinds:
            found = next(filter(None, (find(tree) for find in FINDERS)), None)
            if found is not None:
                _registered[kind] = found
                return _flatten(tree, leaves)
            if FINDERS:
                _leaf_kinds.add(kind)
        leaves.append(tree)
        return _LEAF
    return Structure(kind, data, tuple([_flatten(child, leaves) for child in children]))


def unflatten(structure: Structure, leaves: Iterable[Any]) -> Any:
    """The tree with this structure and these leaves.

        leaves, structure = chad.tree.flatten({"a": (1, 2)})
        assert chad.tree.unflatten(structure, [3, 4]) == {"a": (3, 4)}

    The number of leaves must be `structure.num_leaves`.
    """
    return _unflatten(structure, iter(leaves))


def _unflatten(structure: Structure, leaves: Any) -> Any:
    kind = structure.kind
    if kind is LEAF:
        return next(leaves)
    if kind is NONE:
        return None
    children = [_unflatten(child, leaves) for child in structure.children]
    if kind is tuple or kind is list:
        return kind(children)
    if kind is dict:
        return dict(zip(structure.data, children))
    if kind in _registered:
        return _registered[kind][1](structure.data, children)
    if hasattr(kind, "_fields"):
        return kind(*children)
    names, static = structure.data
    return _make_dataclass(kind, {**dict(zip(names, children)), **dict(static)})


def _make_dataclass(kind: type, values: dict[str, Any]) -> Any:
    # The object is made without __init__, which may compute values or raise.
    result: Any = object.__new__(kind)
    for name, value in values.items():
        object.__setattr__(result, name, value)
    return result


def map(function: Callable, tree: Any, *others: Any) -> Any:
    """Applies the function to the leaves, and returns the tree of the results. `others` are trees of the same
    structure, whose leaves are further arguments.

        assert chad.tree.map(lambda a, b: a + b, (1, [2]), (10, [20])) == (11, [22])

    Raises `ValueError` if the structures differ.
    """
    leaves, structure = flatten(tree)
    rest = []
    for other in others:
        other_leaves, other_structure = flatten(other)
        if other_structure != structure:
            raise ValueError(f"trees differ: {structure} and {other_structure}")
        rest.append(other_leaves)
    return unflatten(structure, [function(*group) for group in zip(leaves, *rest)])


def leaves(tree: Any) -> list[Any]:
    """The leaves from left to right.

        assert chad.tree.leaves({"b": 1, "a": [2, 3]}) == [2, 3, 1]

    Their order is the one of `flatten`.
    """
    return flatten(tree)[0]


def leaves_like(tree: Any, structure: Structure) -> list[Any]:
    """The leaves of a tree of this structure. None may stand for any subtree, and gives None for each of its
    leaves.
    """
    if tree is None:
        return [None] * structure.num_leaves
    if structure.kind is LEAF:
        return [tree]
    kind = type(tree)
    if kind is dict:
        parts = [tree[key] for key in structure.data if key in tree]
    elif kind in _registered:
        parts = list(_registered[kind][0](tree)[0])
    elif dataclasses.is_dataclass(tree):
        parts = [getattr(tree, name) for name in structure.data[0]]
    else:
        parts = list(tree) if isinstance(tree, (tuple, list)) else []
    if len(parts) != len(structure.children):
        raise ValueError(f"{flatten(tree)[1]} where there should be {structure}")
    return [leaf for part, child in zip(parts, structure.children) for leaf in leaves_like(part, child)]


__all__ = ["Structure", "flatten", "leaves", "map", "register", "unflatten"]
