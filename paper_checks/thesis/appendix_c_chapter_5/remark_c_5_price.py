"""A claim about Remark C.5: the leading term against the number of samples of (C.12)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from banditproof.paper_checks.proofs import Given, Identity, Inequality, OnClaim, Parts, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict

PRICE = Proof(
    "thesis.remC.5",
    where="beta in (3,inf), L in [1/2,inf), gap in (0,1], eps in (0,inf), w in [1,inf), P in "
    "[1,inf), "
    "lead in (0,inf), x in [1,inf), N in [1,inf), before in [1,inf)",
    parts=(3, 5),
    steps=(
        Given(
            1,
            r"The number of samples of (C.12), for $L=\log T$, $T\ge2$.",
            "w == 4*beta*L/(gap*min(eps, 2*gap))",
        ),
        Given(2, r"The leading term, of the pulls.", "lead == 16*beta*L/(gap*min(eps, 2*gap))"),
        Identity(3, r"It is 4 times that.", "lead == 4*w", uses=(1, 2)),
        Given(4, r"$2^\ell$ is the least power of two that is not below $w$.", "P <= 2*w"),
        Inequality(
            5, r"So $2^{\ell+1}$ is at most the leading term.", "2*P <= 4*w", weights={4: "2"}
        ),
        OnClaim(
            6,
            r"Doubling takes a factor 2,",
            "N < 2*x",
            claim="thesis.rem.price4.doubling",
            of_step=3,
        ),
        OnClaim(
            7,
            r"and doubling and forgetting together 4.",
            "N < 4*x",
            claim="thesis.rem.price4.forgetting",
            of_step=3,
        ),
        Parts(8, "The factor 4, and where it is from.", uses=(3, 5, 6, 7)),
    ),
)


@checks(
    "thesis.remC.5",
    mutants={
        "sharper: 15 beta": {"lead": Fraction(15)},
        "sharper: 3.99 times": {"proof": PRICE.changed(5, formula="2*P <= 3.99*w")},
        "a leading term of 8 beta": {
            "proof": PRICE.changed(2, formula="lead == 8*beta*L/(gap*min(eps, 2*gap))")
        },
    },
)
def factor_of_the_price(lead: Fraction = Fraction(16), proof: Proof = PRICE) -> Verdict:
    """2^(l+1) against the leading term, for numbers of samples w just above powers of two."""
    sides = Sides()
    for j, above in product(range(10), (Fraction(0), Fraction(1, 10**6), Fraction(1, 2))):
        w = Fraction(2**j) + above
        power = 1 << (-(-w.numerator // w.denominator) - 1).bit_length()
        sides.at_most(2 * power, lead / 4 * w, "2^(l+1) is larger.", samples=w)
    return proof.verdict(
        "16 = 4 x 4. The price is that of any threshold of samples; whether (C.12) names the right "
        "one is another question.",
        instances="30 numbers of samples at and above powers of two.",
        beyond="Whether the threshold of (C.12) is enough.",
        sharpness=sides.sharpness,
    )
