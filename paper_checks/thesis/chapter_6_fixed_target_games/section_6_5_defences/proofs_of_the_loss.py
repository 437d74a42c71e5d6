"""The proofs about the loss of an adversary who scores with another point, step by step."""

from __future__ import annotations

from banditproof.paper_checks.models.symbolic_slopes import slope_is
from banditproof.paper_checks.proofs import Computed, Inequality, Proof, Textbook

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


CRITERION = Proof(
    "thesis.ftm.claim.suboptimality.criterion.repaired",
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
