"""Two lists of rewards whose laws of the actions break a claim, as an enumeration finds them."""

import math
import time
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP
from banditproof.theory.exact import exact
from banditproof.verify.exact_laws.continuous_law import ContinuousLaw
from banditproof.verify.exact_laws.decision_border import checked_monotone
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.list_law import ListLaw, law_on_lists
from banditproof.verify.witnesses.declared_policies import DeclaredPolicy
from banditproof.verify.witnesses.neighbouring_inputs import Actions, Inputs
from banditproof.verify.witnesses.plain_fields import Refused
from banditproof.verify.witnesses.witness import ActionEvent, Witness
from .facts import Facts
from .witnessed import stated

HORIZONS = (3, 4, 5)
"""The rounds that are enumerated, the short ones first: their witnesses are quickly checked."""
STEPS = 128
ORDERS = tuple(1 + Fraction(k, 4) ** 3 for k in range(1, 16))
"""The orders at which zero-concentrated privacy may be broken."""
LIMIT = 300_000


@dataclass(frozen=True)
class _Pair:
    """Two lists, as bits, with the masses of all sequences, and how far they break the budget."""

    left: int
    right: int
    prefixes: tuple[Actions, ...]
    excess: float
    order: Fraction | None = None


def action_witness(
    declared: DeclaredPolicy, facts: Facts, deadline: float = math.inf
) -> Witness | None:
    """A witness that the actions of a policy break its claim, if lists of bits have one."""
    policy, claim = declared.given, facts.claim
    assert policy is not None
    for rounds in HORIZONS:
        if rounds > (claim.horizon or rounds) or time.monotonic() > deadline:
            break
        try:
            law = _law(deepcopy(policy), rounds)
        except NotEnumerable:
            break
        best = max(_pairs(law, claim.budget), key=lambda pair: pair.excess, default=None)
        if best is None or best.excess <= 0:
            continue
        left, right = (_list(facts, bits, law.rounds) for bits in (best.left, best.right))
        inputs = Inputs(left, right)
        event = ActionEvent(best.prefixes, best.order)
        witness = Witness(stated(claim), declared, inputs, event)
        try:
            witness.checked()
        except Refused:
            continue
        return witness
    return None


def _law(policy: Policy[Any], rounds: int) -> ListLaw:
    try:
        return ContinuousLaw(checked_monotone(policy), rounds, STEPS).law()
    except NotEnumerable:
        return law_on_lists(policy, rounds, clamped=False, limit=LIMIT)


def _list(facts: Facts, bits: int, rounds: int) -> tuple[Fraction, ...]:
    """Rewards of the claim that the policy reads as the bits of a list."""
    return tuple(_raw(facts, (bits >> t) & 1) for t in range(rounds))


def _raw(facts: Facts, bit: int) -> Fraction:
    space, own = facts.claim.rewards, facts.policy.rewards
    for value in (Fraction(bit), *space.values, space.lo, space.hi):
        allowed = value in space.values if space.values else space.lo <= value <= space.hi
        if allowed and min(max(value, own.lo), own.hi) == bit:
            return value
    return Fraction(bit)


def _pairs(law: ListLaw, budget: Budget) -> Iterator[_Pair]:
    """How far each two neighbouring lists break the budget, by the middles of the enclosures."""
    runs = {path.actions: _run(path.actions, law) for path in law.paths}
    for left in range(1 << law.rounds):
        for t in range(law.rounds):
            right = left ^ (1 << t)
            masses: dict[Actions, tuple[float, float]] = {}
            for path in law.paths:
                run = runs[path.actions]
                boxes = (path.probabilities[path.classes[bits]] for bits in (left, right))
                p, q = (float(low + high) / 2 for low, high in boxes)
                if run is not None and p > 0:
                    masses[run] = p, q
            yield from _judged(left, right, masses, budget)


def _run(actions: Actions, law: ListLaw) -> Actions | None:
    """The actions with the symbol of their end; None for a run that is cut by the horizon."""
    if not law.stops:
        return actions
    place = next(k for k, symbol in enumerate(actions) if symbol >= law.arms)
    return None if actions[place] == 2 * law.arms else actions[: place + 1]


def _judged(
    left: int, right: int, masses: Mapping[Actions, tuple[float, float]], budget: Budget
) -> Iterator[_Pair]:
    if not masses:
        return
    if isinstance(budget, PureDP):
        ratio = {run: math.log(p / q) if q else math.inf for run, (p, q) in masses.items()}
        worst = max(ratio, key=lambda run: (ratio[run], -len(run)))
        yield _Pair(left, right, (worst,), ratio[worst] - float(exact(budget.eps)))
        return
    likely = max(masses, key=lambda run: masses[run][0])
    rest = tuple(run for run in masses if run != likely) or (likely,)
    pairs = list(masses.values())
    if isinstance(budget, ApproxDP):
        factor, delta = math.exp(float(exact(budget.eps))), float(exact(budget.delta))
        gains = {run: p - factor * q for run, (p, q) in masses.items() if p > factor * q}
        if gains:
            yield _Pair(left, right, tuple(gains), sum(gains.values()) - delta)
        return
    if isinstance(budget, ZCDP):
        for order in ORDERS:
            excess = _renyi(pairs, float(order)) / float(order) - float(exact(budget.rho))
            yield _Pair(left, right, rest, excess, order)
        return
    alpha = float(exact(budget.alpha))
    yield _Pair(left, right, rest, _renyi(pairs, alpha) - float(exact(budget.eps)))


def _renyi(pairs: list[tuple[float, float]], alpha: float) -> float:
    if any(q <= 0 < p for p, q in pairs):
        return math.inf
    total = sum(math.exp(alpha * math.log(p) + (1 - alpha) * math.log(q)) for p, q in pairs)
    return math.log(total) / (alpha - 1)
