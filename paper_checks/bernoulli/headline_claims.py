"""The headline claims of the abstract and of Sections 1 and 6, each with a verdict of its own."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.algorithms import DPIMED, DPKLUCB
from banditproof.algorithms.randomness import Silent
from banditproof.algorithms.regret.adap_klucb import AdaPKLUCB
from banditproof.algorithms.regret.phased_index import PhasedIndexPolicy
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import Enclosure, certify, d_eps, kl, privacy_threshold, regret_coefficient
from banditproof.theory.concentration.separate_noise import noisy_rate
from .section_3_lower_bound.remarks_on_theorem_3_1 import both_are_kl, older, private

Divergence = Callable[[Fraction, Fraction, Fraction], Enclosure]
PAIRS = (("1/2", "3/4"), ("1/10", "4/5"), ("7/10", "3/4"), ("1/100", "1/50"))
BUDGETS = tuple(map(Fraction, ("1/100", "1/10", "1/4", "1", "2", "5", "20")))


def _pairs() -> Iterator[tuple[Fraction, Fraction]]:
    for low, high in PAIRS:
        yield Fraction(low), Fraction(high)


@checks("bern.sec1.improvement", subjects={"everywhere": (True, False)})
@mutant("no privacy", divergence=lambda x, y, eps: certify(kl, x, y))
@mutant("twice the budget", divergence=lambda x, y, eps: private(x, y, 2 * eps))
@mutant("sharper: strict up to 1 % above the threshold", edge=Fraction(101, 100))
def improvement(
    everywhere: bool,
    divergence: Divergence = private,
    edge: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Both denominators are kl from the log-odds gap on; below it d_eps is smaller."""
    for x, y in _pairs():
        threshold = certify(privacy_threshold, x, y, digits=30)
        for eps in (*BUDGETS, *(threshold.upper * Fraction(k, 1000) for k in (999, 1001))):
            case: dict[str, Any] = {"mu_a": x, "mu_star": y, "eps": eps, "log_odds_gap": threshold}
            if both_are_kl(x, y, eps) and (everywhere or eps >= edge * threshold.upper):
                finding = "The bounds are equal: both denominators are kl."
                require(not everywhere, finding, **case, kl=certify(kl, x, y, digits=15))
                same = 0 in divergence(x, y, eps) - certify(kl, x, y, digits=20)
                require(same, "The divergence is not kl from the threshold on.", **case)
            else:
                new, old = divergence(x, y, eps), older(x, y, eps)
                require(new < old, "No strict gain below the threshold.", **case, new=new, old=old)
    return proof.verdict()


@checks("bern.sec1.interpolation")
@mutant("only kl", divergence=lambda x, y, eps: certify(kl, x, y, digits=30))
@mutant("only TV", divergence=lambda x, y, eps: Enclosure.of(eps * (y - x)))
@mutant(
    "the smaller of both",
    divergence=lambda x, y, eps: Enclosure.min(certify(kl, x, y, digits=30), eps * (y - x)),
)
def interpolation(
    divergence: Divergence = lambda x, y, eps: certify(d_eps, x, y, eps, digits=30),
) -> Verdict:
    """Both lines of (8) and their slopes in eps agree at the threshold; the two ends."""
    import sympy as sp

    p, q, eps = sp.symbols("p q epsilon", positive=True)  # the odds of x and y
    x, y, odds = p / (1 + p), q / (1 + q), p / q  # odds = exp(-threshold)
    high = -eps * x - sp.log(1 - y + y * sp.exp(-eps))
    separate = x * sp.log(sp.factor(x / y)) + (1 - x) * sp.log(sp.factor((1 - x) / (1 - y)))
    at_edge = x * sp.log(odds) - sp.log(sp.factor(1 - y + y * odds))
    require_zero(
        value=sp.expand_log(at_edge - separate, force=True),
        slope=sp.diff(high, eps).subs(sp.exp(-eps), odds),
        curvature=sp.diff(high, eps, 2).subs(sp.exp(-eps), odds) + x * (1 - x),
    )
    for low, best in _pairs():
        edge = certify(privacy_threshold, low, best, digits=30).upper
        case: dict[str, Any] = {"x": low, "y": best}
        beyond = divergence(low, best, edge) - certify(kl, low, best, digits=30)
        require(0 in beyond, "It is not kl from the threshold on.", **case)
        values = [divergence(low, best, k * edge / 20) for k in range(1, 25)]
        for one, two, three in zip(values, values[1:], values[2:], strict=False):
            # the second derivative in eps is minus a variance of a Bernoulli law, or 0
            bend = 2 * two - one - three <= edge**2 / 1600
            require(bend, "It has a kink.", **case, values=(one, two, three))
        tiny = Fraction(1, 10**8)
        ratio = divergence(low, best, tiny) / (tiny * (best - low))
        near = (ratio <= 1) & (ratio >= 1 - Fraction(1, 10**4))
        require(near, "It is not eps TV for small eps.", **case, ratio=ratio)
    return points()


