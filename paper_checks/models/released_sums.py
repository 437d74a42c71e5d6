"""The privacy of a policy that decides from noisy sums of rewards, each reward in few of them."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    Proof,
    Textbook,
)


def private_by_sums(id: str, fixed: str, few: str, noise: str, output: str) -> Proof:
    """The proof, for a sequence of actions at a time: a reward is in at most m of its sums.

    `fixed` says what sums the actions fix, `few` why a reward is in at most m of them, `noise` what
    the noise is, and `output` what the conclusion says.
    """
    return Proof(
        id,
        where="n in [0,inf), m in [1,inf), c in [0,inf), one in [0,inf), eps in (0,inf), "
        "b in (0,inf), loss in (-inf,inf), z in (-inf,inf), "
        "g in (-inf,inf), s in (-inf,inf), k in [0,inf), A in [0,1], B in [0,1], p in [0,1], "
        "q in [0,1]",
        steps=(
            Given(
                1,
                f"Two inputs of rewards in $[0,1]$ differ in one place. {fixed} The policy decides "
                r"from earlier noisy sums, and from coins that read no data: it plays these "
                r"actions "
                r"where the noisy sums and the coins lie in a set that the actions fix.",
            ),
            Given(2, few, "c <= 1"),
            Induction(
                3,
                r"So $n$ sums move by at most $n$ in the 1-norm.",
                "one <= n",
                variable="n",
                start="0",
                sequence="one",
                first="0",
                following="one + c",
                weight="1",
                uses=(1, 2),
            ),
            Given(4, noise, "b == m/eps"),
            Inequality(
                5,
                r"The triangle inequality, for what a noise is and by how much its sum moves.",
                "abs(z+g) - abs(z) <= abs(g)",
            ),
            Induction(
                6,
                r"The 1-norm minus $\ell$ is at least 0, where $\ell$ adds up the left sides: this "
                r"is $s$ over $k$ sums.",
                "s >= 0",
                variable="k",
                start="0",
                sequence="s",
                first="0",
                following="s + abs(g) - (abs(z+g) - abs(z))",
                weight="1",
                uses=(5,),
            ),
            Given(
                7,
                r"The log-ratio of the densities of all noisy sums under both inputs is $\ell/b$.",
                "s == one - loss",
            ),
            Inequality(8, r"So $\ell$ is at most the 1-norm,", "loss <= one", uses=(6, 7)),
            Inequality(
                9,
                r"which is at most $m$ for all of them: it is at most $\epsilon$.",
                "loss/b <= eps",
                uses=(4,),
                at={3: {"n": "m"}},
                weights={8: "1/b", 3: "1/b"},
            ),
            Textbook(
                10,
                r"The actions have, under one input, at most $e^\epsilon$ times their probability "
                r"under the other.",
                "A <= exp(eps)*B",
                fact="textbook.elementary-probability:densities",
                over=("loss",),
                hypotheses={"the relation of the densities at every point": 9},
                instance={"p": "A", "q": "B", "e": "eps", "X": "loss/b"},
            ),
            Textbook(
                11,
                output,
                "p <= exp(eps)*q",
                fact="textbook.elementary-probability:atoms",
                hypotheses={"the relation for each single outcome": 10},
                instance={"p": "p", "q": "q", "c": "exp(eps)", "A": "A", "B": "B"},
                over=("A", "B"),
            ),
        ),
    )
