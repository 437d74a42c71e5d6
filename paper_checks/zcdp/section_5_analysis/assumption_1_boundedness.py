"""Claims about Assumption 1: actions, rewards and the parameter are bounded."""

from __future__ import annotations

from flint import arb

from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import working_precision

BOUNDED = Proof(
    "zcdp.asm1",
    where="x in [0,1], y in [0,1], d in (-inf,inf), b in [-1,1], r in [-1,1], "
    "R in [-1,1], m in [0,inf)",
    steps=(
        Given(1, r"$\|a\|^2=x\le1$ and $\|\theta^*\|^2=y\le1$."),
        Textbook(
            2,
            r"$\langle\theta^*,a\rangle^2\le\|\theta^*\|^2\|a\|^2$.",
            "d**2 <= x*y",
            fact="textbook.cauchy-schwarz",
            instance={"d": "d", "x": "x", "y": "y"},
            uses=(1,),
        ),
        Inequality(
            3,
            r"So mean rewards lie in $[-1,1]$, by this for $a$ and for $-a$,",
            "-1 <= d",
            weights={2: "1/2"},
            rest="(1 - x*y)/2 + (1 + d)**2/2",
        ),
        Inequality(
            4,
            r"and, as the best mean $b$ does, gaps are at most 2.",
            "b - d <= 2",
            weights={3: "1"},
            rest="1 - b",
        ),
        Given(5, "A reward that is exchanged for another one moves by this,", "m == abs(r - R)"),
        Inequality(6, r"at most 2.", "m <= 2", uses=(5,)),
    ),
    parts=(3, 4),
)


@checks(
    "zcdp.asm1",
    mutants={
        "longer actions": {"proof": BOUNDED.changed(2, formula="2*d**2 <= x*y")},
        "sharper: a change of 1, as for rewards in [0, 1]": {
            "proof": BOUNDED.changed(6, formula="m <= 1")
        },
        "sharper: gaps of at most 1": {"proof": BOUNDED.changed(4, formula="b - d <= 1")},
    },
)
def bounded(proof: Proof = BOUNDED) -> Verdict:
    """Its consequences; and normal rewards, which do not satisfy it."""
    with working_precision(128):
        outside = (1 / arb(2).sqrt()).erfc()
        need(outside > arb("0.3"), "Normal rewards are nearly bounded.")
    return proof.verdict(
        "It is consistent: mean rewards lie in [-1, 1] by the other two parts, and a reward "
        "moves by "
        "at most 2. Rewards with normal noise of variance 1, as in the experiments, are outside of "
        "[-1, 1] with probability 0.317 and more, so that no privacy theorem covers them.",
        numbers={"P(|N(0,1)| > 1)": float(outside)},
        beyond="Whether real rewards satisfy it.",
    )
