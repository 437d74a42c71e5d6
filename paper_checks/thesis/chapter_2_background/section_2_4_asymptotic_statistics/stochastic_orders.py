"""Claims about o_p and O_p: Definition 2.38 and Lemma 2.39."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.powers_of_n import Powers
from banditproof.paper_checks.models.sequences_of_laws import Sequence
from banditproof.paper_checks.verdicts.vocabulary import need, points, require

HALF = Fraction(1, 2)
n = Powers.n
RARE = Sequence.of((n(), n(-HALF)), (0, 1 - n(-HALF)))
"""n with probability n^(-1/2): bounded in probability, without bounded means."""
SEQUENCES = {
    "1": Sequence.of((1, 1)),
    "1/n": Sequence.of((n(-1), 1)),
    "n": Sequence.of((n(), 1)),
    "a sign over the root of n": Sequence.of((n(-HALF), HALF), (n(-HALF, -1), HALF)),
    "n with probability n^(-1/2)": RARE,
    "n with probability 1/4": Sequence.of((n(), HALF**2), (0, 1 - HALF**2)),
}
RATES = tuple(Fraction(k, 2) for k in range(-4, 5))

Order = Callable[[Sequence, Fraction], bool]


def quotient(x: Sequence, rate: Fraction) -> Sequence:
    """Y_n with X_n = Y_n n^rate."""
    return x.image(lambda value: value * n(-rate))


def is_small(x: Sequence, rate: Fraction) -> bool:
    """X_n = o_p(n^rate): Y_n tends to 0 in probability."""
    y = quotient(x, rate)
    return all(y.beyond(eps).limit == 0 for eps in (HALF**10, HALF))


def is_bounded(x: Sequence, rate: Fraction) -> bool:
    """X_n = O_p(n^rate): (Y_n) is uniformly tight."""
    return quotient(x, rate).escaping == 0


@checks("thesis.asy.def.op")
@mutant("o_p by tightness", small=is_bounded)
@mutant("Y = X R", small=lambda x, rate: is_small(x, -rate))
@mutant("O_p by means", bounded=lambda x, rate: quotient(x, rate).moment(2).limit != inf)
def orders(small: Order = is_small, bounded: Order = is_bounded) -> Verdict:
    """Six exact sequences at nine rates: the usual rules, and what the rates of each one are."""
    least: dict[str, Fraction | int] = {
        "1": 0,
        "1/n": -1,
        "n": 1,
        "a sign over the root of n": -HALF,
    }
    for (name, x), rate in product(SEQUENCES.items(), RATES):
        case: dict[str, Any] = {"X": name, "rate": f"n^{rate}"}
        require(bounded(x, rate) or not small(x, rate), "o_p, and not O_p.", **case)
        faster = all(small(x, other) for other in RATES if bounded(x, rate) and other > rate)
        require(faster, "O_p(n^a), and not o_p(n^b) for b > a.", **case)
        if name in least:
            require(bounded(x, rate) == (rate >= least[name]), "Another O_p.", **case)
            require(small(x, rate) == (rate > least[name]), "Another o_p.", **case)
    need(is_small(RARE, Fraction(-2)), "A rare value is not o_p of every rate")
    require(bounded(RARE, Fraction(0)), "A rare value is not bounded.", rate=0)
    return points(numbers={"mean of the rare value": str(RARE.moment(1))})


Remainder = tuple[str, Callable[[Powers], Powers | int], int | Fraction, int]
"""A function R of one variable, and its largest p with R(h) = O(|h|^p) and with o(|h|^p)."""
REMAINDERS: tuple[Remainder, ...] = (
    ("h^3 - h^5", lambda h: h**3 - h**5, 3, 2),
    ("h^2 where h > 0", lambda h: h**2 if h.exceeds(0) else 0, 2, 1),
    ("h", lambda h: h, 1, 0),
)


@checks("thesis.asy.lem.taylor")
@mutant("sharper: R(h) = O(|h|^p) gives o_p", slack=1)
@mutant("sharper: X_n need not vanish", vanishing=False)
def remainders(slack: int = 0, vanishing: bool = True, proof: Proof = WRITTEN) -> Verdict:
    """The proof, and three functions of exact sequences."""
    for (own, x), (name, r, bounded, small) in product(SEQUENCES.items(), REMAINDERS):
        if vanishing and not is_small(x, Fraction(0)):
            continue
        for p, limit in ((small + slack, Fraction(0)), (bounded, Fraction(1))):
            if p <= 0:
                continue
            far = Powers(())
            for value, mass in x.atoms:
                level = abs(value) ** int(p) * (HALF**10 if limit == 0 else 2)
                far += mass if abs(Powers.of(r(value))).exceeds(level) else 0
            require(far.limit == 0, "A remainder is too large.", X=own, R=name, p=p)
    return proof.verdict()
