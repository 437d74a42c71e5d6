"""Is the noise that a policy declares the same in every state? Read off the source of a method.

`mechanism(state, pull)` may answer differently after many pulls, at one arm, or for one history,
and no play shows what it says in the others. But where its code reads neither of its arguments,
and calls nothing but the constructors of mechanisms and exact numbers, it has one answer.
"""

from __future__ import annotations

import ast
import inspect
import math
import textwrap
from fractions import Fraction
from types import FunctionType
from typing import Any

from banditproof.algorithms.policy import Policy, Pull
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    Mechanism,
    NoNoise,
)

NOISES = (Laplace, Gaussian, DiscreteLaplace, DiscreteGaussian, IntegerLaplace, NoNoise)
"""The mechanisms whose samples are known to follow their law; a subclass may override both."""
PURE = (*NOISES, exact, Fraction, math.sqrt, math.log, math.exp, math, float, int, min, max, abs)
"""What the code of a constant noise may call or name."""
_SYNTAX = (
    *(ast.Return, ast.IfExp, ast.If, ast.Compare, ast.BinOp, ast.UnaryOp, ast.BoolOp),
    *(ast.Constant, ast.Attribute, ast.Name, ast.Call, ast.Expr, ast.keyword, ast.Load),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.Assert),
)


class NotConstant(Exception):
    """The noise may depend on what a play brings; the sentence says where."""


def is_known_noise(noise: object) -> bool:
    """Whether a mechanism is exactly one of this library's, with nothing added to the object.

    >>> is_known_noise(Laplace(2)), is_known_noise(type("Mine", (Laplace,), {})(2))
    (True, False)
    """
    return type(noise) in NOISES and set(getattr(noise, "__dict__", {})) <= _fields(noise)


def _fields(value: object) -> set[str]:
    return set(getattr(type(value), "__dataclass_fields__", ()))


def constant_noise(policy: Policy[Any]) -> Mechanism:
    """The one noise that a policy declares in every state; `NotConstant` if that is not shown.

    >>> from banditproof.algorithms.dp_imed import DPIMED
    >>> constant_noise(DPIMED(arms=2, eps="1/2"))
    Laplace(scale=Fraction(2, 1))
    """
    method = inspect.getattr_static(type(policy), "mechanism", None)
    if not isinstance(method, FunctionType) or "mechanism" in getattr(policy, "__dict__", {}):
        raise NotConstant("mechanism is not a plain method of the class of the policy")
    _require_constant(method, policy)
    noise = policy.mechanism(policy.start(), Pull(0, 1))
    if not is_known_noise(noise):
        raise NotConstant(f"the noise {noise!r} is not exactly a mechanism of this library")
    return noise


def _require_constant(method: FunctionType, policy: Policy[Any]) -> None:
    where = f"{method.__qualname__}"
    if method.__closure__ or method.__defaults__ or method.__kwdefaults__:
        raise NotConstant(f"{where} has variables of its own beside its arguments")
    try:
        source = textwrap.dedent(inspect.getsource(method))
        tree = ast.parse(source).body[0]
    except (OSError, TypeError, SyntaxError):
        raise NotConstant(f"the source of {where} cannot be read") from None
    if not isinstance(tree, ast.FunctionDef) or tree.decorator_list:
        raise NotConstant(f"{where} is not a plain function")
    if compile(source, method.__code__.co_filename, "exec").co_consts:
        _require_same_code(source, method)
    itself = tree.args.args[0].arg
    for statement in tree.body:
        for node in ast.walk(statement):
            _require_pure(node, itself, method, policy)


def _require_same_code(source: str, method: FunctionType) -> None:
    """The source that is read is the code that runs."""
    found = compile(source, "source", "exec").co_consts
    code = next((c for c in found if getattr(c, "co_name", "") == method.__name__), None)
    if code is None or (code.co_code, code.co_names) != (
        method.__code__.co_code,
        method.__code__.co_names,
    ):
        raise NotConstant(f"the source of {method.__qualname__} is not the code that runs")


def _require_pure(node: ast.AST, itself: str, method: FunctionType, policy: Policy[Any]) -> None:
    where = f"line {getattr(node, 'lineno', 1)} of {method.__qualname__}"
    if not isinstance(node, _SYNTAX):
        raise NotConstant(f"{where} does more than compute a number from fields")
    if isinstance(node, ast.Name) and node.id != itself:
        builtins = method.__globals__.get("__builtins__", {})
        named = builtins if isinstance(builtins, dict) else vars(builtins)
        value = method.__globals__.get(node.id, named.get(node.id, _MISSING))
        if not any(value is known for known in PURE) and not _is_number(value):
            raise NotConstant(f"{where} reads {node.id}")
    if isinstance(node, ast.Attribute):
        owner = node.value
        if not isinstance(owner, ast.Name):
            raise NotConstant(f"{where} reads {ast.unparse(node)}")
        if owner.id == itself:
            _require_field(policy, node.attr, where)
        elif not isinstance(getattr(math, node.attr, None), type(math.sqrt)) or (
            method.__globals__.get(owner.id) is not math
        ):
            _require_constructor(node, method, where)


_MISSING = object()


def _is_number(value: object) -> bool:
    return type(value) in (int, float, Fraction, str)


def _require_constructor(node: ast.Attribute, method: FunctionType, where: str) -> None:
    """`Gaussian.of_sigma` and the like, of the mechanisms of this library."""
    owner = method.__globals__.get(getattr(node.value, "id", ""))
    static = inspect.getattr_static(owner, node.attr, None) if owner in NOISES else None
    if not isinstance(static, staticmethod | classmethod):
        raise NotConstant(f"{where} reads {ast.unparse(node)}")


def _require_field(policy: Policy[Any], name: str, where: str) -> None:
    """A number or a known mechanism that is stored in the policy, and frozen there."""
    kind = type(policy)
    frozen = getattr(getattr(kind, "__dataclass_params__", None), "frozen", False)
    stored = getattr(policy, "__dict__", {})
    static = inspect.getattr_static(kind, name, None)
    if isinstance(static, property) or hasattr(static, "__get__"):
        raise NotConstant(f"{where} reads {name}, which is computed")
    value = stored.get(name, static)
    if not (value is None or _is_number(value) or is_known_noise(value)):
        raise NotConstant(f"{where} reads {name}, which is {value!r}")
    if name in stored and not frozen:
        raise NotConstant(f"{where} reads {name}, which a play may change: make the class frozen")
