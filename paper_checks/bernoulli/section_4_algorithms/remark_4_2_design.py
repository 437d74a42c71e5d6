"""The design claims of Section 4: forgetting, the exploration bonus, and older upper bounds."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.algorithms import DPIMED, DPKLUCB, AdaPKLUCB
from banditproof.paper_checks.bernoulli.appendix_e_privacy.lemma_e_1_continual_release import (
    Matrix,
    Releases,
    all_times,
    cumulative_sums,
    largest_loss,
)
from banditproof.paper_checks.bernoulli.appendix_f_regret.equation_49_adap_klucb_bound import (
    INSTANCES,
    OPTIMISM,
    adap_coefficient,
    optimal,
)
from banditproof.paper_checks.verdicts.along import prover_shows
from banditproof.paper_checks.verdicts.vocabulary import cited, need, needs_repair, points, require
from banditproof.theory import certify, exact, kl
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.lower_bounds import older_regret_coefficient
from ...checking import WRITTEN, Proof, Sides, Verdict, checks, mutant


def settings(count: int, seed: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """Pairs (means, eps): the instance with close arms, then random instances of two arms."""
    yield INSTANCES["mu_1"], "1"
    yield INSTANCES["mu_1"], "0.1"
    source = random.Random(seed)
    for _ in range(count):
        low, high = sorted(source.sample(range(2, 99), 2))
        yield (f"0.{high:02d}", f"0.{low:02d}"), source.choice(("0.02", "0.3", "2"))


def partial_sums(times: tuple[int, ...]) -> tuple[Matrix, Matrix]:
    """Output k is the sum of the rewards of block k alone, plus one noise of its own."""
    rewards, noises = cumulative_sums(times)
    blocks = tuple(
        tuple(x - y for x, y in zip(row, before, strict=True))
        for row, before in zip(rewards, ((Fraction(0),) * len(rewards[0]), *rewards), strict=False)
    )
    return blocks, tuple(
        tuple(Fraction(k == p) for p in range(len(noises))) for k in range(len(noises))
    )


@checks("bern.rem4.2.forgetting")
@mutant(
    "the sums overlap", releases=lambda times: (cumulative_sums(times)[0], partial_sums(times)[1])
)
@mutant("sharper: 0.99 eps", allowed=Fraction(99, 100))
def forgetting_needs_one_noise(
    releases: Releases = partial_sums, allowed: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Disjoint blocks, each a Laplace mechanism; the exact loss for all times up to T = 6."""
    sides = Sides()
    for horizon in range(1, 7):
        for times in all_times(horizon):
            loss = Fraction(largest_loss(releases, times))
            sides.at_most(loss, allowed, "The loss is above eps.", T=horizon, times=times)
    return proof.verdict(
        instances=f"{sides.cases} choices of times up to T = 6 exactly.", sharpness=sides.sharpness
    )


@checks("bern.rem4.2.keeping")
@mutant("one noise for each sum", releases=partial_sums)
def price_of_keeping(releases: Releases = cumulative_sums) -> Verdict:
    """The sum of phase m carries m + 1 noises, and m + 1 = o(n_m) for growing batches."""
    rewards, noises = releases((1, *(1 + GeometricSchedule(2).pulls(m) for m in range(6))))
    for m, row in enumerate(noises):
        require(sum(row) == m + 1, "A sum has another number of noises.", phase=m, noises=sum(row))
    pairs = zip(noises, rewards, strict=True)
    shares = [sum(row) / sum(all_of) for row, all_of in pairs]
    require(min(shares) == shares[-1], "The share of the noises does not fall.", shares=shares)
    forgets = AdaPKLUCB.forgets and not (DPKLUCB.forgets or DPIMED.forgets)
    need(forgets, "The policies are not the ones that the remark describes.")
    return points()


@checks("bern.rem4.2.bonus")
@mutant("a bonus of 2 log t", least=Fraction(2))
def exploration_bonus(least: Fraction = Fraction(3)) -> Verdict:
    """The theorem behind (49) assumes tau > 3; the programs have the bonus that is described."""
    used = exact(AdaPKLUCB(arms=2).optimism)
    require(least < used < least + Fraction(1, 2), "tau is not roughly this.", tau=used)
    return cited()


