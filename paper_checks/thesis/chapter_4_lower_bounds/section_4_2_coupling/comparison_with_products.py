"""Claims that the sequential decompositions generalise Theorem 4.8 for product laws."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
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


def _one_law(number: int, formula: str, construction: int, says: str) -> Step:
    """The probabilities of an event under two laws with the same conditional laws."""
    left, right = formula.split(" == ")
    return Textbook(
        number,
        says,
        formula,
        fact="textbook.ionescu-tulcea:one law",
        hypotheses={"the same conditional laws": construction},
        instance={"p": left, "q": right},
    )


PURE = Proof(
    "thesis.sec4.2.2.generalises",
    where="eps in [0,inf), div in [0,inf), dist in [0,inf), total in [0,inf), part in [0,inf), "
    "out in [0,inf), along in [0,inf), last in [0,inf), v in [0,1], w in [0,1], m in [0,1], "
    "n in [0,1], p in [0,1], q in [0,1], p2 in [0,1], q2 in [0,1]",
    steps=(
        Given(1, AS_A_POLICY),
        _one_law(
            2, "v == m", 1, r"Its view of a list of rewards has the law of the output for these,"
        ),
        _one_law(3, "w == n", 1, "also for a neighbouring list."),
        Given(4, r"The mechanism is $\varepsilon$-DP.", "m <= exp(eps)*n"),
        Inequality(
            5,
            r"So the policy is $\varepsilon$-View DP.",
            "v <= exp(eps)*w",
            uses=(2, 3, 4),
        ),
        _one_law(6, "p == q", 1, r"Its last action has the law $M_1$ of the mechanism on records,"),
        _one_law(7, "p2 == q2", 1, r"and $M_2$ in the other environment."),
        OnClaim(
            8,
            r"Theorem 4.9 for this policy.",
            "part <= eps*dist",
            claim="thesis.thm4.9",
            of_step=10,
            instance={"div": "part"},
            uses=(5,),
        ),
        Textbook(
            9,
            r"The last action is one function of all, so $D_{\mathrm{KL}}(M_1\|M_2)$ is at most "
            "that of the actions.",
            "out <= part",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 1},
            instance={"after": "out", "before": "part"},
            uses=(6, 7),
        ),
        Given(
            10,
            r"Round $i\le n$ plays arm $i$, whatever happens, with $t_i$, and the last one an arm "
            "of output: on each path these add up to",
            "along == total + last",
            uses=(1,),
        ),
        Textbook(
            11,
            r"An arm of output pays 0 under both: one law, at the distance 0.",
            "last == 0",
            fact="textbook.scheffe",
            hypotheses={"where p > q": 1},
            instance={"t": "last", "p": "0", "q": "0"},
        ),
        Inequality(
            12, "So the sum on each path is that of the $t_i$,", "along == total", uses=(10, 11)
        ),
        Textbook(
            13,
            "and so is its mean.",
            "dist == total",
            fact="textbook.elementary-probability:same",
            over=("along",),
            hypotheses={"X = Y almost surely": 12},
            instance={"x": "dist", "y": "total", "X": "along", "Y": "total"},
        ),
        Inequality(
            14,
            "This is (4.5) for the mechanism.",
            "out <= eps*total",
            uses=(8, 9, 13),
        ),
        Textbook(
            15,
            r"With infinitely many outputs it is so for each finite partition of them, which is as "
            r"private, and $D_{\mathrm{KL}}(M_1\|M_2)$ is the supremum: (4.5) of Theorem 4.8.",
            "div <= eps*total",
            fact="textbook.finite-partitions",
            hypotheses={"the relation for each finite partition": 14},
            instance={"k": "div", "X": "out", "c": "eps*total"},
            over=("out",),
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


@checks(
    "thesis.sec4.2.2.generalises",
    mutants={
        "another law": {"proof": PURE.changed(2, formula="v == m/2")},
        "half of the budget": {"proof": PURE.changed(5, formula="v <= exp(eps/2)*w")},
        "the printed Theorem 4.14": {"proof": PURE.changed(8, claim="thesis.thm4.14")},
        "sharper: half of the divergence": {"proof": PURE.changed(9, formula="2*out <= part")},
        "rewards that differ": {"proof": PURE.changed(11, formula="last == 1")},
        "the records twice": {"proof": PURE.changed(13, formula="dist == 2*total")},
        "sharper: 99 % of (4.5)": {"proof": PURE.changed(14, formula="out <= 0.99*eps*total")},
    },
)
def contains_pure(proof: Proof = PURE) -> Verdict:
    """A mechanism as a policy that plays one arm for each record, then the arm of its output."""
    return proof.verdict(
        "A mechanism is a policy that plays the arms of its records in turn, so that Theorem 4.9 "
        "is (4.5) for it."
    )


@checks_both(
    "thesis.sec4.2.2.generalises.zcdp",
    subjects={"square": (as_printed, expected_square)},
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
