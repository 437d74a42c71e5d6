"""The privacy constant of a policy at a small horizon, as an enclosure: one entry for all budgets.

Whatever a policy's noise, its law on all lists of binary rewards is enclosed; then the worst
neighbours of a notion are found exactly. Prefixes of actions are post-processing, so a constant
at one horizon bounds those at all smaller horizons from above and at all larger ones from below.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Silent
from banditproof.theory import Enclosure
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import Number, exact
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism, NoNoise
from banditproof.verify.definitions.notions import Notion, Reading
from banditproof.verify.evidence import Grade
from .concentrated_loss import concentrated_loss, renyi_divergence
from .continuous_law import ContinuousLaw
from .convex_divergences import HockeyStick
from .decision_border import checked_monotone
from .finite_noise import NotEnumerable
from .list_law import ListLaw, largest_log_ratio, law_on_lists
from .worst_inputs import WorstCase, table_additions, worst_case

Kind = Literal["pure", "approx", "zcdp", "renyi"]
MOST_ROUNDS = 8
ADDITIONS_PER_SECOND = 3e8
LEARNING_STEPS_PER_SECOND = 30_000
MOST_COARSE_PLACES = 1024
DISCRETISED_CUT = 12
"""How far beyond a sum noise on the integers is clamped: a policy as private as without."""


@dataclass(frozen=True)
class ExactPrivacy:
    """An enclosure of the privacy constant of a policy at a horizon, in one notion.

    `value` encloses the loss eps ("pure"), the smallest delta at `at` = eps ("approx"), rho
    ("zcdp"), or the divergence of order `at` ("renyi"), over all rewards in {0, 1}. Its lower end
    is attained by the neighbours of the `witness`. `discretised` says that noise on the integers
    replaces the policy's own noise, so the numbers belong to that noise.
    """

    value: Enclosure
    kind: Kind
    notion: Notion
    horizon: int
    witness: str
    covers: str
    discretised: bool = False
    at: Number | None = None
    seconds: float = 0.0
    reading: Reading = Reading.MACHINE
    grade: Grade = Grade.PROVED

    def verdict(self, budget: Budget) -> Literal["holds", "fails", "open"]:
        """Whether the law at this horizon keeps a budget of the same kind.

        >>> from banditproof.algorithms.regret.dp_imed import DPIMED
        >>> policy = DPIMED(arms=2, eps=1, ties="first")
        >>> found = exact_privacy(policy, Notion.TABLE, horizon=3, seconds=0.5)
        >>> found.verdict(PureDP(1)), found.verdict(PureDP("0.5"))
        ('holds', 'fails')
        """
        allowed = self._allowed(budget)
        if self.value.hi <= allowed:
            return "holds"
        return "fails" if self.value.lo > allowed else "open"

    def _allowed(self, budget: Budget) -> Fraction | float:
        wanted: Any
        match budget, self.kind:
            case PureDP(), "pure":
                wanted = budget.eps
            case ApproxDP(), "approx" if exact(budget.eps) == exact(self.at or 0):
                wanted = budget.delta
            case ZCDP(), "zcdp":
                wanted = budget.rho
            case RenyiDP(), "renyi" if budget.alpha == self.at:
                wanted = budget.eps
            case _:
                at = "" if self.at is None else f" at {self.at}"
                raise ValueError(
                    f"The constant is of the kind {self.kind}{at}, and the budget is {budget}; "
                    "give a budget of the same kind."
                )
        return math.inf if wanted == math.inf else exact(wanted)


def exact_privacy(
    policy: Policy[Any],
    notion: Notion,
    kind: Kind = "pure",
    at: Number | None = None,
    horizon: int | None = None,
    seconds: float = 10.0,
    against: Budget | None = None,
    own_noise: bool = False,
) -> ExactPrivacy:
    """The certified privacy constant of a policy, over all binary rewards and all neighbours.

    Policies with Laplace or Gaussian noise and monotone decisions of two arms are enclosed with
    their own noise; others with noise on the integers instead, exactly. Without a horizon the
    largest one up to 8 is taken that fits into the time. Interactive neighbours are meant for
    the policy as a machine that ignores labels, and are then reward trees. With a budget to
    judge it `against`, it stops as soon as the verdict is clear. With `own_noise`, a policy whose
    noise would be replaced raises NotEnumerable.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.mechanisms import DiscreteLaplace
    >>> policy = DPIMED(arms=2, eps=1, ties="first", noise=DiscreteLaplace("1/2"))
    >>> found = exact_privacy(policy, Notion.ADAPTIVE, "approx", at="0.5", horizon=5)
    >>> round(float(found.value), 6), found.verdict(ApproxDP("0.5", "0.08"))
    (0.078062, 'holds')
    """
    if (at is None) != (kind in ("pure", "zcdp")):
        raise ValueError(
            f"The kind is {kind!r} and at is {at}; give at = eps for 'approx', at = the order for "
            "'renyi', and nothing for the others."
        )
    start = time.monotonic()
    result: ExactPrivacy | None = None
    for law, extra, discretised in _laws(policy, horizon, seconds, own_noise):
        left = max(seconds - (time.monotonic() - start), 0.1)
        one = _constant(law, notion, kind, at, left)
        one = replace(one, value=_capped(one.value, kind, at, extra), discretised=discretised)
        if result is not None:
            high = min(result.value.hi, one.value.hi)
            better = one if one.value.lo >= result.value.lo else result
            one = replace(better, value=Enclosure(better.value.lo, high))
        result = one
        if against is not None and result.verdict(against) != "open":
            break
    assert result is not None
    return replace(result, seconds=time.monotonic() - start)


def _laws(
    policy: Policy[Any], horizon: int | None, seconds: float, own_noise: bool
) -> Iterator[tuple[ListLaw, Mechanism | None, bool]]:
    """The law at the largest horizon, then finer ones, with the noise that bounds them by itself.

    The third says whether the noise replaces another one.
    """
    start = time.monotonic()
    horizons = [horizon] if horizon is not None else list(range(3, MOST_ROUNDS + 1))
    noise = policy.mechanism(policy.start(), policy.decide(policy.start(), 1, Silent()))
    try:
        monotone = checked_monotone(policy)
        if isinstance(noise, NoNoise):
            raise NotEnumerable("There is no noise.")
        if ContinuousLaw(monotone, 3, 128).places > MOST_COARSE_PLACES:
            raise NotEnumerable(f"The noise {noise} reaches too far for a lattice.")
    except NotEnumerable:
        discretised = isinstance(noise, Laplace | Gaussian)
        if discretised and own_noise:
            raise
        yield _merged_law(policy, horizons, seconds, discretised), None, discretised
        return
    steps, spent = 128, 0.0
    for rounds in horizons:
        began = time.monotonic()
        law = ContinuousLaw(monotone, rounds, steps).law()
        # the first law may have waited for a compiler
        spent = time.monotonic() - began if rounds > horizons[0] else spent
        if time.monotonic() - start + 4 * spent > seconds / 2:
            break
    yield law, noise, False
    while isinstance(noise, Laplace | Gaussian) and steps < 1024:
        if time.monotonic() - start + 5 * spent > seconds:
            return
        steps, began = 2 * steps, time.monotonic()
        yield ContinuousLaw(monotone, law.horizon, steps).law(), noise, False
        spent = time.monotonic() - began


def _merged_law(
    policy: Policy[Any], horizons: list[int], seconds: float, discretised: bool
) -> ListLaw:
    start = time.monotonic()
    limit = int(max(seconds, 1.0) * LEARNING_STEPS_PER_SECOND)
    law: ListLaw | None = None
    for rounds in horizons:
        began = time.monotonic()
        try:
            law = law_on_lists(
                policy, rounds, DISCRETISED_CUT if discretised else 40, discretised, limit
            )
        except NotEnumerable:
            if law is None:
                raise
            break
        if time.monotonic() - start + 4 * (time.monotonic() - began) > seconds / 2:
            break
    assert law is not None
    return law


def _constant(
    law: ListLaw, notion: Notion, kind: Kind, at: Number | None, seconds: float
) -> ExactPrivacy:
    covers = f"all rewards in {{0, 1}} and neighbours, {law.horizon} rounds, {law.covers}"
    covers += ", with the stopping time and the recommendation" if law.stops else ""
    if kind == "pure":
        largest = largest_log_ratio(law)
        witness = (
            f"arms {law.run(largest.actions)} on rewards {law.shown(largest.rewards)} against "
            f"{law.shown(largest.neighbour)}"
        )
        if notion is not Notion.VIEW:
            witness += ", whatever the actions"
        return ExactPrivacy(largest.value, kind, notion, law.horizon, witness, covers)
    searched = notion
    if notion is Notion.TABLE and table_additions(law) > ADDITIONS_PER_SECOND * seconds:
        # a list is a table with constant rows, and a table is a tree
        low = _divergence(law, Notion.VIEW, kind, at, seconds / 2)
        high = _divergence(law, Notion.ADAPTIVE, kind, at, seconds / 2)
        value, worst = Enclosure.of(low[0], high[0]), low[1]
        covers += "; between lists and trees, as there are too many tables"
    else:
        value, worst = _divergence(law, searched, kind, at, seconds)
    return ExactPrivacy(value, kind, notion, law.horizon, worst.witness, covers, at=at)


def _divergence(
    law: ListLaw, notion: Notion, kind: Kind, at: Number | None, seconds: float
) -> tuple[Enclosure, WorstCase]:
    if kind == "approx":
        worst = worst_case(law, HockeyStick.at(eps=at), notion)
        return worst.value, worst
    if kind == "renyi":
        return renyi_divergence(law, notion, at or 0)
    result = concentrated_loss(law, notion, seconds=seconds)
    return result.value, result.worst


def _capped(value: Enclosure, kind: Kind, at: Number | None, noise: Mechanism | None) -> Enclosure:
    """The enclosure cut at what the mechanism guarantees: each reward enters one release, by 1."""
    if noise is None or isinstance(noise, NoNoise):
        return value
    cap: Fraction | float = math.inf
    loss = noise.loss(1)
    if kind == "pure" and isinstance(loss, PureDP) and loss.eps != math.inf:
        cap = exact(loss.eps)
    elif kind == "approx":
        cap = noise.delta(at or 0, 1).hi
    elif kind == "renyi":
        cap = noise.renyi(at or 1, 1).hi
    elif kind == "zcdp":
        cap = exact(loss.rho) if isinstance(loss, ZCDP) else noise.zcdp(1).hi
    return Enclosure.of(value, Enclosure.min(value, cap))
