"""Claims about the episodes of AdaC-OFUL: (23), (24), (25), and how long an episode can be."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, require, require_or_repair
from ...models.design_updates import LINE, ORACLE, SEQUENCES, determinants, starts

PARAMETERS = tuple(
    (Fraction(scale), Fraction(doubling))
    for scale, doubling in (("1", "1"), ("1", "1/10"), ("1/10", "9/10"), ("3", "1/2"), ("2", "5"))
)
"""lambda and C with C + lambda >= 1."""
SLOW = ((Fraction(1), Fraction(1, 200)),)
"""With lambda = 1 and a small C the second round is an episode already: the ratio is 2."""
Ends = Sequence[int]


def episodes(
    parameters: Sequence[tuple[Fraction, Fraction]], length: Fraction = Fraction(1)
) -> Iterator[tuple[Fraction, Fraction, list[Fraction], Ends]]:
    """lambda, C, the determinants and the first rounds of the episodes, of four sequences."""
    for scale, doubling in parameters:
        for rows in SEQUENCES:
            dets = determinants([tuple(length * x for x in row) for row in rows], scale)
            yield scale, doubling, dets, starts(dets, doubling)


@checks("zcdp.eplen.eq23", subjects={"shift": (0, 1)})
@mutant("sharper: 1 + 0.9 C", factor=Fraction(9, 10))
@mutant("sharper: 1 for 1 + 1/lambda", last=Fraction(0))
@mutant("one round more", late=1)
def growth_in_an_episode(
    shift: int = 1,
    factor: Fraction = Fraction(1),
    last: Fraction = Fraction(1),
    late: int = 0,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact determinants; the sequence of the update-time oracle comes first."""
    sides = Sides()
    for scale, doubling, dets, first in episodes(PARAMETERS):
        if len(dets) == len(ORACLE) + 1 and dets[15] == 52 and scale == doubling == 1:
            need(first == [1, 3, 7, 14, 17, 32, 40], "Updates come elsewhere", first=first)
        for start, after in pairwise(first):
            case: dict[str, Any] = {
                "actions": "12 e_1, 3 e_2, 20 e_1, 5 e_2" if dets[15] == 52 else "others",
                "episode": (start, after - 1),
                "ratio": dets[after - 1 - shift] / dets[start - shift],
                "lambda ": scale,
                "C": doubling,
            }
            most = 1 + factor * doubling
            if not shift:
                require_or_repair(
                    dets[after - 1] <= most * dets[start],
                    "The determinant grows more: V_t at the end of an episode has the round that "
                    "makes line 6 fire, and V_t at its start has the first round already.",
                    **case,
                )
                continue
            finding = "The determinant grows more."
            sides.at_most(
                dets[after - 1 - shift + late], most * dets[start - shift], finding, **case
            )
            with_last = (1 + doubling) * (1 + last / scale) * dets[start]
            require(dets[after - 1] <= with_last, "The last vector has a larger factor.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.fix.oful.len")
@mutant("shorter vectors", length=Fraction(1, 2))
@mutant("sharper: one round less", allowance=1)
@mutant("C + lambda below 1", parameters=((Fraction(1, 10), Fraction(1, 10)),))
def longest_episode(
    allowance: int = 0,
    length: Fraction = Fraction(1),
    parameters: Sequence[tuple[Fraction, Fraction]] = PARAMETERS,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact first rounds for four sequences of unit vectors, and for shorter ones as a mutant."""
    sides = Sides()
    for scale, doubling, _, first in episodes(parameters, length):
        for start, after in pairwise(first):
            case: dict[str, Any] = {"lambda": scale, "C": doubling, "start": start, "next": after}
            bound = (1 + doubling) * (start + scale - 1) + 2 - scale
            sides.at_most(Fraction(after + allowance), bound, "The episode is longer.", **case)
            ratio = (1 + doubling) * (1 + scale) * start
            require(after <= ratio, "The ratio of the first rounds is larger.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.eplen.ratio")
@mutant("lambda and C of 1/10", parameters=((Fraction(1, 10), Fraction(1, 10)),))
@mutant("sharper: (1+C) lambda", factor=lambda scale: scale)
@mutant("sharper: 99 % of it", factor=lambda scale: Fraction(99, 100) * (1 + scale))
def ratio_of_first_rounds(
    parameters: Sequence[tuple[Fraction, Fraction]] = SLOW + PARAMETERS[:1] + PARAMETERS[3:],
    factor: Callable[[Fraction], Fraction] = lambda scale: 1 + scale,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact first rounds; the first two episodes have the largest ratio."""
    sides = Sides()
    for scale, doubling, _, first in episodes(parameters):
        for start, after in pairwise(first):
            case: dict[str, Any] = {"lambda": scale, "C": doubling, "start": start, "next": after}
            bound = (1 + doubling) * factor(scale)
            sides.at_most(Fraction(after, start), bound, "The ratio is larger.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.eplen.eq25", subjects={"least": (0, 1)})
@mutant("sharper: 99 % of it", factor=Fraction(99, 100))
def sum_of_inverses(
    least: int = 1, factor: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Exact sums; three rounds on a line, lambda = 1 and C = 1/2, have all of the bound."""
    sides = Sides()
    cases = [case[:3] for case in episodes((*PARAMETERS, (Fraction(1, 10),) * 2))]
    cases.append((Fraction(1), Fraction(1, 2), determinants(LINE[:3], Fraction(1))))
    for scale, doubling, dets in cases:
        first = starts(dets[:-1], doubling)
        ends, total = [*first[1:], len(dets)], Fraction(0)
        for start, after in zip(first, ends, strict=True):
            tau = start - 1
            if tau < least:
                continue
            finding = (
                "In the first episode the last update is at 0, and the sum is infinite; later "
                "tau_t = t_l - 1, not t_l."
            )
            require_or_repair(tau > 0, finding, lambda_=scale, C=doubling, t=start, tau=tau)
            total += Fraction(after - start, tau)
        bound = factor * (1 + doubling * (1 + scale)) * (len(first) - 1)
        case: dict[str, Any] = {"lambda": scale, "C": doubling, "T": len(dets) - 1}
        sides.at_most(total, bound, "The sum is larger.", **case)
    return proof.verdict(sharpness=sides.sharpness)
