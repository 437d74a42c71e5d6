"""Claims about Definitions 9 and 10: truncated non-negative and heavy-tailed losses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require

Law = tuple[tuple[Fraction, Fraction], ...]
"""Values with their masses."""
HALF = Fraction(1, 2)


def truncated(law: Law, level: Fraction) -> Fraction:
    """E[X 1{|X| > M}]."""
    return sum((mass * x for x, mass in law if abs(x) > level), Fraction(0))


NON_NEGATIVE = Proof(
    "adv.def9",
    where="X in [0,inf), m in (-inf,inf), x in (-inf,inf)",
    parts=(3,),
    steps=(
        Given(1, r"A variable that is never below 0; $X$ is it where it is above $M$, and 0 else."),
        Inequality(2, "At each outcome", "0 <= 1*X", uses=(1,)),
        Textbook(
            3,
            "so in the mean: such a variable is truncated non-negative.",
            "0 <= 1*m",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 2},
            instance={"x": "0", "y": "m", "c": "1", "X": "0", "Y": "X"},
            over=("X",),
        ),
        OnClaim(
            4,
            r"So is $\ell+Z$ with Laplace noise, which can be below 0.",
            "x >= 0",
            claim="adv.lem19",
            of_step=8,
        ),
        Parts(5, "Losses without noise and with it.", uses=(3, 4)),
    ),
)


@checks(
    "adv.def9",
    mutants={
        "the part below M": {
            "value": lambda law, m: sum((p * x for x, p in law if abs(x) <= m), Fraction(0))
        },
        "the mean alone": {"value": lambda law, m: truncated(law, Fraction(0))},
        "sharper: above 1/100": {"proof": NON_NEGATIVE.changed(4, formula="x >= 0.01")},
    },
)
def truncated_non_negative(
    value: Callable[[Law, Fraction], Fraction] = truncated, proof: Proof = NON_NEGATIVE
) -> Verdict:
    """A mean of at least 0 is not enough: the largest values decide."""
    levels = [Fraction(k, 4) for k in range(12)]
    loss = ((Fraction(0), HALF), (Fraction(1), HALF))
    noisy = tuple((x + z, p * HALF) for x, p in loss for z in (Fraction(-1), Fraction(1)))
    for law in (loss, noisy):
        for level in levels:
            require(value(law, level) >= 0, "It is below 0.", M=level, law=law)
    skewed = ((Fraction(1), Fraction(3, 4)), (Fraction(-2), Fraction(1, 4)))
    require(value(skewed, Fraction(0)) > 0, "The mean is not above 0.")
    require(value(skewed, Fraction(1)) < 0, "The largest values do not decide.")
    return proof.verdict(
        "It asks that the positive side is the heavier one beyond every M; the mean alone is M=0.",
        instances="Two laws of finite support at 12 levels, and one of mean 1/4 that is not.",
    )


POWERS = Proof(
    "adv.def10",
    where="k in (1/2,1], a in (0,inf), s in (0,inf), p in [0,inf)",
    steps=(
        Given(1, r"The loss is not 0 with probability 1; $a=\mathbb E|\ell|^2>0$."),
        Given(2, r"It is $(2,\sigma)$-heavy tailed.", "a <= s**2", uses=(1,)),
        Textbook(
            3,
            r"With $k=\alpha/2$: $\mathbb E(|\ell|^2)^k\le a^k$.",
            "p <= exp(k*log(a))",
            fact="textbook.jensen:power",
            hypotheses={"X > 0": 1, "k in [0, 1]": "k*(1 - k) >= 0"},
            instance={"p": "p", "k": "k", "a": "a"},
        ),
        Inequality(4, "The logarithm", "log(a) <= 2*log(s)", uses=(2,)),
        Inequality(
            5,
            "and the power.",
            "exp(k*log(a)) <= exp(2*k*log(s))",
            monotone=("exp", "2*k*log(s)", "k*log(a)"),
            weights={4: "k"},
        ),
        Inequality(
            6,
            r"So it is $(\alpha,\sigma)$-heavy tailed for every $\alpha\in(1,2]$.",
            "p <= exp(2*k*log(s))",
            weights={3: "1", 5: "1"},
        ),
    ),
)
Moment = Callable[[Fraction, Fraction], Fraction]
"""E|l + Z|^2 from the loss and the scale of the noise."""


def second_moment(loss: Fraction, scale: Fraction) -> Fraction:
    """l^2 + 2 lambda^2."""
    return loss * loss + 2 * scale * scale


@checks(
    "adv.def10",
    mutants={
        "sharper: a third of the power": {"share": Fraction(1, 3)},
        "sharper: 0.99 of it": {"proof": POWERS.changed(6, formula="p <= 0.99*exp(2*k*log(s))")},
    },
)
def heavy_tails(share: Fraction = Fraction(1), proof: Proof = POWERS) -> Verdict:
    """A law of two values at alpha = 2 and 3/2, exactly where roots are whole numbers."""
    law = ((Fraction(1), HALF), (Fraction(4), Fraction(1, 4)), (Fraction(9), Fraction(1, 4)))
    square = sum((p * x**2 for x, p in law), Fraction(0))
    lower = sum((p * Fraction(int(x**HALF)) ** 3 for x, p in law), Fraction(0))
    require(
        lower**4 <= share * square**3,
        "The moment of order 3/2 is more than the second one allows.",
        second=square,
        of_order_three_halves=lower,
    )
    return proof.verdict(
        "A bound of the second moment bounds the moments of smaller order.",
        instances="A law of three values at alpha = 2 and 3/2, exactly.",
    )


MOMENTS = Proof(
    "adv.ht2",
    where="l in [0,1], b in (0,inf), y in [0,inf), t in [0,2], up in [0,1], z in (-inf,inf), "
    "mean in (-inf,inf), square in [0,inf), second in [0,inf), value in [0,inf)",
    parts=(10,),
    steps=(
        Given(1, r"$Z\sim\mathrm{Lap}(\lambda)$, $b=\lambda$; its law is symmetric, of mean 0."),
        Textbook(
            2,
            "The tail of $Z$.",
            "up == exp(-y/b)/2",
            fact="textbook.laplace-tail:below",
            hypotheses={"t >= 0": "y >= 0", "b > 0": "b > 0"},
            instance={"p": "up", "t": "y", "b": "b"},
            uses=(1,),
        ),
        Given(3, r"That of $|Z|$ is twice this, by symmetry.", "t == 2*up"),
        Inequality(4, r"$P(|Z|>y)\le e^{-y/\lambda}$.", "t <= exp(-y/b)", uses=(2, 3)),
        Identity(
            5,
            r"The derivative of $-(2\lambda y+2\lambda^2)e^{-y/\lambda}$ is "
            r"$2y\,e^{-y/\lambda}$, whose integral over $y\ge0$ is $2\lambda^2$.",
            "-2*b*exp(-y/b) + (2*b*y + 2*b**2)/b*exp(-y/b) == 2*y*exp(-y/b)",
        ),
        Textbook(
            6,
            r"So $\mathbb EZ^2\le2\lambda^2$.",
            "square <= 0 + 2*b**2",
            fact="textbook.elementary-probability:tail integral",
            hypotheses={
                "P(X > y) is at most G(y) for every y >= 0": 4,
                "the integral of g' G over y >= 0 is i": 5,
            },
            instance={"m": "square", "c": "0", "i": "2*b**2", "P": "t", "G": "exp(-y/b)"},
            over=("y", "t"),
        ),
        Given(7, r"The square of $\ell+Z$ at $Z=z$.", "value == l**2 + 2*l*z + z**2"),
        Textbook(
            8,
            r"Its mean.",
            "second == l**2 + 2*l*mean + square",
            fact="textbook.elementary-probability:sum of three",
            hypotheses={"X = U + b V + W": 7},
            instance={"x": "second", "u": "l**2", "b": "2*l", "v": "mean", "w": "square"}
            | {"X": "value", "U": "l**2", "V": "z", "W": "z**2"},
            over=("z", "value"),
        ),
        Given(9, r"$\mathbb EZ=0$.", "mean == 0", uses=(1,)),
        Inequality(
            10,
            r"The second moment is at most $1+2\lambda^2$.",
            "second <= 1 + 2*b**2",
            uses=(8, 9),
            weights={6: "1"},
        ),
        Inequality(
            11,
            r"So less than the square of the printed $\sigma$.",
            "second <= 2 + 4*b**2",
            weights={10: "1"},
        ),
    ),
)


@checks(
    "adv.ht2",
    mutants={
        "sharper: 1/2 + 2 lambda^2": {"bound": lambda b: HALF + 2 * b * b},
        "sharper: 1/2 + 2 lambda^2 by the steps": {
            "proof": MOMENTS.changed(10, formula="second <= 1/2 + 2*b**2")
        },
    },
)
def noisy_losses_are_heavy_tailed(
    bound: Callable[[Fraction], Fraction] = lambda b: 2 + 4 * b * b,
    proof: Proof = MOMENTS,
) -> Verdict:
    """The exact second moment at losses and scales."""
    sides = Sides()
    for loss in (Fraction(0), HALF, Fraction(1)):
        for scale in (Fraction(1, 100), Fraction(1), Fraction(50)):
            found = second_moment(loss, scale)
            sides.at_most(found, bound(scale), "It is larger.", loss=loss, scale=scale)
    return proof.verdict(
        "The second moment is l^2 + 2 lambda^2, so sqrt(1 + 2 lambda^2) is enough: sqrt 3 for "
        "sqrt 6 at lambda = 1.",
        instances="Nine losses and scales, exactly.",
        sharpness=sides.sharpness,
    )