@checks("bern.rem4.2.range")
@mutant("min{kl, eps gap} for d_eps", share=Fraction(1))
@mutant("sharper: a twentieth above 1 - 1/e", share=Fraction(664, 1000))
@mutant("sharper: 1 % above 1 - 1/e", share=Fraction(6385, 10**4))
@mutant("any ratio below 40", largest=Fraction(40))
def improvement_on_adap_klucb(
    share: Fraction | None = None, largest: Fraction | None = None, proof: Proof = WRITTEN
) -> Verdict:
    """d_eps >= (1 - 1/e) min{kl, eps gap} (bern.derived.klgap), and X > tau / min{kl, eps gap}.

    By the definition of X: X >= (1+v) tau/kl with v > 0, and X >= (1+tau)/((c - gamma) eps gap)
    with c - gamma < 1.
    """
    # log(1/r) = 1 at r = 1/e: a rational just below 1 - 1/e, confirmed by its logarithm
    below = Fraction(6321205588, 10**10)
    need(certify(kl, 1, 1 - below, digits=15) < 1, "The rational is not below 1 - 1/e.")
    part = below if share is None else share
    limit = 4 * OPTIMISM * below if largest is None else largest
    first, both = Sides(), Sides()
    corner = ("0.00000001", "0")  # where the first link is nearly reached
    older = certify(older_regret_coefficient, corner, 1, 1, digits=15)
    first.at_most(part * optimal(corner, 1), older, "The first link is broken.", eps=1, gap="1e-8")
    for means, eps in settings(3, seed=12):
        older = certify(older_regret_coefficient, means, eps, 1, digits=15)
        ours, theirs = optimal(means, eps), adap_coefficient(means, eps)
        case: dict[str, Any] = {"means": means, "eps": eps}
        first.at_most(part * ours, older, "The first link is broken.", **case)
        require(4 * OPTIMISM * older <= theirs, "The second link is broken.", **case, bound=theirs)
        both.at_most(limit * ours, theirs, "The alpha is too large.", **case)
    return proof.verdict(
        f"At tau = 3.1 it holds for every alpha up to {float(limit):.2f}; the first link is nearly "
        "reached at means 1e-8 and 0.",
        numbers={"largest ratio of both links": both.sharpness and both.sharpness.ratio},
        sharpness=first.sharpness,
    )


@checks("bern.rem4.2.improves_adap")
@mutant("sharper: for alpha = 36 as well", ratio=Fraction(36))
def improves_on_adap_klucb(ratio: Fraction = Fraction(2), proof: Proof = WRITTEN) -> Verdict:
    """alpha = 2 of Section 5 and any smaller ratio are in the range; alpha = 36 is not."""
    sides = Sides()
    for means, eps in settings(1, seed=13):
        ours, theirs = ratio * optimal(means, eps), adap_coefficient(means, eps)
        finding = "The coefficient of Theorem 4.3 is above that of (49)."
        sides.below(ours, theirs, finding, means=means, eps=eps, alpha=ratio)
    return proof.verdict(sharpness=sides.sharpness)


@checks("bern.rem4.2.older_rates")
@mutant("means away from 1", bits=3)
def rates_of_older_regrets(bits: int = 4000) -> Verdict:
    """kl over the squared gap at the means 1/2 and 1 - 2^-bits."""
    best, mean = 1 - Fraction(1, 2**bits), Fraction(1, 2)
    gap = best - mean
    with working_precision(bits + 64):
        # kl(1/2, 1 - x) = -log(2) - log(x (1 - x)) / 2
        far = -arb(2).log() - (ball(1 - best) * ball(best)).log() / 2
        quotient = far / ball(gap) ** 2
    if not quotient > 1000:
        return points("The two rates differ by less than the factor 1000.")
    return needs_repair(
        "(49), which this paper quotes for AdaP-KLUCB, has min{kl, C_2 eps gap}; as mu_star tends "
        "to 1, kl / gap^2 exceeds every constant. Lazy-DP-TS has the printed rate.",
        along=prover_shows(
            "kl(1/2, 1-x) >= -log(4*x)/2",
            "x in (0,1/2)",
            "kl(1/2, 1-x) is at least log(1/(4x))/2, and the squared gap is at most 1/4",
        ),
        mean="1/2",
        mu_star=f"1 - 2^-{bits}",
        kl_over_squared_gap=quotient,
    )
