"""How the lengths of the epochs grow, and what all of them add up to."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from banditproof.claims import (
    Given,
    Induction,
    Inequality,
    Parts,
    Proof,
    Sides,
    Textbook,
    Verdict,
    checks_both,
)

from .epochs import length

SUM = Proof(
    "elim.lengths.repaired",
    where="e in [2,inf), M in [2,inf), H in [2,inf), C in [1,inf), g in (0,1], eps in (0,inf), "
    "a in [1,inf), p in (0,inf), q in (0,inf), r in [1,inf), R in [1,inf), N in [0,inf), "
    "z in [1,inf)",
    parts=(13, 15),
    steps=(
        Given(1, r"The terms of epoch $e-1$, with $M=2^{e-1}$: of the rewards,", "a == 32*M**2*H"),
        Given(2, "and of the noise.", "p == 8*M*C/eps"),
        Given(3, "Its length is the first whole number above both.", "r <= max(a, p) + 1"),
        Given(4, r"Both logarithms grow by $2g$.", "g == log(e/(e - 1))"),
        Inequality(5, r"That is at least $\frac2e$,", "g >= 1/e", uses=(4,)),
        Induction(
            6,
            r"and $e$ is at most $2^{e-1}$,",
            "M >= e",
            variable="e",
            start="2",
            sequence="M",
            first="2",
            following="2*M",
            weight="2",
        ),
        Inequality(7, r"so at least $\frac2M$.", "g*M >= 1", weights={5: "M", 6: "1/e"}),
        Given(8, "The logarithm of the rewards is the larger one.", "H >= C"),
        Given(9, "The term of the noise grows to twice, and this.", "q == 16*M*(2*g)/eps"),
        Inequality(
            10,
            "It is not small where the term of the noise is the larger one.",
            "q*a >= 2*p",
            uses=(1, 2, 7, 8, 9),
        ),
        Given(
            11,
            "With as many active arms, the terms of epoch $e$ are $4a$ and more, and $2p+q$.",
            "R >= max(4*a, 2*p + q)",
        ),
        Inequality(
            12,
            "That is twice the larger term, and 2.",
            "max(4*a, 2*p + q) >= 2*max(a, p) + 2",
            uses=(10,),
        ),
        Inequality(
            13,
            "So an epoch is at least twice as long as the one before.",
            "R >= 2*r",
            weights={11: "1", 12: "1", 3: "2"},
        ),
        Given(14, "The next epoch has $r$ in place of $R$, from the last one, of $z$, down."),
        Textbook(
            15,
            "All epochs together are at most twice as long as the last one.",
            "N <= 2*z",
            fact="textbook.nonnegative-series:telescoping",
            over=("R", "r"),
            hypotheses={
                "each term is <= c (Y - Z)": "R <= 2*(R - r)",
                "Z is the Y of the next term, and they are >= 0": 14,
                "c >= 0": "2 >= 0",
            },
            instance={"x": "N", "c": "2", "y": "z", "X": "R", "Y": "R", "Z": "r"},
            uses=(13,),
        ),
        Parts(16, "One epoch, and all.", uses=(13, 15)),
    ),
)
Active = Callable[[int], int]


def two(arms: int) -> int:
    """All arms but two are gone."""
    return 2


def as_many(arms: int) -> int:
    """No arm is gone."""
    return arms


@checks_both(
    "elim.lengths",
    subjects={"factor": (1, 2), "active": (two, as_many)},
    mutants={
        "sharper: 4 times": {"factor": 4},
        "all arms but two are gone": {"active": two},
        "a thousandth of the growth": {
            "proof": SUM.changed(9, formula="q == 16*M*(2*g)/(1000*eps)")
        },
        "sharper: at most 1.9 times the last": {"proof": SUM.changed(15, formula="N <= 1.9*z")},
    },
)
def lengths_grow(factor: int, active: Active, proof: Proof = SUM) -> Verdict:
    """The steps; then the next length against the multiple of one, as certified whole numbers."""
    sides = Sides()
    for K, e, eps in product((2, 100_000), (1, 2, 5), (Fraction(1, 100), Fraction(1), Fraction(9))):
        now = length(K, e, Fraction(1, 100), eps)
        then = length(active(K), e + 1, Fraction(1, 100), eps)
        finding = (
            "Arms that are dropped take their share of the logarithm with them, and where the "
            "noise decides the length, the next epoch may be shorter."
        )
        case = {"K": K, "e": e, "eps": eps, "beta": Fraction(1, 100)}
        sides.at_most_or_repair(
            factor * now, then, finding, **case, active_then=active(K), R=now, R_then=then
        )
    return proof.verdict(
        "The terms of an epoch are at least twice those of the one before, and a bit more.",
        instances="18 pairs of epochs, as certified whole numbers.",
        sharpness=sides.sharpness,
    )
