"""Claims about what AdaC-OFUL releases: Appendix D-C, the noisy sum of a block."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.block_releases import squared_shifts
from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.mechanisms import Gaussian

SUMS = Proof(
    "zcdp.instD.oful",
    where="n in [0,1], x in [0,2], s in [0,inf), w in (0,inf), r in (0,inf), a in (1,inf), "
    "v in [0,inf), b in [0,inf), c in [0,inf)",
    steps=(
        Given(
            1,
            r"Two lists of rewards in $[-1,1]$ differ in $r_j$ by $x\le2$, and $n=\|a_j\|\le1$: "
            r"the "
            r"sums $\sum a_sr_s$ of the block of $j$ differ by $s$ in the 2-norm.",
            "s == n*x",
        ),
        Given(2, r"Each coordinate has independent normal noise of variance", "w == 2/r"),
        Textbook(
            3,
            r"So the Renyi divergence of order $\alpha=a$ of the noisy sums is",
            "v == a*s**2/(2*w)",
            fact="textbook.gaussian-mechanism:divergence",
            hypotheses={"independent normal noise of variance w in each coordinate": 2},
            instance={"v": "v", "a": "a", "s": "s", "w": "w"},
        ),
        Inequality(
            4,
            r"The noisy sum of a block is $\rho$-zCDP.",
            "v <= r*a",
            uses=(1, 2, 3),
        ),
        Given(5, "The blocks are fixed, and each has noise of its own."),
        Textbook(
            6,
            r"All noisy sums together are $\rho$-zCDP.",
            "b <= r*a",
            fact="textbook.composition:disjoint data, concentrated",
            hypotheses={
                "each part is r-zCDP": 4,
                "each part sees its own records, fixed beforehand": 5,
                "the parts draw independently": 5,
            },
            instance={"v": "b", "r": "r", "a": "a"},
        ),
        Textbook(
            7,
            "Their partial sums are a function of them.",
            "c <= b",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 5},
            instance={"after": "c", "before": "b"},
        ),
        Inequality(
            8, r"So the partial sums are $\rho$-zCDP.", "c <= r*a", weights={6: "1", 7: "1"}
        ),
    ),
    parts=(4,),
)


@checks(
    "zcdp.instD.oful",
    mutants={
        "noise for a sensitivity of 1": {"sensitivity": 1},
        "rewards in [-1, 2]": {"rewards": (-1, 2)},
        "vectors of length 5": {"norm": 5},
        "sharper: 99 % of rho": {"factor": Fraction(99, 100)},
        "sharper: half of rho by the steps": {"proof": SUMS.changed(4, formula="v <= r*a/2")},
        "half of the variance": {"proof": SUMS.changed(2, formula="w == 1/r")},
    },
)
def block_sums(
    sensitivity: int = 2,
    rewards: tuple[int, int] = (-1, 1),
    norm: int = 1,
    factor: Fraction = Fraction(1),
    proof: Proof = SUMS,
) -> Verdict:
    """The curator of AdaC-OFUL on lists that differ in one reward; a unit vector is tight."""
    sides = Sides()
    for rho in (Fraction(1, 100), Fraction(1), Fraction(7, 2)):
        noise = Gaussian.for_zcdp(rho, sensitivity)
        for case, shift in squared_shifts(noise, rewards, norm):
            for alpha in (Fraction(3, 2), 2, 40):
                divergence = alpha * shift / (2 * noise.variance)
                bound = factor * rho * alpha
                finding = "The release costs more than rho."
                sides.at_most(divergence, bound, finding, rho=rho, alpha=alpha, **case)
    return proof.verdict(
        "One reward moves the sum of its block by at most 2, and the noise has the variance 2/rho.",
        instances="The releases of the curator for lists that differ in one reward.",
        beyond="Blocks whose ends depend on earlier outputs: see zcdp.genproof.",
        sharpness=sides.sharpness,
    )
