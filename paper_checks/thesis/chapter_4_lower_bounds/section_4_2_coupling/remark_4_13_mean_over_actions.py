"""Claims about Remark 4.13: what View zCDP controls, and what only Interactive zCDP does."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from banditproof.paper_checks.verdicts.vocabulary import require, require_or_repair
from banditproof.verify.decompositions.adaptive_witnesses import one_response, rare_probe
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws, log_sum
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, written_proof
from .decomposition_situations import drawn, noisy_count
from .finite_channels import need_tight
from .theorem_4_12_group_privacy import SLACK, Logs, largest_sum, step_logs


def coordinates(logs: Mapping[Fraction, Fraction]) -> dict[Fraction, Fraction]:
    """The sum of weight log(ratio) in the basis of log(primes), which is unique.

    >>> coordinates({Fraction(4, 3): Fraction(1, 2), Fraction(3): Fraction(1)})
    {Fraction(2, 1): Fraction(1, 1), Fraction(3, 1): Fraction(1, 2)}
    """
    result = Logs()
    for ratio, weight in logs.items():
        for rest, sign in ((ratio.numerator, 1), (ratio.denominator, -1)):
            divisor = 2
            while rest > 1:
                if divisor * divisor > rest:
                    divisor = rest
                while rest % divisor == 0:
                    result[Fraction(divisor)] += sign * weight
                    rest //= divisor
                divisor += 1
    return {prime: weight for prime, weight in sorted(result.items()) if weight}


def four_lines(
    policy: FinitePolicy, one: tuple[int, ...], two: tuple[int, ...], seen: int
) -> list[dict[Fraction, Fraction]]:
    """KL(V_r || V_r') and the remark's lines under the view law number `seen` (0: V_r), exact.

    The lines: E[log V_r/V_r'], E[sum_t log pi_t/pi'_t], and E[sum_t KL(pi_t || pi'_t)].
    """
    laws = [policy.law(lambda prefix: one[len(prefix) - 1])]
    laws.append(policy.law(lambda prefix: two[len(prefix) - 1]))
    truth, first, second, last = Logs(), Logs(), Logs(), Logs()
    for actions, mass in laws[0].items():
        if mass:
            truth[mass / laws[1][actions]] += mass
    for actions, mass in laws[seen].items():
        if not mass:
            continue
        first[laws[0][actions] / laws[1][actions]] += mass
        left, right = (tuple(zip(actions, r, strict=True)) for r in (one, two))
        for t, arm in enumerate(actions):
            p, q = policy.kernel[left[:t]], policy.kernel[right[:t]]
            second[p[arm] / q[arm]] += mass
            last.add(step_logs(policy, left[:t], right[:t], mass))
    return [coordinates(line) for line in (truth, first, second, last)]


OTHER_MEASURE = (
    "Under V_r' the second and third expressions are -KL(V_r' || V_r), which is negative where the "
    "first is positive: the actions must be drawn from V_r."
)


def _two_lists() -> Iterator[tuple[str, FinitePolicy, tuple[int, ...], tuple[int, ...]]]:
    yield "a_2 is a randomised response of r_1, ratio 3", one_response(3).kernel, (1, 0), (0, 0)
    for case in drawn(83, 3, (2, 3)):
        horizon = case.policy.horizon
        yield "a random kernel", case.kernel, (1, 0, 1)[:horizon], (0, 1, 1)[:horizon]


@checks("thesis.rem4.13.mean", subjects={"seen": (1, 0)})
def view_controls_a_mean(seen: int, proof: Proof = WRITTEN) -> Verdict:
    """The chain rule with exact logarithms; conditional means of the third line are the fourth."""
    for name, policy, first, second in _two_lists():
        truth, *others = four_lines(policy, first, second, seen)
        require_or_repair(
            all(line == truth for line in others),
            OTHER_MEASURE,
            policy=f"K = 2, {name}",
            r=first,
            r_other=second,
            KL=log_sum(truth),
            second_expression=log_sum(others[0]),
        )
    return proof.verdict()


def _row(rewards: Sequence[int], prefix: Sequence[int]) -> int:
    """The reward of the last action of a prefix, whatever the action."""
    return rewards[len(prefix) - 1]


@checks("thesis.rem4.13.group")
@mutant("sharper: 99 % of rho", part=Fraction(99, 100))
@mutant("sharper: the distance for its square", power=1)
def group_privacy_of_views(
    part: Fraction = Fraction(1), power: int = 2, proof: Proof = WRITTEN
) -> Verdict:
    """The View laws of four kernels; a clipped count with little noise comes near."""
    sides = Sides()
    chosen = [("a count", noisy_count(2, Fraction(1, 10**4)), (0, 0, 0), (1, 1, 0))]
    for name, policy, first, second in (*chosen, *_two_lists()):
        rho = zcdp_constant(policy, Notion.VIEW, 10)
        d = sum(r != s for r, s in zip(first[: policy.horizon - 1], second, strict=False))
        laws = [policy.law(partial(_row, rewards)) for rewards in (first, second)]
        most, finding = rho * (part * d**power * (1 + SLACK)), "The views differ by more."
        sides.at_most(divergence_of_laws(laws[0], laws[1]), most, finding, policy=name, d=d)
    need_tight(sides)
    return proof.verdict(sharpness=sides.sharpness)


def path_above_constants(notions: tuple[Notion, ...] = (Notion.VIEW, Notion.TABLE)) -> str:
    """A kernel whose rare prefix leaks more than its View and Table constants."""
    kernel = rare_probe().kernel
    total, result = largest_sum(kernel), {}
    for notion in notions:
        rho = zcdp_constant(kernel, notion, 6)
        finding = "No prefix leaks more than the constant."
        require(total > rho, finding, notion=notion.value, rho=rho, largest_sum=total)
        result[notion.value] = rho
    return (
        f"a policy that probes with probability 1/10 has a sum of {total} along the probe, at "
        f"distance 1, above its constants {result}"
    )


STRONGER = written_proof("thesis.rem4.13.stronger")


@checks("thesis.rem4.13.stronger")
@mutant(
    "the Interactive constant",
    proof=STRONGER.changed(6, by=partial(path_above_constants, (Notion.INTERACTIVE,))),
)
def only_the_mean(proof: Proof = STRONGER) -> Verdict:
    """The two bounds, and a kernel whose rare prefix leaks more."""
    return proof.verdict()
