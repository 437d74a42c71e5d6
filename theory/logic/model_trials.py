"""Axioms tried in random finite models: which none may violate."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from .finite_models import Model, Policy
from .finite_types import LENGTH, Sequence, Value
from .model_values import holds, taken_apart
from .simple_types import NAT, PROP, REAL, arrow
from .terms import Definitions, Term

MODELS = 10_000
"""The models in which the slow tests try each axiom."""
HISTORIES = arrow(NAT, ("Pair", NAT, REAL))


@dataclass
class Trial:
    """What became of a statement in many models."""

    models: int = 0
    full: int = 0
    """Models in which all hypotheses hold."""
    violated: list[int] = field(default_factory=list)
    """The seeds of models in which these hold, and the conclusion does not."""
    needed: set[int] = field(default_factory=set)
    """The hypotheses that are false alone in some model, together with the conclusion."""


def trial(name: str, statement: Term, definitions: Definitions, seeds: Iterable[int]) -> Trial:
    """Try a statement in the models of some seeds."""
    rule, result = taken_apart(statement, definitions), Trial()
    sequences = any("'" in str(t) and "('->', ('N',), (\"'" in str(t) for t in rule.variables)
    for seed in seeds:
        model = Model(seed, 2 if sequences else 3, WITNESSES.get(name))
        model.drawn = tuple(map(model.some, rule.variables))
        if name in SHAPES and model.rng.random() < 0.7:
            model.drawn = tuple(SHAPES[name](model, *model.drawn))
        result.models += 1
        false: list[int] = []
        for number, hypothesis in enumerate(rule.hypotheses):
            if not holds(model, hypothesis):
                false.append(number)
            # a second one that is false, or one that is known to be needed: nothing more is learnt
            if len(false) > 1 or not result.needed.isdisjoint(false):
                break
        else:
            result.full += not false
            if not holds(model, rule.conclusion):
                result.needed.update(false)
                result.violated += [] if false else [seed]
    return result


Function = Callable[[Value], Value]


def _above(model: Model, x: Function) -> Function:
    more = model.some(REAL)
    return lambda w: abs(x(w)) + abs(more)


def _below(model: Model, law: Value, x: Function, y: Function) -> tuple[Value, ...]:
    return law, x, model.rng.choice((_above(model, x), lambda w: Fraction(2)))


def _mono(model: Model, law: Value, x: Function, y: Function) -> tuple[Value, ...]:
    more = abs(model.some(REAL))
    other = model.some(("->", NAT, PROP))
    return law, x, lambda w: x(w) + more * (1 + other(w if isinstance(w, int) else 0))


def _limit(model: Model, law: Value, f: Value, x: Function, y: Function) -> tuple[Value, ...]:
    bound = model.rng.choice((y, lambda w: Fraction(2), lambda w: Fraction(1)))
    return law, f, model.rng.choice((x, f.tail, f.tail)), bound


def _centred(model: Model, law: Value, x: Function, n: Value, c: Value) -> tuple[Value, ...]:
    if model.rng.random() < 0.4:  # the square has a mean, the function itself may have none
        size, sign = abs(c), model.some(("->", law.type, PROP))
        return law, lambda w: size if sign(w) else -size, 2, 2 * size
    mean = model.mean(law, x) if model.integrable(law, x) else Fraction(0)
    number = c if model.rng.random() < 0.2 else abs(c) / 4
    return law, lambda w: x(w) - mean, n, number


def _unit(model: Model, law: Value, x: Function, *rest: Value) -> tuple[Value, ...]:
    return law, lambda w: (x(w) + 2) / 4, *rest


def _masses(model: Model, f: Value) -> tuple[Value, ...]:
    share = model.some(REAL)
    return (Sequence((share, 1 - share), Fraction(0)),)


def _positive(model: Model, x: Function) -> tuple[Value, ...]:
    return (_above(model, x),)


def _nonnegative(model: Model, law: Value, x: Function, *rest: Value) -> tuple[Value, ...]:
    return law, lambda w: abs(x(w)), *rest


def _product(model: Model, laws: Value, law: Value) -> tuple[Value, ...]:
    return laws, model.product(law.type, laws)


def _trajectory(model: Model, step: Value, law: Value) -> tuple[Value, ...]:
    return step, model.trajectory(law.type, step)


def _member(model: Model, s: Function, b: Value, v: Value) -> tuple[Value, ...]:
    inside = [w for w in model.every(REAL) if s(w) and abs(w) < 100]
    low = min(inside, default=b)
    return s, model.rng.choice((b, low)), model.rng.choice([*inside, v])


def _kernels(model: Model, kernels: Value) -> tuple[Value, ...]:
    honest, bound = (model.rng.random() < 0.7 for _ in range(2))
    return (model.kernels(honest, bound),)


SHAPES: dict[str, Callable[..., tuple[Value, ...]]] = {
    "int_below": _below,
    "mean_mono": _mono,
    "mean_limit": _limit,
    "kolmogorov": _centred,
    "hoeffding": _unit,
    "law_of_masses": _masses,
    "meas_log": _positive,
    "markov": _nonnegative,
    "mean_nonneg": _nonnegative,
    "product_only": _product,
    "trajectory_only": _trajectory,
    "policy_of": _kernels,
    "inf_low": _member,
    "inf_high": _member,
}
"""Draws that satisfy more of the hypotheses of an axiom, for some of its models."""


def _coupling(model: Model) -> list[Value]:
    """The common part of two laws on the diagonal, and the rests independent."""
    (first, second) = (dict(law.weights) for law in model.drawn)
    t = model.drawn[0].type
    common = {v: min(w, second.get(v, Fraction(0))) for v, w in first.items()}
    apart = 1 - sum(common.values())
    weights = {(v, v): w for v, w in common.items()}
    for v, a in first.items():
        for u, b in second.items():
            share = (a - common.get(v, 0)) * (b - common.get(u, 0))
            if share:
                weights[v, u] = weights.get((v, u), Fraction(0)) + share / apart
    return [model.law(("Pair", t, t), weights)]


def _law(model: Model) -> list[Value]:
    masses = {i: model.drawn[0](i) for i in range(4)}
    fair = min(masses.values()) >= 0 and sum(masses.values()) == 1
    return [model.law(NAT, masses)] if fair else []


def _policy(model: Model) -> list[Value]:
    (kernels,) = model.drawn
    fair = all(
        model.steps(HISTORIES, kernels(arms))
        and all(
            arms == 0 or all(a < arms for a, _ in kernels(arms)(place)(path).weights)
            for place in range(LENGTH + 1)
            for path in model.every(HISTORIES)
        )
        for arms in model.every(NAT)
    )
    return [Policy(kernels)] if fair else []


WITNESSES: dict[str, Callable[[Model], list[Value]]] = {
    "maximal_coupling": _coupling,
    "law_of_masses": _law,
    "policy_of": _policy,
}
"""The laws and policies with which `exists` is tried, as their proofs construct them."""
