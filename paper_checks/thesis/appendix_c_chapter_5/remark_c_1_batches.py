"""Claims about other notions of privacy and other orders of rounds: Remark C.1, and batches."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Subjects, Verdict, checks
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.exact_laws.law_divergences import worst_delta, worst_moment
from .alternating_batches import ONE_REWARD, TWO_REWARDS, Row, alternating, one_apart, ratio_of

ViewLaw = dict[tuple[int, ...], Fraction]
LEVEL, MACHINE = Fraction(6, 5), alternating()
INSTANCES = (
    "A machine with alternating batches, discrete noise and a stop, T = 5, exact, for all lists of "
    "rewards (an adversary can do no more: what it reads does not depend on her queries)."
)


def view_law(machine: FiniteMachine, bits: tuple[int, ...]) -> ViewLaw:
    """The law of the view when the first rewards are these, and later ones 0."""
    return machine.view_law(lambda path: (path[-1], (*bits, 0)[len(path) - 1]))


def views(machine: FiniteMachine) -> Iterator[tuple[ViewLaw, ViewLaw]]:
    """The laws of the view for lists of rewards that differ in one."""
    laws = {bits: view_law(machine, bits) for bits in product((0, 1), repeat=3)}
    for bits, law in laws.items():
        for j in range(3):
            yield law, laws[(*bits[:j], 1 - bits[j], *bits[j + 1 :])]


def releases() -> Iterator[tuple[ViewLaw, ViewLaw]]:
    """The laws of a release for counts that are one apart, as laws of short views."""
    for law in (ONE_REWARD, TWO_REWARDS):
        for first, second in one_apart(law):
            yield view_of(first), view_of(second)


def view_of(row: Row) -> ViewLaw:
    """The law of a view that is one release."""
    return {(value,): mass for value, mass in enumerate(row)}


def pure_cost(machine: FiniteMachine, share: Fraction) -> Sides:
    """e^eps of the machine against adversaries, and of its releases."""
    sides, most = Sides(), max(map(ratio_of, (ONE_REWARD, TWO_REWARDS)))
    result = pure_ratio(machine, Notion.INTERACTIVE)
    sides.at_most(result, share * most, "The view costs more than a release.", of_a_release=most)
    return sides


def approximate_cost(machine: FiniteMachine, share: Fraction) -> Sides:
    """delta at e^eps = 6/5 of the view, and of the releases."""
    sides, most = Sides(), worst_delta(releases(), LEVEL)
    result = worst_delta(views(machine), LEVEL)
    sides.at_most(result, share * most, "The view has a larger delta.", of_a_release=most)
    return sides


def moment_cost(machine: FiniteMachine, share: Fraction) -> Sides:
    """The moments of orders 2 and 3 of the view, and of the releases."""
    sides = Sides()
    for order in (2, 3):
        result, most = worst_moment(views(machine), order), worst_moment(releases(), order)
        sides.at_most(result, share * most, "The view has a larger moment.", order=order)
    return sides


WRONG: dict[str, Subjects] = {
    "a stop that reads a raw reward": {"machine": alternating(reads_raw=True)},
    "a reward in two batches": {"machine": alternating(counts_twice=True)},
    "sharper: 0.99 of the cost": {"share": Fraction(99, 100)},
}


@checks(
    "thesis.proof.generic.batches",
    mutants={**WRONG, "noise that is drawn again": {"machine": alternating(redrawn=True)}},
)
def hockey_stick_of_batches(
    machine: FiniteMachine = MACHINE, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The steps, and the exact delta of such a machine."""
    pure_cost(machine, share)
    return proof.verdict(instances=INSTANCES, sharpness=approximate_cost(machine, share).sharpness)


@checks("thesis.proof.generic.batches.renyi", mutants={**WRONG})
def moments_of_batches(
    machine: FiniteMachine = MACHINE, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The steps, and the exact moments of such a machine."""
    return proof.verdict(instances=INSTANCES, sharpness=moment_cost(machine, share).sharpness)


@checks("thesis.remC.1.pure", mutants={**WRONG})
def pure_episodes(
    machine: FiniteMachine = MACHINE, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """delta = 0 of the general form."""
    return proof.verdict(instances=INSTANCES, sharpness=pure_cost(machine, share).sharpness)


@checks("thesis.remC.1.relaxations", mutants={**WRONG})
def relaxed_episodes(
    machine: FiniteMachine = MACHINE, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Both forms of the general claim."""
    moment_cost(machine, share)
    return proof.verdict(instances=INSTANCES, sharpness=approximate_cost(machine, share).sharpness)
