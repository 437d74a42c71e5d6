"""The privacy of a policy that decides from noisy sums of rewards, each reward in few of them."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Induction, OnClaim, Proof, Textbook


def private_by_sums(id: str, fixed: str, few: str, noise: str, output: str) -> Proof:
    """The proof, for a sequence of actions at a time: a reward is in at most m of its sums.

    `fixed` says what sums the actions fix, `few` why a reward is in at most m of them, `noise` what
    the noise is, and `output` what the conclusion says.
    """
    return Proof(
        id,
        where="n in [0,inf), m in [1,inf), c in [0,inf), one in [0,inf), eps in (0,inf), "
        "b in (0,inf), A in [0,1], B in [0,1], p in [0,1], q in [0,1]",
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
                r"So $n$ sums move by at most $n$ in the 1-norm, and all of them by at most $m$.",
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
            OnClaim(
                5,
                r"This is noise of scale $s_1/\epsilon$ or more: the actions have, under one "
                r"input, "
                r"at most $e^\epsilon$ times their probability under the other.",
                "A <= exp(eps)*B",
                claim="thesis.thm2.13.repaired",
                of_step=8,
                instance={"p": "A", "q": "B"},
                uses=(3, 4),
            ),
            Textbook(
                6,
                output,
                "p <= exp(eps)*q",
                fact="textbook.elementary-probability:atoms",
                hypotheses={"the relation for each single outcome": 5},
                instance={"p": "p", "q": "q", "c": "exp(eps)", "A": "A", "B": "B"},
                over=("A", "B"),
            ),
        ),
    )
