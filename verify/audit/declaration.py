"""Which parts of a policy are declared, so that its privacy can be computed for every play.

A policy of this library gets nothing but released numbers: the engine holds the rewards, and what
leaves is what the curator makes of them. If the curator and its noise are parts of this library,
used as they are, and the same in every play, then all decisions are post-processing, whatever
code makes them. What stands in the way is named, with the part that would mend it.

A noise that is a method, `mechanism(state, pull)`, may answer differently after many pulls, at one
arm, or for one history, and no play shows what it says in the others. But where its source reads
neither of its arguments, and calls nothing but the constructors of mechanisms and exact numbers, it
has one answer.
"""

import ast
import inspect
import math
import textwrap
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from types import CodeType, FunctionType
from typing import Any
from banditproof.algorithms.curators.bounded_rows import BoundedRows
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.curators.declared_vectors import DeclaredVectors
from banditproof.algorithms.curators.tree_vectors import TreeVectors
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.reward_space import RewardSpace
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
from .change_of_one_reward import Parts
from .plain_code import not_plain
from .untouched_engine import changed_engine

ADVICE = "declare it: curator = DeclaredSums(noise=Laplace(...), ...)"
NOISES = (Laplace, Gaussian, DiscreteLaplace, DiscreteGaussian, IntegerLaplace, NoNoise)
"""The mechanisms whose samples are known to follow their law; a subclass may override both."""
PURE = (*NOISES, exact, Fraction, math.sqrt, math.log, math.exp, math, float, int, min, max, abs)
"""What the code of a constant noise may call or name."""
_SYNTAX = (
    *(ast.Return, ast.IfExp, ast.If, ast.Compare, ast.BinOp, ast.UnaryOp, ast.BoolOp),
    *(ast.Constant, ast.Attribute, ast.Name, ast.Call, ast.Expr, ast.keyword, ast.Load),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.Assert),
)


@dataclass(frozen=True)
class Declaration:
    """The declared parts of a policy and its rewards, or the reasons why there are none."""

    parts: Parts | None
    rewards: RewardSpace
    missing: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the parts say all that leaves the curator."""
        return self.parts is not None and not self.missing


def declaration_of(policy: Policy[Any]) -> Declaration:
    """What a policy declares, read off the object and its class without playing it.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> declaration_of(DPIMED(arms=2, eps=1)).parts.noise
    Laplace(scale=Fraction(1, 1))
    """
    missing: list[str] = []
    space = _static(policy, "rewards")
    if type(space) is not RewardSpace or not has_plain_fields(space):
        missing.append("the rewards of the policy are not a RewardSpace that is stored in it")
    if _static(policy, "clips_rewards") is not True:
        missing.append("rewards are not clipped (clips_rewards)")
    if type(_static(policy, "arms")) is not int:
        missing.append("the number of arms is not an integer that is stored in the policy")
    if inspect.getattr_static(type(policy), "__getattribute__") is not object.__getattribute__:
        missing.append("the class has a __getattribute__ of its own")
    parts = _parts(policy, missing)
    missing += not_plain([policy])
    missing += [f"{name} of the engine was replaced" for name in changed_engine()]
    rewards = space if isinstance(space, RewardSpace) else RewardSpace()
    return Declaration(parts, rewards, tuple(missing))


def _static(policy: Policy[Any], name: str) -> Any:
    """The value that is stored under a name, in the object or its class, without running code."""
    stored = inspect.getattr_static(policy, name, None)
    if inspect.ismemberdescriptor(stored):  # the slot of a class with slots
        return stored.__get__(policy, type(policy))
    return stored


def _parts(policy: Policy[Any], missing: list[str]) -> Parts | None:
    curator = _static(policy, "curator")
    declared = type(curator) in (DeclaredSums, DeclaredVectors, TreeVectors, BoundedRows)
    if declared and has_plain_fields(curator):
        return curator  # type: ignore[no-any-return]
    if declared and not all(map(is_known_noise, curator.noises)):
        unknown = next(noise for noise in curator.noises if not is_known_noise(noise))
        missing.append(f"the law of the noise {unknown!r} is not one of this library's")
        return None
    if type(curator) is not Curator or vars(curator):
        kind = type(curator).__name__
        missing.append(f"the curator {kind} is code of its own, which can only be tried; {ADVICE}")
        return None
    try:
        return DeclaredSums(constant_noise(policy))
    except NotConstant as reason:
        missing.append(f"the noise may change from state to state ({reason}); {ADVICE}")
        return None


class NotConstant(Exception):
    """The noise may depend on what a play brings; the sentence says where."""


def is_known_noise(noise: object) -> bool:
    """Whether a mechanism is exactly one of this library's, with plain numbers and nothing else.

    >>> is_known_noise(Laplace(2)), is_known_noise(type("Mine", (Laplace,), {})(2))
    (True, False)
    """
    return type(noise) in NOISES and has_plain_fields(noise)


def has_plain_fields(value: object) -> bool:
    """Whether an object has the fields of its dataclass alone, filled with plain numbers.

    A number of a class of its own could answer otherwise to each who asks.

    >>> has_plain_fields(Laplace(2)), has_plain_fields(Laplace(type("Sly", (Fraction,), {})(2)))
    (True, False)
    """
    stored = getattr(value, "__dict__", {})
    return set(stored) <= _fields(value) and all(map(_is_plain, stored.values()))


def _is_plain(value: object) -> bool:
    if type(value) is tuple:
        return all(map(_is_plain, value))
    return (
        value is None
        or type(value) in (bool, int, float, Fraction, str)
        or (type(value) in NOISES and has_plain_fields(value))
    )


def _fields(value: object) -> set[str]:
    return set(getattr(type(value), "__dataclass_fields__", ()))


def constant_noise(policy: Policy[Any]) -> Mechanism:
    """The one noise that a policy declares in every state; `NotConstant` if that is not shown.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
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
    if method.__code__.co_code not in _compiled(source, method):
        raise NotConstant(f"the source of {where} is not the code that runs")
    itself = tree.args.args[0].arg
    for statement in tree.body:
        for node in ast.walk(statement):
            _require_pure(node, itself, method, policy)


