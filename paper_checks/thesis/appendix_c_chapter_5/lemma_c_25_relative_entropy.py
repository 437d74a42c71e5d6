"""Claims about the relative entropy of Bernoulli laws: Definition C.24 and Lemma C.25."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import INFINITE, ZERO

Divergence = Callable[[Fraction, Fraction], Enclosure]
GRID = (Fraction(0), Fraction(1, 10**12), *(Fraction(k, 8) for k in range(1, 8)), Fraction(1))


def library(p: Fraction, q: Fraction) -> Enclosure:
    """kl(p, q) in balls."""
    return certify(kl, p, q, digits=25)


def minus_log(x: Fraction) -> Enclosure:
    """log(1/x), infinite at 0."""
    return INFINITE if x == 0 else Enclosure.of(-ball(x).log()) if x < 1 else ZERO


def printed_ends(p: Fraction, q: Fraction) -> list[Enclosure]:
    """What the definition gives at the singularities that (p, q) belongs to."""
    results = []
    if p == 0:
        results.append(minus_log(1 - q))
    if p == 1:
        results.append(minus_log(q))
    if q in (0, 1):
        results.append(ZERO if p == q else INFINITE)
    return results


@checks("thesis.defC.24")
@mutant("the ends of the other argument", divergence=lambda p, q: library(q, p))
@mutant("a finite value at q = 0", divergence=lambda p, q: library(p, max(q, Fraction(1, 10**30))))
@mutant("1 - q for q", divergence=lambda p, q: library(p, 1 - q))
def entropy_with_its_ends(divergence: Divergence = library) -> Verdict:
    """The library's divergence at all ends, where several lines of the definition meet too."""
    with working_precision(128):
        for p, q in product(GRID, repeat=2):
            value = divergence(p, q)
            case: dict[str, Any] = {"p": p, "q": q}
            for end in printed_ends(p, q):
                same = value == end or abs(value - end) < Fraction(1, 10**15)
                require(same, "An end has another value.", **case, value=value, printed=end)
            if 0 < q < 1:
                terms = ((a, a / b) for a, b in ((p, q), (1 - p, 1 - q)) if a)
                total = sum((ball(a) * ball(ratio).log() for a, ratio in terms), arb(0))
                near = abs(value - Enclosure.of(total)) < Fraction(1, 10**15)
                require(near, "It is not the printed sum.", **case, value=value)
    return points()


INSIDE = tuple(Fraction(k, 8) for k in range(1, 8))


@checks("thesis.lemC.25.convex")
@mutant("the square root", divergence=lambda p, q: Enclosure.of(ball_of(p, q).sqrt()))
@mutant("sharper: 0.999 of the mean", share=Fraction(999, 1000))
def convex(
    divergence: Divergence = library, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The tangents, and the middle of pairs of arguments."""
    sides = Sides()
    triples = [(p, x, y) for p, x, y in product(INSIDE, repeat=3) if x < y]
    triples.append((Fraction(1, 8), Fraction(3, 4), Fraction(76, 100)))
    for p, x, y in triples:
        case: dict[str, Any] = {"p": p, "x": x, "y": y}
        mean = share * (divergence(x, p) + divergence(y, p)) / 2
        sides.at_most(divergence((x + y) / 2, p), mean, "It is not convex in p.", **case)
        mean = share * (divergence(p, x) + divergence(p, y)) / 2
        sides.at_most(divergence(p, (x + y) / 2), mean, "It is not convex in q.", **case)
        if x != p:
            require(divergence(x, p) > 0, "Another minimum.", **case)
    return proof.verdict(sharpness=sides.sharpness)


def ball_of(p: Fraction, q: Fraction) -> arb:
    """kl(p, q) as a ball, inside of the square."""
    return ball((library(p, q).lower + library(p, q).upper) / 2)


@checks("thesis.lemC.25.monotone")
@mutant("1 - q for q", divergence=lambda p, q: library(p, 1 - q))
@mutant("sharper: also below p", ordered=lambda p, x, y: x < y)
def monotone(
    divergence: Divergence = library,
    ordered: Callable[[Fraction, Fraction, Fraction], bool] = lambda p, x, y: p <= x < y,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The steps, and all triples of a grid, on both sides."""
    sides = Sides()
    for p, x, y in product(GRID, repeat=3):
        for item, near, far in ((p, x, y), (1 - p, 1 - x, 1 - y)):
            if ordered(p, x, y):
                case: dict[str, Any] = {"p": item, "near": near, "far": far}
                closer, away = divergence(item, near), divergence(item, far)
                sides.at_most(closer, away, "It falls with the distance in q.", **case)
                if item not in (0, 1):
                    closer, away = divergence(near, item), divergence(far, item)
                    sides.at_most(closer, away, "It falls with the distance in p.", **case)
    return proof.verdict(sharpness=sides.sharpness)
