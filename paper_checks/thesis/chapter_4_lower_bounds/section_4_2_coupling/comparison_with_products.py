"""Claims that the sequential decompositions generalise Theorem 4.8 for product laws."""

from __future__ import annotations

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import require
from banditproof.verify.decompositions.adaptive_witnesses import counts_and_tells
from banditproof.verify.decompositions.coupled_environment import mismatch_moments
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.notions import Notion

from .decomposition_situations import Square, as_printed, divergence_of, expected_square

AS_A_POLICY = (
    r"A mechanism on $n$ records with $K$ outputs is a policy with $n+K$ arms and $T=n+1$: in "
    r"round $i\le n$ it plays arm $i$, of the laws $p_{1,i}$ and $p_{2,i}$ (records of standard "
    r"Borel spaces are numbers), then the arm of its output, which pays 0 under both."
)
PURE = Proof(
    "thesis.sec4.2.2.generalises",
    where="eps in [0,inf), div in [0,inf), dist in [0,inf), total in [0,inf), part in [0,inf)",
    steps=(
        Given(
            1,
            AS_A_POLICY + r" Its view of a list of rewards is the output for these records: it has "
            r"the same $\varepsilon$, and its actions have the laws $M_1$ and $M_2$.",
        ),
        Given(
            2,
            r"Round $i\le n$ adds $t_i$, whatever happens; the last one adds 0.",
            "dist == total",
            uses=(1,),
        ),
        OnClaim(
            3,
            r"Theorem 4.9 for this policy.",
            "part <= eps*dist",
            claim="thesis.thm4.9",
            of_step=10,
            instance={"div": "part"},
            uses=(1,),
        ),
        Inequality(4, "This is (4.5) for the mechanism.", "part <= eps*total", uses=(2, 3)),
        Textbook(
            5,
            r"With infinitely many outputs it is so for each finite partition of them, which is as "
            r"private, and $D_{\mathrm{KL}}(M_1\|M_2)$ is the supremum: (4.5) of Theorem 4.8.",
            "div <= eps*total",
            fact="textbook.finite-partitions",
            hypotheses={"the relation for each finite partition": 4},
            instance={"k": "div", "X": "part", "c": "eps*total"},
            over=("part",),
        ),
    ),
)
ZCDP = Proof(
    "thesis.sec4.2.2.generalises.zcdp.repaired",
    where="rho in [0,inf), div in [0,inf), ratio in [0,inf), square in [0,inf), "
    "second in [0,inf), total in [0,inf), spread in [0,inf), d in [0,inf), p in [0,inf), "
    "c in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"(4.7): the divergence of a $\rho$-Interactive zCDP kernel is at most the mean of "
            r"$\log(\mathcal V_{\mathbf r}/\mathcal V_{\mathbf r'})$,",
            "div <= ratio",
            claim="thesis.eq4.7",
            of_step=8,
        ),
        OnClaim(
            2,
            r"which is at most $\rho\,\mathbb E_p[d^2]$.",
            "ratio <= rho*square",
            claim="thesis.thm4.14.chain",
            of_step=12,
        ),
        Inequality(
            3,
            r"So $\rho\,\mathbb E_p[d^2]$ bounds the divergence.",
            "div <= rho*square",
            weights={1: "1", 2: "1"},
        ),
        OnClaim(
            4,
            r"If the arms are fixed in advance, the policy has $\pi(\mathbf a\mid\mathbf r)=1$ at "
            r"these arms, and the coupled environment is the product of the maximal couplings: "
            r"$p=c_{\mathbf a}$ there.",
            "p == c",
            claim="thesis.coupled",
            of_step=7,
            instance={"v": "1"},
        ),
        Identity(5, "So the integrands are equal,", "d**2*p == d**2*c", uses=(4,)),
        Textbook(
            6,
            r"and the means of $d^2$.",
            "square == second",
            fact="textbook.elementary-probability:equal integrands",
            hypotheses={"the functions are equal at almost every point": 5},
            instance={"x": "square", "y": "second", "A": "d**2*p", "B": "d**2*c"},
            over=("d", "p", "c"),
        ),
        OnClaim(
            7,
            r"There $\mathbb E[d^2]=(\sum_tt_{a_t})^2+\sum_tt_{a_t}(1-t_{a_t})$.",
            "second == total**2 + spread",
            claim="thesis.thm4.8.coupling",
            of_step=12,
        ),
        Inequality(
            8,
            r"Then it is (4.6).",
            "rho*square == rho*total**2 + rho*spread",
            uses=(6, 7),
        ),
        Parts(9, "The statement.", uses=(3, 8)),
    ),
)


