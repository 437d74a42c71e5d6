"""Two linear instances whose best arms differ: one of them costs much, whatever is played."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Step, Textbook

MEAN = "textbook.elementary-probability:mean"
EACH = "X <= c Y at every outcome"


def costs_of_two_instances(gap: str, often: str, rare: str) -> tuple[Step, ...]:
    """Steps 3 to 12: a round of the wrong arm costs at least the gap in either instance.

    `often` and `rare` are the probabilities of n <= T/2 and of n > T/2 pulls of the arm a*, which
    is the best one of the first instance and, by step 2, at least the gap from that of the other.
    """
    per_round = f"2/(T*{gap})"
    return (
        Given(
            3,
            r"In a run let $n=N_{a^*}$. Under $\theta$ each other round costs at least "
            r"$\Delta_{\min}$, which is not below that,",
            f"cost >= {gap}*(T - n)",
        ),
        Given(
            4,
            r"and under $\theta'$ each round of $a^*$ costs at least as much.",
            f"cost2 >= {gap}*n",
            uses=(2,),
        ),
        Given(5, r"$n\le T$.", "n <= T"),
        Given(6, r"Let $i=1(n\le\frac T2)$,", "i*n <= i*T/2"),
        Given(7, r"and $j=1(n>\frac T2)$.", "j*n >= j*T/2"),
        Inequality(
            8,
            "So the costs of both runs have",
            f"i <= {per_round}*cost",
            weights={3: per_round, 5: "2/T*(1 - i)", 6: "2/T"},
        ),
        Inequality(
            9,
            "and",
            f"j <= {per_round}*cost2",
            weights={4: per_round, 7: "2/T"},
            rest="2/T*(1 - j)*n",
        ),
        Textbook(
            10,
            r"The mean under $\theta$,",
            f"{often} <= {per_round}*reg",
            fact=MEAN,
            hypotheses={EACH: 8},
            instance={"x": often, "c": per_round, "y": "reg", "X": "i", "Y": "cost"},
            over=("i", "n", "cost"),
        ),
        Textbook(
            11,
            r"and under $\theta'$.",
            f"{rare} <= {per_round}*reg2",
            fact=MEAN,
            hypotheses={EACH: 9},
            instance={"x": rare, "c": per_round, "y": "reg2", "X": "j", "Y": "cost2"},
            over=("j", "n", "cost2"),
        ),
        Textbook(
            12,
            "The two events are complementary, and about the actions alone.",
            f"{often} + {rare} >= exp(-div)/2",
            fact="textbook.bretagnolle-huber",
            instance={"p": often, "q": rare, "k": "div"},
        ),
    )
