"""How far d_eps can be below kl and eps TV: a sharp inequality that the paper does not state."""

from __future__ import annotations

from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_3_derivatives import nearest
from banditproof.paper_checks.proofs import Inequality, Parts, Proof, sharpest
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict

SHARE = f"({nearest('x')}-x)/(y-x)"
"""How far the mean that attains d_eps is on the way from x to y."""
MIRRORED = f"(x-{nearest('x')})/(x-y)"
BELOW, ABOVE = "x in [0,1], y in (0,1), x < y", "x in [0,1], y in (0,1), y < x"
GAIN = "kl(x,y)*(1-exp(-eps*{}/kl(x,y)))"
PROOF = Proof(
    "bern.derived.klgap",
    where="s in [0,1], c in (0,inf)",
    steps=(
        Inequality(
            1,
            "On the way from x to y kl falls slowly enough: the difference of the sides is first "
            "concave in s, then convex, and 0 at both ends, at the second one with its slope.",
            "kl((1-s)*x+s*y,y) >= (1-s+xlogx(s))*kl(x,y)",
            where=BELOW,
        ),
        Inequality(
            2,
            "The sum of a s and of b times that share is least at s = exp(-a/b).",
            "a*s + b*(1-s+xlogx(s)) >= b*(1-exp(-a/b))",
            where="a in [0,inf), b in (0,inf)",
        ),
        Inequality(
            3,
            "So d_eps is at least kl (1 - exp(-eps |x - y|/kl)) for x < y,",
            f"d_eps(x,y,eps) >= {GAIN.format('(y-x)')}",
            where=f"eps in [0,inf), {BELOW}",
            uses=(1, 2),
            at={1: {"s": SHARE}, 2: {"s": SHARE, "a": "eps*(y-x)", "b": "kl(x,y)"}},
        ),
        Inequality(
            4,
            "and for x > y, as both divergences are the same at 1 - x and 1 - y.",
            f"d_eps(x,y,eps) >= {GAIN.format('(x-y)')}",
            where=f"eps in [0,inf), {ABOVE}",
            uses=(1, 2),
            at={
                1: {"x": "1-x", "y": "1-y", "s": MIRRORED},
                2: {"s": MIRRORED, "a": "eps*(x-y)", "b": "kl(x,y)"},
            },
        ),
        Inequality(
            5,
            "A concave function that rises is above its chord, and then above its value there.",
            "1-exp(-r) >= min(1,c*r)*(1-exp(-1/c))",
            where="r in [0,inf)",
        ),
        Inequality(
            6,
            "So d_eps is at least 1 - exp(-1/c) times the smaller one of kl and c eps |x - y|.",
            "min(kl(x,y), c*eps*(y-x))*(1-exp(-1/c)) <= d_eps(x,y,eps)",
            where=f"eps in [0,inf), {BELOW}",
            uses=(3, 5),
            at={5: {"r": "eps*(y-x)/kl(x,y)"}},
        ),
        Inequality(
            7,
            "The same for x > y.",
            "min(kl(x,y), c*eps*(x-y))*(1-exp(-1/c)) <= d_eps(x,y,eps)",
            where=f"eps in [0,inf), {ABOVE}",
            uses=(4, 5),
            at={5: {"r": "eps*(x-y)/kl(x,y)"}},
        ),
        Inequality(
            8,
            "At x = 0 and c = 1/eps the quotient is within y of 1/(1 - exp(-1/c)), so no smaller "
            "constant holds for all y.",
            "min(kl(0,y), (1/eps)*eps*y) >= (1/(1-exp(-eps)) - y)*d_eps(0,y,eps)",
            where="y in (0,1/2], eps in (0,inf)",
        ),
        Inequality(
            9,
            "The constant is 1.581977 for c = 1, to the digits given, and 6.513882 for c = 6.",
            "max(abs(1/(1-exp(-1)) - 1.581977), abs(1/(1-exp(-1/6)) - 6.513882)) <= 0.0000005",
        ),
        Parts(10, "The inequality, its consequence and the constants.", uses=(3, 4, 6, 7, 8, 9)),
    ),
)


@checks(
    "bern.derived.klgap",
    mutants={
        "without the exponential": {"proof": PROOF.changed(3, formula="d_eps(x,y,eps) >= kl(x,y)")},
        "sharper: exponent 1 % larger": {
            "proof": PROOF.changed(3, formula=f"d_eps(x,y,eps) >= {GAIN.format('1.01*(y-x)')}")
        },
        "sharper: 1 % less in the exponent of the constant": {
            "proof": PROOF.changed(5, formula="1-exp(-r) >= min(1,c*r)*(1-exp(-1.01/c))")
        },
        "another last digit": {
            "proof": PROOF.changed(9, formula="abs(1/(1-exp(-1)) - 1.581978) <= 0.0000005")
        },
    },
)
def gap_to_kl(proof: Proof = PROOF) -> Verdict:
    """The inequality for all means and budgets, and the corner where it is sharp."""
    return proof.verdict(
        "The inequality holds, and x = 0 with a small y comes as near to it as one likes.",
        sharpness=sharpest(
            "min(kl(0,y), y)*(1-exp(-1)) <= kl(0,y)*0 - log(1-y*(1-exp(-1)))", {"y": "1/100000000"}
        ),
    )