@claim(
    "thesis.sec4.2.2.generalises",
    "Theorem 4.9 generalises Theorem 4.8 to the sequential setting under pure DP, with one more "
    "expectation, over the actions.",
    recorded="holds",
    stated=True,
    title="Theorem 4.9 contains (4.5)",
    kind="remark",
    place="4.2.2 after Theorem 4.9",
    mutants={
        "the records twice": {"proof": PURE.changed(2, formula="dist == 2*total")},
        "the printed Theorem 4.14": {"proof": PURE.changed(3, claim="thesis.thm4.14")},
        "sharper: 99 % of (4.5)": {"proof": PURE.changed(4, formula="part <= 0.99*eps*total")},
    },
)
def contains_pure(proof: Proof = PURE) -> Verdict:
    """A mechanism as a policy that plays one arm for each record, then the arm of its output."""
    return proof.verdict(
        "A mechanism is a policy that plays the arms of its records in turn, so that Theorem 4.9 "
        "is (4.5) for it."
    )


@pair(
    "thesis.sec4.2.2.generalises.zcdp",
    "Theorem 4.14 generalises Theorem 4.8 to the sequential setting under zCDP: as the actions "
    "are stochastic, one more expectation, over the actions, is all that is added to (4.6).",
    r"$\rho\,\mathbb E_p[d_{\mathrm{Ham}}^2]$ generalises (4.6) to the sequential setting: it is "
    r"(4.6) if the arms are fixed in advance, and it bounds the divergence of every "
    r"$\rho$-Interactive zCDP kernel.",
    recorded="fails",
    stated=True,
    subjects={"square": (as_printed, expected_square)},
    title="Theorem 4.14 is said to contain (4.6)",
    repaired_title="what contains (4.6)",
    kind="remark",
    place="4.2.2 after Theorem 4.14",
    mutants={
        "without the variance": {"square": lambda moments: moments.square},
        "sharper: 99 % of it": {"proof": ZCDP.changed(3, formula="div <= 0.99*rho*square")},
        "half of the coupling": {"proof": ZCDP.changed(4, formula="p == c/2")},
        "no variance by the steps": {"proof": ZCDP.changed(7, formula="second == total**2")},
    },
)
def contains_zcdp(square: Square, proof: Proof = ZCDP) -> Verdict:
    """The policy that refutes Theorem 4.14."""
    case = counts_and_tells()
    rho = zcdp_constant(case.policy, Notion.INTERACTIVE, 9)
    moments = mismatch_moments(case.policy, case.one, case.two, 3)
    left, right = divergence_of(case), rho * square(moments)
    require(
        left <= right,
        "For fixed arms the formula is (4.6), but actions that answer to mismatches make these "
        "come together, and the expectation over the actions alone is too small.",
        policy="the first one of thesis.thm4.14",
        rho=rho,
        KL=left,
        right_side=right,
    )
    return proof.verdict(
        "For arms that are fixed in advance the mismatches are independent, so the cross term is 0 "
        "and E[d^2] is the second moment of Theorem 4.8; in general it is what the first "
        "display of the proof of 4.14 bounds.",
        instances="the policy that refutes the print.",
    )
