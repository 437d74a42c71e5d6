"""The proofs about the loss of an adversary who scores with another point, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from banditproof.paper_checks.models.symbolic_slopes import slope_is
from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Identity,
    Inequality,
    Instance,
    Parts,
    Proof,
    Textbook,
)

NOT_NEGATIVE = Proof(
    "thesis.ftm.claim.suboptimality.order",
    where="ms in (-inf,inf), mt in (0,inf), mstar in [0,inf)",
    steps=(
        Textbook(
            1,
            r"In the inner product of $C_\sigma^{-1}$: "
            r"$(m^{\mathrm{scal}})^2\le m^{\mathrm{targ}}m^*$.",
            "ms**2 <= mt*mstar",
            fact="textbook.cauchy-schwarz",
            instance={"d": "ms", "x": "mt", "y": "mstar"},
        ),
        Inequality(
            2,
            "So the score of the attack is at most that of the target.",
            "ms**2/mt/8 <= mstar/8",
            weights={1: "1/(8*mt)"},
        ),
        Inequality(
            3,
            "Its root is.",
            "sqrt(ms**2/mt/8) <= sqrt(mstar/8)",
            uses=(2,),
            monotone=("root2", "mstar/8", "ms**2/mt/8"),
            weights={2: "1"},
        ),
        Inequality(
            4,
            r"So $\Delta\ge0$.",
            "erf(sqrt(ms**2/mt/8)) <= erf(sqrt(mstar/8))",
            uses=(3,),
            monotone=("erf", "sqrt(mstar/8)", "sqrt(ms**2/mt/8)"),
            weights={3: "1"},
        ),
    ),
)

TANGENT = "(1 - exp(-x**2))*2/sqrt(pi)"


def slope_of_the_tangent() -> str:
    """The derivative of 2 x / sqrt(pi) - erf(x)."""
    return slope_is("2*x/sqrt(pi) - erf(x)", TANGENT)


def cosines_and_scores() -> Iterator[Instance]:
    """Roots of the score over 8, and cosines; the bound is nearly attained at small ones."""
    for u, c in (("1/100", 0), ("1/100", "9/10"), (1, "1/2")):
        yield {"u": u, "c": c}


CRITERION = Proof(
    "thesis.ftm.claim.suboptimality.rule.repaired",
    instances=cosines_and_scores,
    where="x in [0,inf), u in [0,inf), c in [0,1]",
    steps=(
        Inequality(1, "The exponential.", "exp(-x**2) <= 1"),
        Computed(
            2,
            r"The slope of $2x/\sqrt\pi-\mathrm{erf}(x)$.",
            by=slope_of_the_tangent,
        ),
        Inequality(3, "It is at least 0.", f"{TANGENT} >= 0", weights={1: "2/sqrt(pi)"}),
        Textbook(
            4,
            r"Between $cu$ and $u$, $c=|\cos\theta|$, $u=\sqrt{m^*/8}$.",
            "2*c*u/sqrt(pi) - erf(c*u) <= 2*u/sqrt(pi) - erf(u)",
            fact="textbook.calculus:monotone",
            hypotheses={"the slope is S": 2, "S is at least 0": 3},
            instance={"x": "2*c*u/sqrt(pi) - erf(c*u)", "y": "2*u/sqrt(pi) - erf(u)"}
            | {"S": TANGENT},
            over=("x",),
        ),
        Inequality(
            5,
            r"The loss is $\mathrm{erf}(u)-\mathrm{erf}(cu)\le\sqrt{m^*/(2\pi)}\,(1-c)$.",
            "erf(u) - erf(c*u) <= 2*u*(1-c)/sqrt(pi)",
            weights={4: "1"},
        ),
    ),
)

ANGLE = Proof(
    "thesis.fig6.1",
    where="k in (0,inf), b in (-inf,inf), t in (0,inf), m in (0,inf), g in (-inf,inf), "
    "v in (0,inf), e in [0,inf), c in [0,inf), x in (-inf,inf), y in (-inf,inf), s in (0,inf), "
    "n in [1,inf)",
    parts=(5, 6),
    steps=(
        Given(
            1,
            r"Let $b=m^{\mathrm{scal}}$, $t=m^{\mathrm{targ}}$, $m=m^*$, and let the weights be "
            r"$k$ times $C_\sigma^{-1}(z^{\mathrm{targ}}-\mu)$. The target adds to the score",
            "g == k*b*n",
        ),
        Given(2, "The variance of the score of a row is", "v == k**2*t*n"),
        Given(3, "The effective leakage score is", "e == g**2/(n*v)"),
        Given(4, r"The squared cosine of $\theta$ is", "c == b**2/(t*m)"),
        Identity(
            5,
            r"So the score is $m^*\cos^2\theta$, whatever the length $k$.",
            "e == m*c",
            uses=(1, 2, 3, 4),
        ),
        Identity(
            6,
            r"The term of a column in the inner product of $C_\sigma^{-1}$ is an ordinary one "
            r"after $C_\sigma^{-1/2}$.",
            "x*y/s**2 == (x/s)*(y/s)",
        ),
        Parts(7, "The score, and the angle.", uses=(5, 6)),
    ),
)
