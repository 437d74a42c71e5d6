"""Claims about the optimal proportions, section 2.2.8."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, permutations
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import cited, need, needs_repair, points, require
from banditproof.theory import (
    Bandit,
    BernoulliBandit,
    Enclosure,
    GaussianBandit,
    certify,
    characteristic_time,
)
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.characteristic_times import transportation_cost
from banditproof.verify.evidence import Grade
from .coin_walk import walked

QUARTER = Fraction(1, 4)
Rate = Callable[[Sequence[Fraction]], Enclosure]
"""F(w) = inf over the alternatives of sum of w_a KL(nu_a, lambda_a)."""


def rate_of_two_laws(weights: Sequence[Fraction]) -> Enclosure:
    """F on the class of all pairs of Ber(1/4), Ber(3/4) with one best arm, at (3/4, 1/4).

    The only alternative exchanges the laws, and both arms have the divergence log(3) / 2.
    """
    high, low = 3 * QUARTER, QUARTER
    first, second = weights
    return enclose(lambda: ball(first) * kl_ball(high, low) + ball(second) * kl_ball(low, high), 20)


def near_half_log(value: Enclosure) -> bool:
    """Whether log(3)/2 can be the enclosed number."""
    half = enclose(lambda: ball(3).log() / 2, 20)
    return max(value.lo, half.lo) <= min(value.hi, half.hi)


def rate_of_all_laws(bandit: Bandit) -> Rate:
    """F on the class of all instances of the family with one best arm."""
    best = bandit.best_arms[0]

    def rate(weights: Sequence[Fraction]) -> Enclosure:
        costs = []
        for arm in range(bandit.arms):
            if arm != best:
                laws = bandit.laws[best], bandit.laws[arm]
                pair = weights[best], weights[arm]
                costs.append(certify(transportation_cost, *laws, *pair, digits=20))
        return Enclosure.min(*costs)

    return rate


@checks("thesis.wstar.several")
@mutant("all Bernoulli instances", rate=rate_of_all_laws(BernoulliBandit((3 * QUARTER, QUARTER))))
def several_optimal_proportions(rate: Rate = rate_of_two_laws) -> Verdict:
    """A class of two instances: every allocation is optimal, and two tests match the bound."""
    weights = [(Fraction(i, 4), 1 - Fraction(i, 4)) for i in range(5)]
    values = [rate(w) for w in weights]
    same = not any(v < values[0] or v > values[0] for v in values)
    require(same, "Some allocations are better than others.", F=values)
    need(near_half_log(values[0]), "F is not log(3)/2.")
    # kl(p, 1 - p) = (2 p - 1) log(p / (1 - p)): log(3) times these, exactly
    need(2 * 3 * QUARTER - 1 == 1 - 2 * QUARTER, "The arms do not tell equally much.")
    for n in range(1, 7):
        walk = walked(3 * QUARTER, n)
        # kl(delta, 1 - delta) / (log(3)/2) with (1 - delta)/delta = 3^n, exactly
        need((1 - walk.risk) / walk.risk == 3**n, "The walk has another risk.", n=n)
        need(walk.samples == 2 * n * (1 - 2 * walk.risk), "The walk has another length.", n=n)
    return points()


Instance = tuple[Fraction, Fraction, Fraction]
"""How likely each arm pays the larger one of its two rewards."""
PAYS = (Fraction(1), Fraction(1, 2), Fraction(1))
"""The larger rewards; the smaller ones are 0."""
HALF = Fraction(1, 2)
THREE_INSTANCES: tuple[Instance, ...] = (
    (QUARTER, QUARTER, HALF),
    (3 * QUARTER, 3 * QUARTER, HALF),
    (3 * QUARTER, QUARTER, Fraction(0)),
)
"""Arm 3 is the best one of the first instance, and arm 1 of the others."""


def means_of(instance: Instance) -> tuple[Fraction, ...]:
    """The means of the arms."""
    return tuple(p * pay for p, pay in zip(instance, PAYS, strict=True))


def best_arm(instance: Instance) -> int:
    """The arm of the largest mean."""
    means = means_of(instance)
    return means.index(max(means))


def divergence(p: Fraction, q: Fraction) -> Fraction | None:
    """KL(Ber(p), Ber(q)) in units of log(3)/2, None if it is infinite; for the laws that occur."""
    if p == q:
        return Fraction(0)
    if q in (0, 1):
        return None
    need({p, q} == {QUARTER, 3 * QUARTER}, "The divergence is not log(3)/2.", laws=(p, q))
    return 2 * abs(2 * p - 1)  # (2 p - 1) log(p / (1 - p))


def only_maximiser(instances: Sequence[Instance]) -> int | None:
    """The arm that alone has weight in every maximiser of F, if the largest F is 1; else None.

    Where no arm with an infinite divergence has weight, an alternative makes F at most the mean of
    its divergences. If these are at most 1, then F = 1 leaves no weight to the arms below 1.
    """
    nu, *others = instances
    table = [[divergence(p, q) for p, q in zip(nu, other, strict=True)] for other in others]
    arms = set(range(len(nu)))
    for row in table * len(nu):
        finite = {a: d for a in arms if (d := row[a]) is not None}
        if finite.keys() == arms and max(finite.values()) <= 1:
            arms = {a for a in arms if finite[a] == 1}
    alone = len(arms) == 1 and all(row[arm] in (None, 1) for row in table for arm in arms)
    return arms.pop() if alone else None


def screened(instance: Instance, n: int, tries: int) -> tuple[Fraction, tuple[Fraction, ...]]:
    """Risk and pulls of each arm: arm 3 until it pays 1, at most so often, then one arm alone.

    That is arm 2 if arm 3 has paid 1, else arm 1, until its larger rewards lead or trail by n;
    the answer is arm 1 if they lead, and arm 3 if they trail.
    """
    unseen = (1 - instance[2]) ** tries
    third = (1 - unseen) / instance[2] if instance[2] else Fraction(tries)
    first, second = (walked(instance[arm], n) for arm in (0, 1))
    trails = unseen * first.risk + (1 - unseen) * second.risk
    risk = 1 - trails if best_arm(instance) == 2 else trails
    return risk, (unseen * first.samples, (1 - unseen) * second.samples, third)


@checks("thesis.wstar")
@mutant(
    "a third arm that sometimes pays",
    instances=(*THREE_INSTANCES[:2], (3 * QUARTER, QUARTER, QUARTER)),
)
@mutant("an alternative that is left out", instances=THREE_INSTANCES[:2])
@mutant("sharper: the test needs no third arm", tries=0)
def proportions_as_printed(
    instances: Sequence[Instance] = THREE_INSTANCES, tries: int | None = None
) -> Verdict:
    """Three instances, one maximiser, and a test that matches the bound with another arm.

    For all n: the walk from x ends below with probability (r^x - r^n)/(r^-n - r^n), r = 1/3, which
    is 1/(1 + 3^n) at 0, and each step moves it by 1/2 on average.
    """
    nu, *others = instances
    need(all(best_arm(nu) != best_arm(other) for other in others), "This is no alternative.")
    need(only_maximiser(instances) == 0, "The maximiser is not arm 1 alone.")
    need(3 * QUARTER / 3 + QUARTER * 3 == 1, "The walk has another ratio.")
    for n in range(1, 13):
        times = n if tries is None else tries
        delta = Fraction(1, 1 + 3**n)
        for instance in instances:
            risk, _ = screened(instance, n, times)
            need(risk == delta, "The strategy has another risk.", instance=instance, n=n)
        _, pulls = screened(nu, n, times)
        bound = 2 * n * (1 - 2 * delta)  # T* = 2/log(3), kl(delta, 1 - delta) = that times n log(3)
        need(sum(pulls) <= bound + 2, "The strategy does not match the bound.", n=n, pulls=pulls)
        need(pulls[0] <= bound / 2**n, "Arm 1 is pulled more often.", n=n, pulls=pulls)
    return needs_repair(
        witness=(
            "w* = (1, 0, 0) alone, since F(w) is (1 - w_3) log(3)/2 for w_3 > 0 and w_1 log(3)/2 "
            "else. The strategy pulls arm 3 until it pays 1, at most n times, then arm 2 (arm 1 if "
            "it never paid 1) until its larger rewards lead or trail by n. Its risk is 1/(1 + 3^n) "
            "on the three instances, it takes at most 2 samples more than the bound, and the share "
            "of arm 1 is at most 2^-n."
        ),
        grade=Grade.OUTLINED,
        means=tuple(map(means_of, instances)),
        pays=PAYS,
        n=n,
        delta=delta,
        **{"T* kl(delta, 1 - delta)": bound, "pulls of each arm": pulls},
    )


FAMILIES: tuple[Bandit, ...] = (
    BernoulliBandit((3 * QUARTER, QUARTER)),
    BernoulliBandit(("0.9", "0.8", "0.2", "0.2")),
    GaussianBandit((1, 0, 0, 0, 0)),
    GaussianBandit((0, "-0.5", "-0.1")),
)
STEPS = (Fraction(1, 500), Fraction(1, 10**5))


def _perturbed(weights: Sequence[Fraction], step: Fraction) -> Iterator[list[Fraction]]:
    """The allocation with a step moved from one arm to another, for all pairs of arms."""
    for source, target in permutations(range(len(weights)), 2):
        moved = list(weights)
        moved[source] -= step
        moved[target] += step
        yield moved


def best_weights(bandit: Bandit) -> Sequence[Fraction]:
    """The optimal allocation, exact rationals that sum to one."""
    return characteristic_time(bandit).certificate().allocation


@checks("thesis.wstar.repaired")
@mutant(
    "sharper: weights off by 1/500",
    weights=lambda bandit: next(_perturbed(best_weights(bandit), STEPS[0])),
)
@mutant("uniform weights", weights=lambda bandit: (Fraction(1, bandit.arms),) * bandit.arms)
def proportions(weights: Callable[[Bandit], Sequence[Fraction]] = best_weights) -> Verdict:
    """Moving weight between any two arms lowers F, points; closed forms for equal gaps.

    Matching exactly: the pulls satisfy sum E[N_a] KL(nu_a, lambda_a) >= kl(delta, 1 - delta) for
    each lambda. Divided by sum E[N_a] = T* kl(delta, 1 - delta) > 0, this is F(w) >= 1/T* = max F.

    The limit: with w = E[N]/(E[tau] - 1) the transportation lemma says (E[tau] - 1) F(w) >=
    kl(delta, 1 - delta), so F(w) -> 1/T* = max F. F is concave and upper semicontinuous (an
    infimum of finite linear functions; with infinite divergences it may jump where a weight is 0)
    on a compact set, so every limit point of w is a maximiser.
    """
    checked = 0
    for bandit in FAMILIES:
        best, rate = weights(bandit), rate_of_all_laws(bandit)
        top = rate(best)
        for other in chain.from_iterable(_perturbed(best, step) for step in STEPS):
            lower = rate(other) < top
            require(lower, "Moving weight does not lower F.", bandit=bandit, weights=other)
            checked += 1
    for arms, root in ((2, 1), (5, 2), (10, 3), (26, 5)):
        # equal gaps and K - 1 = root^2: w_1 = 1 / (1 + root), the others w_1 / root
        bandit = GaussianBandit((1, *[0] * (arms - 1)))
        closed = (Fraction(1, 1 + root), *[Fraction(1, root * (1 + root))] * (arms - 1))
        price = closed[0] * closed[1] / (2 * (closed[0] + closed[1]))
        optimal = characteristic_time(bandit).enclosure.contains(1 / price)
        need(optimal, "The closed form is not optimal.", K=arms)
        apart = max(abs(a - b) for a, b in zip(weights(bandit), closed, strict=True))
        near = apart <= Fraction(1, 10**9)
        require(near, "The proportions for equal gaps are others.", K=arms, apart=apart)
    return points(
        f"At four instances each of {checked} moves of weight between two arms lowers F, and for "
        "K normal arms with equal gaps the weights are 1/(1 + sqrt(K - 1)) for the best arm and "
        "1/(sqrt(K - 1) + K - 1) for each other one."
    )


@checks("thesis.thm2.32.tight")
@mutant("sharper: 1.01 times the bound", factor=Fraction("1.01"))
def the_bound_is_attained(factor: Fraction = Fraction(1)) -> Verdict:
    """On a class of two instances a sequential test takes exactly T* kl(delta, 1 - delta)."""
    for n in range(1, 9):
        walk = walked(3 * QUARTER, n)
        # both in units of log(3): T* = 2/log(3), and (1 - delta)/delta = 3^n
        bound = factor * 2 * n * (1 - 2 * walk.risk)
        require((1 - walk.risk) / walk.risk == 3**n, "The walk has another risk.", n=n)
        require(walk.samples <= bound, "The walk samples more.", n=n, samples=walk.samples)
        require(walk.samples >= bound, "The walk samples less.", n=n, samples=walk.samples)
    return cited()


@checks("thesis.thm2.32.early")
@mutant("sharper: on two arms", others=(1,))
def early_algorithms(others: Sequence[int] = (4, 9, 25)) -> Verdict:
    """Pulling all active arms equally, as elimination does, against the optimal weights."""
    quotients = []
    for count in others:
        bandit = GaussianBandit((1, *[0] * count))
        rate = rate_of_all_laws(bandit)
        equal = rate((Fraction(1, count + 1),) * (count + 1))
        best = characteristic_time(bandit).enclosure
        require(equal * best < 1, "Equal pulls are optimal.", K=count + 1, rate=equal, best=best)
        quotients.append(f"{1 / (float(equal) * float(best)):.3f}")
    return cited(
        "With equal gaps elimination pulls all arms equally until it ends, which needs "
        f"{', '.join(quotients)} times the samples of the optimal weights at K = "
        f"{', '.join(str(count + 1) for count in others)}; with two arms equal pulls are optimal."
    )
