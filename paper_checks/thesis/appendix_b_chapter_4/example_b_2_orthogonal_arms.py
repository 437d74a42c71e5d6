"""Claims about Example B.2: the structure constant of orthogonal arms."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Induction, Inequality, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict

ORTHOGONAL = Proof(
    "thesis.exB.2",
    where="n in (0,inf), l in (0,inf), inv in (0,inf), k in (0,inf), m in (0,inf), "
    "far in (0,inf), s in (-inf,inf), j in [0,inf), own in [0,inf), best in [0,inf), "
    "other in [0,inf), total in (-inf,inf), rho in [0,inf)",
    steps=(
        Given(
            1,
            r"The arms are orthogonal, $a\ne a^*$, $\|a_i\|^2=l$ and $n=\mathbb E N_i(T)>0$, "
            r"numbers of each ($m$ and $k$ for $a^*$). $\bar G_T=\sum_jn_ja_ja_j^\top$, so "
            r"$\bar G_Ta_i=n\,l\,a_i$: in the basis of the arms it is diagonal, with entries "
            r"$\mathbb E N_i(T)$ for $l=1$.",
        ),
        Textbook(
            2,
            r"So $\bar G_T^{-1}a_i=a_i/(nl)$.",
            "inv == 1/(n*l)",
            fact="textbook.spectral-theorem:inverse",
            hypotheses={"G v = k v": 1, "k > 0": "n*l > 0"},
            instance={"h": "inv", "k": "n*l"},
        ),
        Given(
            3,
            r"$\mathbb E\sum_t|\langle A_t,\bar G_T^{-1}(a-a^*)\rangle|$ is the sum over the arms "
            r"$a_j$ of $n_j|\langle a_j,\bar G_T^{-1}a\rangle-\langle a_j,\bar G_T^{-1}a^*\rangle|$"
            r": for $a_j=a$",
            "own == n*abs(l*inv - 0)",
        ),
        Given(4, r"for $a_j=a^*$", "best == k*abs(0 - m*far)"),
        Given(5, "and for the others.", "other == n*abs(0 - 0)"),
        Inequality(6, "The first is 1,", "own == 1", uses=(2, 3)),
        Inequality(
            7,
            "the second is 1,",
            "best == 1",
            uses=(2, 4),
            at={2: {"n": "k", "l": "m", "inv": "far"}},
        ),
        Induction(
            8,
            "and the others add up to 0.",
            "s == 0",
            variable="j",
            start="0",
            sequence="s",
            first="0",
            following="s + other",
            uses=(5,),
        ),
        Given(9, "The sum of all.", "total == own + best + s"),
        Inequality(10, "It is 2.", "total == 2", uses=(6, 7, 8, 9)),
        Given(
            11,
            r"$\rho_a(\mathcal A)=\sum_j|a_j^\top(a-a^*)|/\|a_j\|^2$, of which the same arms "
            "give terms that are not 0.",
            "rho == abs(l - 0)/l + abs(0 - m)/m",
        ),
        Inequality(12, r"It is 2 too.", "rho == 2", uses=(11,)),
    ),
    parts=(10,),
)


@checks(
    "thesis.exB.2",
    mutants={
        "an arm that is not orthogonal": {
            "proof": ORTHOGONAL.changed(5, formula="other == n*abs(l*inv - 0)")
        },
        "sharper: 1.99": {"proof": ORTHOGONAL.changed(10, formula="total == 1.99")},
        "one length for both arms": {
            "proof": ORTHOGONAL.changed(11, formula="rho == abs(l - 0)/l + abs(0 - m)/l")
        },
        "the count of the other arm": {
            "proof": ORTHOGONAL.changed(4, formula="best == k*abs(0 - l*inv)")
        },
        "one arm": {"proof": ORTHOGONAL.changed(11, formula="rho == abs(l - 0)/l")},
    },
)
def orthogonal_arms(proof: Proof = ORTHOGONAL) -> Verdict:
    """The eigenvectors of G, and the two terms that are not 0."""
    return proof.verdict(
        "The arms are eigenvectors of G with the eigenvalues E N_i ||a_i||^2, so E N_j times a_j^T "
        "G^-1 (a - a*) is 1 for a, -1 for a* and 0 otherwise, for bases of different lengths too."
    )
