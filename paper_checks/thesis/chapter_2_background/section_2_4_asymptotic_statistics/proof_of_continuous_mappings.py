"""The proof that continuous mappings preserve convergence: Theorem 2.36."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Parts, Proof, Textbook

MAPPING = Proof(
    "thesis.asy.thm.cmt",
    steps=(
        Given(1, r"$g$ is continuous at every point of $C$, and $P(X\in C)=1$."),
        Given(2, r"(a) $X_n\to^d X$."),
        Textbook(
            3,
            "Versions of the same laws converge almost surely, and their limit lies in $C$ almost "
            "surely.",
            fact="textbook.almost-sure-versions",
            hypotheses={"the laws converge": 2},
        ),
        Textbook(
            4,
            "So the values of $g$ converge almost surely.",
            fact="textbook.continuity",
            hypotheses={"the points converge": 3, "f is continuous at their limit": 1},
        ),
        Textbook(
            5,
            r"Hence $g(X_n)\to^d g(X)$.",
            fact="textbook.almost-sure-versions:law",
            hypotheses={"the values converge almost surely": 4},
        ),
        Given(6, r"(b) $X_n\to^PX$."),
        Textbook(
            7,
            "Each subsequence has a further one along which they converge almost surely.",
            fact="textbook.subsequences-in-probability",
            hypotheses={"the variables converge in probability": 6},
        ),
        Textbook(
            8,
            "Along it the values of $g$ converge almost surely.",
            fact="textbook.continuity",
            hypotheses={"the points converge": 7, "f is continuous at their limit": 1},
        ),
        Textbook(
            9,
            r"Hence $g(X_n)\to^Pg(X)$.",
            fact="textbook.subsequences-in-probability:back",
            hypotheses={
                "each subsequence has a further one along which they converge almost surely": 8
            },
        ),
        Parts(10, "Both convergences.", uses=(5, 9)),
    ),
)