def _compiled(source: str, method: FunctionType) -> set[bytes]:
    """The code that the source of a method stands for, alone and within its module."""
    texts = [source]
    with suppress(OSError, TypeError):
        texts.append(inspect.getsource(inspect.getmodule(method) or method))
    result: set[bytes] = set()
    for text in texts:
        waiting = [compile(text, "source", "exec")]
        while waiting:
            code = waiting.pop()
            waiting += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
            if (code.co_name, code.co_names) == (method.__name__, method.__code__.co_names):
                result.add(code.co_code)
    return result


def _require_pure(node: ast.AST, itself: str, method: FunctionType, policy: Policy[Any]) -> None:
    where = f"line {getattr(node, 'lineno', 1)} of {method.__qualname__}"
    if not isinstance(node, _SYNTAX):
        raise NotConstant(f"{where} does more than compute a number from fields")
    if isinstance(node, ast.Name) and node.id in _arguments(method)[1:]:
        raise NotConstant(f"{where} reads its argument {node.id}")
    if isinstance(node, ast.Name) and node.id != itself:
        value = _named(node.id, method)
        if not any(value is known for known in PURE) and not _is_number(value):
            raise NotConstant(f"{where} reads {node.id}")
    if isinstance(node, ast.Attribute):
        owner = node.value.id if isinstance(node.value, ast.Name) else ""
        if owner == itself:
            _require_field(policy, node.attr, where)
        elif not _is_pure_attribute(_named(owner, method), node.attr):
            raise NotConstant(f"{where} reads {ast.unparse(node)}")


def _arguments(method: FunctionType) -> tuple[str, ...]:
    """All variables of a method, its arguments first: none is a name of its module."""
    return method.__code__.co_varnames


def _named(name: str, method: FunctionType) -> Any:
    """What a name of a method stands for, in its module or among the built-in names."""
    builtins = method.__globals__.get("__builtins__", {})
    known = builtins if isinstance(builtins, dict) else vars(builtins)
    return method.__globals__.get(name, known.get(name, _MISSING))


def _is_pure_attribute(owner: Any, name: str) -> bool:
    """`math.sqrt`, or a constructor such as `Gaussian.of_sigma` of a known mechanism."""
    if owner is math:
        return name in ("sqrt", "log", "exp", "log1p", "expm1", "pi", "e")
    static = inspect.getattr_static(owner, name, None) if owner in NOISES else None
    return isinstance(static, staticmethod | classmethod)


_MISSING = object()


def _is_number(value: object) -> bool:
    return type(value) in (int, float, Fraction, str)


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
