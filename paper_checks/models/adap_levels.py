"""Steps that proofs about AdaP-UCB and AdaP-KLUCB share: when a level of an index fails."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Step,
    Textbook,
)


def beginning() -> tuple[Step, ...]:
    """Steps 1 to 3: the setting, L = log T, and the optimism of AdaP-UCB."""
    return (
        Given(1, r"Given the past, a reward has the law of its arm, and noise is drawn once."),
        Given(2, r"$L=\log T$.", "L == log(T)"),
        OnClaim(
            3,
            r"The index of (5.1) at $t=e^S$ is below the mean of its arm with probability at most "
            r"$\frac32t^{-\beta}$ (C.9), and grows with $t$.",
            "down <= 3/2*exp(-b*S)",
            claim="thesis.lemC.2.repaired",
            of_step=18,
            instance={"d": "exp(-b*S)"},
            uses=(1,),
        ),
    )


def failing(
    first: int, rate: str, inside: int, where: str = "", name: str = "fails"
) -> tuple[Step, ...]:
    """A level of AdaP-UCB fails with probability at most 3/2 e^-rate; `inside` leaves the room."""
    return (
        OnClaim(
            first,
            r"The noisy mean of $n$ rewards passes $\mu_a$ by this room with probability at most "
            r"$\frac32\delta$.",
            f"high <= 3/2*exp(-{rate})",
            claim="thesis.lemC.2.repaired",
            of_step=11,
            instance={"up": "high", "d": f"exp(-{rate})"},
        ),
        Textbook(
            first + 1,
            r"$G_{a,j,T}^c$ says that it passes $\mu_a$ by at least this.",
            "fails <= high",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": inside},
            instance={"p": "fails", "q": "high"},
        ),
        Inequality(
            first + 2,
            "So the level fails with at most this probability.",
            f"fails <= 3/2*exp(-{rate})",
            weights={first: "1", first + 1: "1"},
        ),
    )


def levels_together(number: int, uses: tuple[int, ...]) -> Step:
    """All levels from one on, each of which fails with probability at most 3/(2T)."""
    return OnClaim(
        number,
        r"All levels from $\ell$ on together:",
        "pulls <= u + 2*(3/2*exp(-L))*T + 3/2/(b-3)",
        claim="thesis.thmC.4peel.uniform",
        of_step=8,
        instance={"q": "3/2*exp(-L)"},
        uses=uses,
    )


def regret_of_arms(
    id: str, *, claim: str, of_step: int, pulls: str, own: str, total: str, where: str
) -> Proof:
    """From pulls to regret: `own` bounds gap times `pulls`, with the sum `total`."""
    return Proof(
        id,
        where="b in (3,inf), eps in (0,inf), T in [2,inf), L in (0,inf), gap in (0,1], "
        f"pulls in [0,inf), c in [0,inf), j in [0,inf), s in [0,inf), reg in [0,inf), {where}",
        steps=(
            OnClaim(
                1,
                "The mean pulls of a suboptimal arm.",
                f"pulls <= {pulls}",
                claim=claim,
                of_step=of_step,
            ),
            Inequality(2, r"Times the gap, which is at most 1:", f"gap*({pulls}) <= {own}"),
            Given(3, "what an arm costs at most.", f"c == {own}"),
            Inequality(4, "So", "gap*pulls <= c", uses=(3,), weights={1: "gap", 2: "1"}),
            Induction(
                5,
                r"Over the suboptimal arms: the sum $s$ of what the bound of an arm exceeds "
                r"$\Delta_a\mathbb EN_a$ by is at least 0.",
                "s >= 0",
                variable="j",
                start="0",
                sequence="s",
                first="0",
                following="s + c - gap*pulls",
                weight="1",
                rest="c - gap*pulls",
                uses=(4,),
            ),
            OnClaim(
                6,
                r"$\mathrm{Reg}_T=\sum_a\Delta_a\mathbb EN_a(T)$.",
                f"s == {total} - reg",
                claim="thesis.eq2.7-2.8",
                of_step=9,
                instance={"pulls": f"{total} - s"},
            ),
            Inequality(7, "The bound.", f"reg <= {total}", uses=(5, 6)),
        ),
    )
