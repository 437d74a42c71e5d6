"""Claims about convergence in law and in probability, and tightness: Section 2.4.1."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.powers_of_n import Powers
from banditproof.paper_checks.models.sequences_of_laws import Limit, Sequence, cdf_of
from banditproof.paper_checks.verdicts.vocabulary import cited, misprinted, need, points, require

HALF, ONE = Fraction(1, 2), Fraction(1)
n = Powers.n


@dataclass(frozen=True)
class Case:
    """Laws of X_n and of X_n - X, and the law of X, on one space."""

    name: str
    own: Sequence
    gap: Sequence
    to: Limit


def constant(name: str, own: Sequence, to: Fraction) -> Case:
    """A case in which X is a number."""
    return Case(name, own, own.image(lambda value: value - to), {to: ONE})


COIN = Sequence.of((0, HALF), (1, HALF))
FAIR: Limit = {Fraction(0): HALF, ONE: HALF}
CASES = (
    constant("1/n", Sequence.of((n(-1), 1)), Fraction(0)),
    constant("-1/n", Sequence.of((n(-1, -1), 1)), Fraction(0)),
    constant("1/2 + 1/n", Sequence.of((n(-1) + HALF, 1)), Fraction(0)),
    constant("n with probability 1/n", Sequence.of((n(), n(-1)), (0, 1 - n(-1))), Fraction(0)),
    constant("n with probability 1/4", Sequence.of((n(), HALF**2), (0, 3 * HALF**2)), Fraction(0)),
    constant("n", Sequence.of((n(), 1)), Fraction(0)),
    constant("-1", Sequence.of((-1, 1)), Fraction(0)),
    constant("n^(-1/2) times a sign", Sequence.of((n(-HALF), HALF), (n(-HALF, -1), HALF)), ONE - 1),
    Case("a coin turned over", COIN, Sequence.of((1, HALF), (-1, HALF)), FAIR),
    Case(
        "a coin, false once in n",
        Sequence.of((0, HALF), (1, HALF)),
        Sequence.of((0, 1 - n(-1)), (1, n(-1, HALF)), (-1, n(-1, HALF))),
        FAIR,
    ),
)
GRID = tuple(Fraction(k, 8) for k in range(-16, 17))

Places = Callable[[Limit], list[Fraction]]


def continuity_points(law: Limit) -> list[Fraction]:
    """The places of the grid where the limit's distribution function is continuous."""
    return [x for x in GRID if x not in law]


def in_law(case: Case, places: Places, to: Limit | None = None) -> bool:
    """Whether P(X_n <= x) tends to P(X <= x) at these places."""
    law = case.to if to is None else to
    return all(case.own.cdf(x) == cdf_of(law, x) for x in places(law))


def in_probability(case: Case, margins: tuple[Fraction, ...]) -> bool:
    """Whether P(|X_n - X| > eps) tends to 0 for these eps."""
    return all(case.gap.beyond(eps).limit == 0 for eps in margins)


@checks("thesis.asy.def.convergence.modes")
@mutant("at every x", places=lambda law: list(GRID))
@mutant("far out only", places=lambda law: [GRID[0], GRID[-1]])
@mutant("sharper: eps = 0 too", margins=(Fraction(0), HALF))
@mutant("eps = 1 only", margins=(ONE,))
def modes(
    places: Places = continuity_points, margins: tuple[Fraction, ...] = (HALF / 8, HALF, ONE)
) -> Verdict:
    """Ten exact sequences: the definitions give what is known of them, and agree."""
    known = {"1/n", "-1/n", "n with probability 1/n", "n^(-1/2) times a sign"}
    known |= {"a coin, false once in n"}
    for case in CASES:
        law, probability = in_law(case, places), in_probability(case, margins)
        right = probability == (case.name in known)
        require(right, "Convergence in probability differs.", sequence=case.name)
        right = law == (case.name in {*known, "a coin turned over"})
        require(right, "Convergence in law differs.", sequence=case.name)
        for other in (FAIR, {Fraction(0): ONE}, {ONE: ONE}):
            unique = not (law and other != case.to and in_law(case, places, other))
            require(unique, "There are two limits.", sequence=case.name, other=dict(other))
    return points()


def some_level(sequence: Sequence, eps: Fraction) -> bool:
    """Whether some M has sup_n P(|X_n| > M) < eps: finitely many n never matter."""
    return isinstance(sequence.escaping, Fraction) and sequence.escaping < eps


@checks("thesis.asy.def.convergence.tight")
@mutant("eps > 0", every=(HALF / 8, HALF))
def tight(every: tuple[Fraction, ...] = (Fraction(0), HALF / 8, HALF)) -> Verdict:
    """No sequence meets it at eps = 0; with eps > 0 tight laws keep all their mass."""
    for case in CASES:
        result = all(some_level(case.own, eps) for eps in every if eps > 0)
        whole_law = sum(case.own.limit.values()) == 1
        need(result == whole_law, "Tightness and the lost mass disagree", sequence=case.name)
    if all(some_level(CASES[0].own, eps) for eps in every):
        return points()
    return misprinted(sequence="X_n = 0 for all n", eps=0)


Map = tuple[str, Callable[[Powers], Powers | int], frozenset[Fraction]]
"""A function, and the points where it is not continuous."""


def step_at(place: Fraction) -> Map:
    """1 above a place, 0 elsewhere."""
    return f"1(x > {place})", lambda value: int(value.exceeds(place)), frozenset({place})


MAPS: tuple[Map, ...] = (
    ("x^2", lambda value: value**2, frozenset()),
    ("3 - 2x", lambda value: 3 - 2 * value, frozenset()),
    step_at(Fraction(0)),
    step_at(HALF),
    step_at(ONE),
)


@checks("thesis.asy.thm.cmt")
@mutant("sharper: any g", needs_continuity=False)
def continuous_mapping(needs_continuity: bool = True, proof: Proof = WRITTEN) -> Verdict:
    """The proof, and exact sequences under continuous functions and steps."""
    used = 0
    for case, (name, g, jumps) in product(CASES, MAPS):
        if not in_law(case, continuity_points) or (needs_continuity and jumps & set(case.to)):
            continue
        law: dict[Any, Fraction] = {}
        for x, mass in case.to.items():
            value = Powers.of(g(Powers.of(x))).limit
            law[value] = law.get(value, Fraction(0)) + mass
        image = Case(name, case.own.image(g), case.own, law)
        right = in_law(image, continuity_points)
        require(right, "The values do not converge.", sequence=case.name, g=name)
        used += len(jumps)
    need(used >= 5, "Too few functions that jump outside of C", used=used)
    return proof.verdict()


@checks("thesis.asy.thm.prohorov")
@mutant("sharper: every sequence has one", needs_tightness=False)
@mutant("sharper: without a subsequence", subsequence=False)
def prohorov(needs_tightness: bool = True, subsequence: bool = True) -> Verdict:
    """Exact sequences and their mixtures by the parity of n."""
    for first, second in product(
        CASES, repeat=2
    ):  # X_n follows one law for even n, the other for odd
        keeps = first.own.escaping == second.own.escaping == 0
        converges = first.own.limit == second.own.limit and sum(first.own.limit.values()) == 1
        case: dict[str, Any] = {"even n": first.name, "odd n": second.name}
        require(keeps or not converges, "A limit in law, and not tight.", **case)
        if keeps or not needs_tightness:
            along = subsequence or converges
            kept = sum(first.own.limit.values()) == 1 or sum(second.own.limit.values()) == 1
            require(along and kept, "No limit.", **case)
    return cited()
