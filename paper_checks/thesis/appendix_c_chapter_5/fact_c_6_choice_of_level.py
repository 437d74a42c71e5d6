"""Claims about Fact C.6: the set of the v with c(v) > gamma is not empty."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks_both
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball, working_precision

BETWEEN = "x < y"
VALUES = "textbook.intermediate-values"
PROOF = Proof(
    "thesis.factC.6.repaired",
    where="x in (0,1), y in (0,1), z in (0,1), b in (1,inf), L in (0,inf), n in [1,inf), "
    "v in (0,inf)",
    steps=(
        Given(1, r"$x=\mu_a<\mu_1=y$; $d(\cdot,x)$ and $g(t)=d(t,x)-d(t,y)$ are continuous."),
        Inequality(
            2,
            r"$g$ is affine and rises strictly, so $-g$ falls:",
            "kl(r,x) - kl(r,y) < kl(s,x) - kl(s,y)",
            where=f"r in (0,1), s in (0,1), r < s, {BETWEEN}",
            rest="(s-r)*(log(y/x) + log((1-x)/(1-y)))",
        ),
        Inequality(3, r"$g(x)=-d(x,y)\le0\le d(y,x)=g(y)$.", "-kl(x,y) <= kl(y,x)"),
        Textbook(
            4,
            r"So $g$ is 0 at one $z\in[x,y]$: $d(z,x)=d(z,y)$.",
            fact=VALUES,
            hypotheses={
                "f is continuous on [a, b]": 1,
                "f falls strictly on [a, b]": 2,
                "v lies between f(b) and f(a)": 3,
            },
            where=BETWEEN,
        ),
        Given(
            5,
            r"$v$ is chosen with $d(x,y)=(1+v)d(z,x)$, so that $x+c(v)\Delta=z$.",
            "kl(x,y) <= (1+v)*kl(z,x)",
            uses=(4,),
            where=BETWEEN,
        ),
        Given(6, r"(C.14), with $n=2^\ell$:", "(1+v)*b*L <= n*kl(x,y)", where=BETWEEN),
        Inequality(
            7,
            r"$\frac{\beta L}n\le\frac{d(x,y)}{1+v}=d(z,x)$.",
            "b*L/n <= kl(x,y)/(1+v)",
            where=BETWEEN,
            weights={6: "1/((1+v)*n)"},
        ),
        Inequality(
            8,
            r"So $\frac Ln<d(z,x)$.",
            "L/n < kl(z,x)",
            where=BETWEEN,
            weights={7: "1", 5: "1/(1+v)"},
            rest="(b-1)*L/n",
        ),
        Inequality(
            9, "Pinsker's inequality.", "2*(s-r)**2 <= kl(s,r)", where="r in (0,1), s in (0,1)"
        ),
        Inequality(
            10,
            r"$d(\cdot,x)$ rises strictly on $[x,z]$, from 0,",
            "kl(r,x) < kl(s,x)",
            where="r in (0,1), s in (0,1), r < s, x <= r",
            weights={9: "1"},
            rest="2*(s-r)**2 + (s-r)*(log(r/x) + log((1-x)/(1-r)))",
        ),
        Textbook(
            11,
            r"and has the value $\frac Ln$ at one $x+\gamma\Delta\in[x,z]$, which is not $z$: "
            r"$\gamma<c(v)$.",
            fact=VALUES,
            hypotheses={
                "f is continuous on [a, b]": 1,
                "f falls strictly on [a, b]": 10,
                "v lies between f(b) and f(a)": 8,
            },
            where=BETWEEN,
        ),
    ),
)


@checks_both(
    "thesis.factC.6",
    subjects={"smallest": (0, None)},
    printed_mutants={"a positive mean": {"smallest": 1}},
    mutants={
        "beta = 1/2": {"proof": PROOF.changed(8, formula="L/n < kl(z,x)/2", rest="(b-2)*L/n")},
        "sharper: half of (C.14)": {"proof": PROOF.changed(6, formula="(1+v)*L/2 <= n*kl(x,y)")},
    },
)
def constants_exist(smallest: int | None, proof: Proof = PROOF) -> Verdict:
    """At mu_a = 0 the divergence d(x, 0) is infinite for all x > 0, so there is no gamma."""
    if smallest is not None:
        require_or_repair(
            smallest > 0,
            "d(x, 0) is infinite for x > 0 and 0 for x = 0: no gamma has d = log(T)/2^l.",
            mu_a=smallest,
            mu_1="1/2",
            d_at_gap_times_gamma="0 or infinite",
        )
    sides = Sides()
    with working_precision(80):
        # mu = 1/4 and 3/4: z = 1/2 by symmetry
        apart = (ball(2).log() * 2 - ball(3).log()) / 2  # d(1/2, 1/4) = log(4/3)/2
        for beta in (2, 4, 30):
            sides.below(apart / beta, apart, "gamma is not below c.", mu="1/4, 3/4", beta=beta)
    return proof.verdict(
        "The v at which mu_a + c(v) gap is the point z of equal divergences: (C.14) makes "
        "log(T)/2^l at most d(z, mu_a)/beta. beta > 1 is enough.",
        instances="The means 1/4 and 3/4 at beta = 2, 4 and 30.",
        sharpness=sides.sharpness,
    )
