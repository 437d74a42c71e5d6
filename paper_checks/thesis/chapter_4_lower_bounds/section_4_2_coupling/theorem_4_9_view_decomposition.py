"""Claims about the KL decomposition under View DP: Theorem 4.9."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import INFINITE, Enclosure
from banditproof.theory.kl_decompositions import pure_kl_decomposition
from banditproof.theory.transport import total_variation
from banditproof.verify.decompositions.adaptive_witnesses import (
    Situation,
    counts_and_tells,
    one_response,
    stays_after_a_one,
)
from banditproof.verify.decompositions.coupled_environment import coupled_paths
from banditproof.verify.decompositions.kl_decomposition import scaled
from banditproof.verify.decompositions.visible_laws import action_law, environment_of
from banditproof.verify.definitions.finite_machine import Finite
from banditproof.verify.definitions.finite_policy import Law
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.exact_laws.law_divergences import Ratio, divergence_of_laws
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, sharpest
from .decomposition_situations import drawn
from .finite_channels import library_agrees, need_tight

Distance = Callable[[Sequence[Fraction], Sequence[Fraction]], Fraction]
Budget = Callable[[Finite], Ratio]
Rounds = Callable[[int], int]
ActionLaws = tuple[Law, Law]


def view_ratio(policy: Finite) -> Ratio:
    """e^eps of View DP, exact."""
    return pure_ratio(policy, Notion.VIEW)


def all_but_the_last(horizon: int) -> int:
    """T - 1: the last reward is never looked at."""
    return horizon - 1


def half_the_distance(p: Sequence[Fraction], q: Sequence[Fraction]) -> Fraction:
    """A wrong distance."""
    return total_variation(p, q) / 2


def eps_of(ratio: Ratio) -> Enclosure:
    """eps from e^eps, which may be infinite."""
    return INFINITE if isinstance(ratio, float) else enclose(lambda: ball(ratio).log(), 20)


def _cases(distance: Distance) -> Iterator[tuple[Situation, ActionLaws, list[Fraction]]]:
    """Drawn and chosen kernels, the laws of their actions, and t_a of each arm."""
    surely = [one_response(10**6), one_response(10**200, "0.5"), one_response(10**200, "0.1")]
    chosen = [*surely, one_response(3, "0.2"), stays_after_a_one(2)]
    for case in (*drawn(71, 9, (2, 3, 4)), *chosen, counts_and_tells(Fraction(1, 1000))):
        first, second = (environment_of(case.policy, given) for given in (case.one, case.two))
        laws = action_law(case.policy, first), action_law(case.policy, second)
        yield case, laws, [distance(p, q) for p, q in zip(first, second, strict=True)]


@checks("thesis.thm4.9")
@mutant("sharper: sum to T - 2", rounds=lambda horizon: horizon - 2)
@mutant("half the total variation", distance=half_the_distance)
@mutant("sharper: 99 % of eps", part=Fraction(99, 100))
@mutant("eps understated", budget=lambda policy: (1 + view_ratio(policy)) / 2)
def view_decomposition(
    rounds: Rounds = all_but_the_last,
    distance: Distance = total_variation,
    budget: Budget = view_ratio,
    part: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact laws and eps against the sum over T - 1 rounds, and group privacy on each path."""
    for eps, moved in ((Fraction(1, 3), Fraction(5, 2)), (Fraction(7), Fraction(0))):
        library_agrees(eps * moved, pure_kl_decomposition, eps, moved)
    sides = Sides()
    for number, (case, laws, away) in enumerate(_cases(distance)):
        until, ratio = rounds(case.policy.horizon), budget(case.policy)
        total = sum(
            (mass * away[arm] for actions, mass in laws[0].items() for arm in actions[:until]),
            Fraction(0),
        )
        for path in coupled_paths(case.policy, case.one, case.two):
            most = path.under_q * Fraction(ratio) ** path.mismatches
            finding = "Group privacy fails for a path."
            require(path.under_p <= most, finding, case=number, path=path)
        left, right = divergence_of_laws(*laws), scaled(eps_of(ratio), part * total)
        finding = "The divergence is larger than eps times the expected distance."
        sides.at_most(left, right, finding, case=number)
    need_tight(sides)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.thm4.9.pathwise")
def along_each_path(proof: Proof = WRITTEN) -> Verdict:
    """Theorem 4.8 event by event, for the view mechanism and the event of one sequence."""
    return proof.verdict(
        sharpness=sharpest(
            "((1 - t)/(1 + r) + t*r/(1 + r))*(1 + r) <= 1 + t*(r - 1)", {"t": "1/2", "r": 3}
        )
    )
