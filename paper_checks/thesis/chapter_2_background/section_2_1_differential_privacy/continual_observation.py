"""The claim about privacy under continual observation: the definition of Section 2.1.5."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import coin
from banditproof.paper_checks.models.own_divergences import need_own_divergences
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.verify.evidence import Grade
from ....models.finite_laws import RATIOS, Law, bit_lists, excess, joint, largest_ratio, neighbours
from .binary_streams import Stream

LENGTH = 3
Releases = tuple[Law, ...]
"""The laws of the answers at each step, independent of each other given the stream."""
Outputs = Callable[[Releases], list[Law]]
"""The laws that must be indistinguishable under neighbouring streams."""


def running_parities(stream: Stream) -> Releases:
    """At each step the parity so far, by randomised response of odds 2."""
    return tuple(coin(Fraction(2), sum(stream[: t + 1]) % 2) for t in range(len(stream)))


def noisy_bits(stream: Stream) -> Releases:
    """At each step the new bit, by randomised response of odds 2."""
    return tuple(coin(Fraction(2), bit) for bit in stream)


def whole_sequence(answers: Releases) -> list[Law]:
    """The law of (a_1, ..., a_T)."""
    law: Law = (Fraction(1),)
    for answer in answers:
        law = joint(law, answer)
    return [law]


def _single_answers(answers: Releases) -> list[Law]:
    """Wrong: each answer for itself."""
    return list(answers)


def _last_answer(answers: Releases) -> list[Law]:
    """Wrong: the last answer only."""
    return [answers[-1]]


@checks("thesis.sec2.1.5.continual")
@mutant("each answer for itself", outputs=_single_answers)
@mutant("the last answer", outputs=_last_answer)
def private_sequences(outputs: Outputs = whole_sequence) -> Verdict:
    """Two mechanisms on three bits: budgets of the sequence, and events of three answers."""
    need_own_divergences()
    known = ((running_parities, Fraction(2) ** LENGTH), (noisy_bits, Fraction(2)))
    for mechanism, budget in known:
        laws = {x: outputs(mechanism(x)) for x in bit_lists(LENGTH)}
        pairs = [z for d, e in neighbours(LENGTH) for z in zip(laws[d], laws[e], strict=True)]
        result = max(largest_ratio(p, q) for p, q in pairs)
        finding = "The budget is not that of the sequence."
        require(result == budget, finding, grade=Grade.PROVED, mechanism=mechanism, e_to_eps=result)
        for ratio in RATIOS:
            # the best event, answer by answer, for the first bit
            first, second = (mechanism((bit, 0, 0)) for bit in (0, 1))
            best = Fraction(0)
            for answers in product((0, 1), repeat=LENGTH):
                p = q = Fraction(1)
                for t, a in enumerate(answers):
                    p, q = p * first[t][a], q * second[t][a]
                best += max(Fraction(0), p - ratio * q)
            delta = max(excess(p, q, ratio) for p, q in pairs)
            require(best <= delta, "An event of the sequence gains more.", e_to_eps=ratio)
    return points()
