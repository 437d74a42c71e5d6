"""The proof that a bound of the pulls of each arm bounds the regret without the gaps."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)


def without_gaps(
    id: str, *, claim: str, of_step: int, budget: str, private: str, last: str
) -> Proof:
    """From pulls <= 8 b L/gap^2 + private/gap + last, by Cauchy and Schwarz.

    The regret is at most 2 sqrt(2 b K T L) + private k + last * sum, for k suboptimal arms with
    gaps of this sum; `budget` is the name of the budget of privacy.
    """
    return Proof(
        id,
        where=f"b in (3,inf), {budget} in (0,inf), T in [2,inf), K in [1,inf), L in (0,inf), "
        "gap in (0,1], pulls in [0,inf), q in [0,inf), f in [0,inf), a in [0,inf), j in [0,inf), "
        "squares in [0,inf), rest in [0,inf), over in [0,inf), late in [0,inf), cost in [0,inf), "
        "sum in [0,inf), reg in [0,inf), n in [0,inf), all in [0,inf), k in [0,inf)",
        steps=(
            OnClaim(
                1,
                "The mean pulls of a suboptimal arm.",
                f"pulls <= 8*b*L/gap**2 + {private}/gap + {last}",
                claim=claim,
                of_step=of_step,
            ),
            Given(
                2,
                r"$f_a$ is the part of this that grows with $1/\Delta_a$ at most,",
                f"f == {private}/gap + {last}",
            ),
            Given(
                3, r"and $a_a$ is what $\mathbb EN_a$ exceeds it by, or 0.", "a == max(pulls-f, 0)"
            ),
            Inequality(4, r"$\Delta_a^2a_a\le8\beta L$.", "gap**2*a <= 8*b*L", uses=(1, 2, 3)),
            Induction(
                5,
                r"Over the $k$ suboptimal arms: $\sum\Delta_a^2a_a\le8j\beta L$.",
                "squares <= 8*b*L*j",
                variable="j",
                start="0",
                sequence="squares",
                first="0",
                following="squares + gap**2*a",
                weight="1",
                uses=(4,),
            ),
            Induction(
                6,
                r"The sum of $\mathbb EN_a-a_a$ is at least 0.",
                "rest >= 0",
                variable="j",
                start="0",
                sequence="rest",
                first="0",
                following="rest + pulls - a",
                weight="1",
                uses=(2, 3),
            ),
            Given(7, r"One arm is pulled in each round: they have $n\le T$ pulls.", "n <= 1*T"),
            Textbook(
                8,
                r"The mean, $\sum\mathbb EN_a(T)\le T$.",
                "all <= 1*T",
                fact="textbook.elementary-probability:mean",
                hypotheses={"X <= c Y at every outcome": 7},
                instance={"x": "all", "c": "1", "y": "T", "X": "n", "Y": "T"},
                over=("n",),
            ),
            Given(9, r"It is the sum of the $a_a$ and of the rest.", "all == late + rest"),
            Inequality(10, r"So $\sum a_a\le T$.", "late <= T - rest", uses=(9,), weights={8: "1"}),
            Induction(
                11,
                r"The sum of $\Delta_a(f_a+a_a-\mathbb EN_a)$ is at least 0.",
                "over >= 0",
                variable="j",
                start="0",
                sequence="over",
                first="0",
                following="over + gap*(f + a - pulls)",
                weight="1",
                uses=(3,),
            ),
            OnClaim(
                12,
                r"$\mathrm{Reg}_T=\sum_a\Delta_a\mathbb EN_a(T)$; let $d=\sum\Delta_aa_a$.",
                f"over == {private}*k + {last}*sum + cost - reg",
                claim="thesis.eq2.7-2.8",
                of_step=9,
                instance={"pulls": f"{private}*k + {last}*sum + cost - over"},
            ),
            Textbook(
                13,
                r"$d^2\le\sum a_a\sum\Delta_a^2a_a$.",
                "cost**2 <= late*squares",
                fact="textbook.cauchy-schwarz",
                instance={"d": "cost", "x": "late", "y": "squares"},
            ),
            Inequality(
                14,
                r"So $d\le2\sqrt{2\beta KT\log T}$.",
                "cost**2 <= T*(8*b*L*K)",
                at={5: {"j": "K"}},
                weights={13: "1", 5: "T", 10: "squares", 6: "squares"},
            ),
            Inequality(
                15,
                "Its root.",
                "cost <= 2*sqrt(2*b*K*T*L)",
                weights={14: "1/(cost + 2*sqrt(2*b*K*T*L))"},
            ),
            Inequality(
                16,
                r"The regret is at most the sum of $d$ and of $\sum\Delta_af_a$.",
                f"reg <= 2*sqrt(2*b*K*T*L) + {private}*k + {last}*sum",
                uses=(12,),
                weights={11: "1", 15: "1"},
            ),
        ),
    )