@checks("bern.sec1.noises")
@mutant("no noise", one=lambda x, y, eps: certify(kl, x, y))
@mutant("half the budget", one=lambda x, y, eps: certify(d_eps, x, y, eps / 2))
def few_noises(one: Divergence = lambda x, y, eps: certify(d_eps, x, y, eps)) -> Verdict:
    """The exponent with r n noises is within r (d_eps + log(1/r)) of that with one."""
    for (mu, x), eps in product(_pairs(), (Fraction(1, 10), Fraction(1))):
        single = one(x, mu, eps)
        for r in (Fraction(1, 10**3), Fraction(1, 10**6), Fraction(1, 10**9)):
            many = certify(noisy_rate, x, mu, eps, r, digits=15)
            slack = r * (single + certify(kl, 1, r, digits=15))  # kl(1, r) = log(1/r)
            between = (many < single) & (single - slack <= many)
            require(between, "The exponents differ too much.", x=x, mu=mu, eps=eps, r=r, many=many)
    return points()


@checks("bern.sec1.matching")
@mutant("the older lower bound", lower=lambda x, y, eps: (y - x) / older(x, y, eps))
@mutant("sharper: ratio 1 % below alpha", share=Fraction(99, 100))
def matching(
    lower: Divergence = lambda x, y, eps: certify(regret_coefficient, (y, x), eps),
    share: Fraction = Fraction(1),
) -> Verdict:
    """The coefficient of Theorem 4.3, gap alpha/d_eps, is alpha times that of Theorem 3.1."""
    for x, y in _pairs():
        for eps in BUDGETS[:4]:
            for ratio in (Fraction(2), Fraction(101, 100)):
                upper = ratio * (y - x) / certify(d_eps, x, y, eps)
                apart = upper - share * ratio * lower(x, y, eps)
                require(0 in apart, "The ratio is not alpha.", x=x, y=y, eps=eps, alpha=ratio)
    return points()


@checks("bern.sec1.forgetting")
@mutant("a policy that forgets", policies=(AdaPKLUCB(arms=2, eps=1),))
def forgetting(
    policies: tuple[PhasedIndexPolicy, ...] = (DPKLUCB(arms=2, eps=1), DPIMED(arms=2, eps=1)),
) -> Verdict:
    """Their state keeps every released sum: pulls and totals of an arm are those of all batches."""
    for policy in policies:
        state, t, read = policy.start(), 1, [Fraction(0), Fraction(0)]
        totals = [0.0, 0.0]
        for step in range(12):
            pull = policy.decide(state, t, Silent())
            released = pull.count * (0.5 + 0.1 * pull.arm) + step
            state, t = policy.learn(state, pull, released), t + pull.count
            read[pull.arm] += pull.count
            totals[pull.arm] += released
            kept = [record.pulls for record in state]
            sums = [record.total for record in state]
            same = kept == read and sums == totals
            require(same, "Rewards were forgotten.", policy=policy.name, kept=kept, read=read)
    return points()
