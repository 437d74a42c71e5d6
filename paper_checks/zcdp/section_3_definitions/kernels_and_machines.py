"""Claims about a policy that caches its noise, as a kernel and as a machine: zcdp.kernelgap.

A machine draws a noise once and uses it for many recommendations, which cost nothing more. A
kernel draws each of them afresh from its conditional law, and is charged along the worst prefix.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import accumulate
from statistics import NormalDist
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import below, proved, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.definitions.cached_noise import threshold_losses
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.finite_machine import with_own_actions
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.witness_policies import probe
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws
from ...checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, written_proof
from .cached_release import charged_twice, one_law_for_all

Losses = Callable[[Fraction, int], tuple[Enclosure, ...]]
PASSED = ((Fraction(1, 100), 3), (Fraction(1, 2), 4), (Fraction(1), 4))
"""Values of rho, and how many choices are charged more than it."""


def with_the_weight_of_the_prefix(rho: Fraction, bits: int) -> tuple[Enclosure, ...]:
    """The charge of a machine: each choice counts with the probability that it is reached."""
    losses = threshold_losses(rho, bits)
    return tuple(loss * Fraction(1, 2 ** max(k - 1, 0)) for k, loss in enumerate(losses))


def reachable(rho: Fraction, bits: int) -> None:
    """The thresholds lie where the confidence radius of AdaC-OFUL lets the contexts put them."""
    with working_precision(64):
        logarithm, noise = arb(10).log(), ball(2 / rho).sqrt()  # delta = 1/10, log(T/delta) larger
        tail = 1 + 2 * logarithm.sqrt() + 2 * logarithm
        radius = (2 * logarithm).sqrt() + 1 + noise * tail.sqrt() / arb(2).sqrt()
        for k in range(1, bits + 1):
            cut = NormalDist().inv_cdf(0.5**k) + float(rho / 2) ** 0.5
            place = abs(noise * ball(Fraction(cut)) - 1) / 2
            finding = "No context puts the threshold there."
            require(below(place, radius / arb(2).sqrt()), finding, rho=rho, k=k, place=place)


@checks("zcdp.kernelgap.oful")
@mutant("sharper: one choice less", passed=tuple((rho, bits - 1) for rho, bits in PASSED))
@mutant("the charge of a machine", losses=with_the_weight_of_the_prefix)
@mutant("other digits", shown=("0.3090", "0.4200", "0.4905", "0.5421"))
def linear_bandit_as_a_kernel(
    passed: tuple[tuple[Fraction, int], ...] = PASSED,
    losses: Losses = threshold_losses,
    shown: tuple[str, ...] = ("0.3090", "0.4200", "0.4905", "0.5420"),
) -> Verdict:
    """The charges in balls, and where the thresholds can be put."""
    numbers: dict[str, object] = {}
    for rho, bits in passed:
        reachable(rho, bits)
        sums = list(accumulate(losses(rho, bits)))
        numbers[f"sums at rho = {rho}"] = tuple(map(str, sums))
        if rho == Fraction(1, 2):
            for digits, total in zip(map(Fraction, shown), sums, strict=False):
                right = digits <= total.lo and total.hi < digits + Fraction(1, 10**4)
                require(right, "The sums have other digits.", printed=digits, sum=total)
        require(sums[-1].lo > rho, "The choices cost no more than rho.", rho=rho, sum=sums[-1])
    return proved(numbers=numbers, universal=None)


RATIOS = ((1, "5.5"), (3, "14"), (12, "51.8"))
"""Powers of 1/10, and how much larger KL is than the bound of Theorem 8."""


@checks("zcdp.kernelgap.probe")
@mutant("the kernel reading", memory=False)
@mutant("sharper: one per cent more", share=Fraction(101, 100))
@mutant("a probe in each round", rare=Fraction(1))
def rare_probes(
    memory: bool = True, share: Fraction = Fraction(1), rare: Fraction = Fraction(1, 10)
) -> Verdict:
    """The constants of three notions, and the divergence of the actions, exact."""
    half = Enclosure.of(arb(3).log() / 2)
    for power, least in RATIOS:
        p = rare**power
        kernel = probe(p, 3)
        paid, unpaid = (
            tuple(kernel.law(lambda path, r=r: r).values())  # type: ignore[misc]
            for r in (1, 0)
        )
        divergence = divergence_of_laws(paid, unpaid)
        policy = with_own_actions(kernel) if memory else kernel
        rho = zcdp_constant(policy, Notion.INTERACTIVE, 5)
        for notion in (Notion.VIEW, Notion.TABLE)[: 2 if power == 1 else 0]:
            result = zcdp_constant(kernel, notion, 5)
            same = result.lo <= rho.hi and rho.lo <= result.hi
            require(same, "The notions have other constants.", p=p, found=result, Interactive=rho)
        exact = divergence.lo <= (half * p).hi and (half * p).lo <= divergence.hi
        require(exact, "KL of the actions differs.", p=p, KL=divergence)
        factor = divergence.lo / (rho.hi * p)
        require(factor > Fraction(least) * share, "The bound is nearer.", p=p, factor=float(factor))
    kernel_rho = zcdp_constant(probe(Fraction(1, 10), 3), Notion.INTERACTIVE, 8)
    attained = kernel_rho.lo <= half.hi and half.lo <= kernel_rho.hi
    require(attained, "The kernel has another constant.", rho=kernel_rho)
    return proved(universal=None)


@checks("zcdp.kernelgap.unbounded")
@mutant("the kernel reading", memory=False)
@mutant("sharper: 12 times as much", times=Fraction(12))
def no_factor(
    memory: bool = True, times: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The steps, and the two sides at two probabilities."""
    sides, log_3 = Sides(), Enclosure.of(arb(3).log())
    for power in (1, 12):
        p = Fraction(1, 10**power)
        policy = with_own_actions(probe(p, 3)) if memory else probe(p, 3)
        rho = zcdp_constant(policy, Notion.INTERACTIVE, 5)
        decades = Enclosure.of(ball(10**power).log())
        allowed = log_3 * log_3 * p * 2
        sides.at_most(rho * p * decades * times, allowed, "KL is smaller.", p=p)
    return proof.verdict(sharpness=sides.sharpness)


GAP = written_proof("zcdp.kernelgap")


@checks("zcdp.kernelgap")
@mutant(
    "a release that says nothing",
    proof=GAP.changed(4, by=partial(charged_twice, (((Fraction(1, 3),) * 3,) * 2))),
)
@mutant(
    "the kernel in the place of the machine",
    proof=GAP.changed(5, by=partial(one_law_for_all, True)),
)
def two_readings(proof: Proof = GAP) -> Verdict:
    """One exact witness for both halves, and the two algorithms."""
    return proof.verdict()
