"""The proof of Theorem 2.23, the regret of UCB at a fixed confidence, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

OFF = "ib in (-inf,inf), mu in (-inf,inf), x in (-inf,inf), avg in (-inf,inf), Z <= 0"

PULLS = Proof(
    "thesis.thm2.23.gaps.pulls",
    where="T in [1,inf), L in [0,inf), gap in (0,inf), u in [1,inf), one in [0,1], low in [0,inf), "
    "high in [0,1], any in [0,inf), bad in [0,1], t in [0,inf), N in [0,inf), c in [0,1], "
    "Z in [0,1], pulls in [0,inf)",
    steps=(
        Given(
            1, r"Given the past, a reward has the law of its arm, 1-subgaussian around its mean."
        ),
        Given(2, r"$L=\log T$, so $\delta=e^{-2L}$.", "T == exp(L)"),
        Given(
            3,
            r"$u$ is the least whole number that is at least 1 and $16L/\Delta_a^2$.",
            "16*L <= u*gap**2",
        ),
        Given(4, r"So it is at most this plus 1.", "u <= 16*L/gap**2 + 1"),
        OnClaim(
            5,
            r"The bound (2.9) of $n$ draws of the best arm is below its mean with probability at "
            r"most $\delta$.",
            "one <= exp(-2*L)",
            claim="thesis.alg2.width.repaired",
            of_step=10,
            instance={"down": "one", "L": "2*L"},
        ),
        Textbook(
            6,
            r"It is so for some $n\le T$ with at most $T\delta$.",
            "low <= T*exp(-2*L)",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 5},
            instance={"p": "low", "n": "T", "d": "exp(-2*L)", "X": "one"},
            over=("one",),
        ),
        OnClaim(
            7,
            r"The average of $u$ draws of arm $a$ exceeds its mean by $\Delta_a/2$ or more with "
            r"probability at most $e^{-u\Delta_a^2/8}$.",
            "high <= exp(-u*gap**2/8)",
            claim="thesis.alg2.width.repaired",
            of_step=11,
            instance={"up": "high", "L": "u*gap**2/8"},
        ),
        Inequality(
            8,
            r"This is at most $\delta$.",
            "exp(-u*gap**2/8) <= exp(-2*L)",
            weights={3: "1/8"},
            monotone=("exp", "-2*L", "-u*gap**2/8"),
        ),
        Given(9, r"The bad event, for independent draws, is that one of both happens."),
        Textbook(
            10,
            r"One of both happens.",
            "any <= low + high",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 9},
            instance={"p": "any", "q": "low", "r": "high"},
        ),
        Textbook(
            11,
            r"The rewards of the bandit, numbered by the pulls, are such draws: its probability "
            "there.",
            "bad == any",
            fact="textbook.reward-stacks",
            hypotheses={"given the past a reward has the law of its arm": 1},
            instance={"p": "bad", "q": "any"},
        ),
        Given(
            12,
            r"Where neither happens, $Z=0$, the index $i_\star$ of the best arm is at least "
            r"$\mu^\star$ in every round.",
            "ib >= mu",
            where=OFF,
        ),
        Given(
            13,
            r"There the average of $u$ pulls of arm $a$ is below $\mu_a+\Delta_a/2$.",
            "avg < x + gap/2",
            where=OFF,
        ),
        Given(14, r"$\mu^\star=\mu_a+\Delta_a$.", "mu == x + gap", where=OFF),
        Inequality(
            15,
            r"The width after $u$ pulls, with $2\log(1/\delta)=4L$, is at most $\Delta_a/2$.",
            "sqrt(4*L/u) <= gap/2",
            weights={3: "1/(4*u*(sqrt(4*L/u) + gap/2))"},
        ),
        Inequality(
            16,
            r"So after $u$ pulls the index of arm $a$ is below that of the best arm.",
            "avg + sqrt(4*L/u) < ib",
            uses=(14,),
            where=OFF,
            weights={12: "1", 13: "1", 15: "1"},
        ),
        Given(
            17,
            r"After the first $K$ rounds the policy pulls an arm of the largest index: arm $a$ "
            r"($c=1$, and else 0) not at $N=u$ pulls, if $Z=0$; so a pull at $N\le u$ leads to "
            r"$N+1\le u$, whole numbers.",
            "(1-Z)*c*(N+1-u) <= 0",
            uses=(16,),
        ),
        Induction(
            18,
            r"After the first rounds there is one pull at most, and after each later one at most "
            r"$u$, if $Z=0$.",
            "(1-Z)*(N-u) <= 0",
            variable="t",
            start="0",
            sequence="N",
            first="1",
            following="N + c",
            weight="1-c",
            uses=(17,),
        ),
        Given(19, r"There are at most $T$ pulls.", "N <= T"),
        Inequality(
            20,
            r"In both cases.",
            "N <= u + T*Z",
            weights={18: "1", 19: "Z"},
        ),
        Textbook(
            21,
            r"The mean.",
            "pulls <= 1*u + T*bad",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 20},
            instance={"x": "pulls", "n": "1", "c": "u", "b": "T", "z": "bad", "X": "N", "Z": "Z"},
            over=("N", "Z", "t", "c"),
        ),
        Inequality(
            22,
            r"$T(T\delta+\delta)=1+1/T$ is at most 2.",
            "T*(T*exp(-2*L) + exp(-2*L)) <= 2",
            uses=(2,),
        ),
        Inequality(
            23,
            r"$\mathbb E[N_a(T)]\le16\log(T)/\Delta_a^2+3$.",
            "pulls <= 16*L/gap**2 + 3",
            uses=(11,),
            weights={21: "1", 4: "1", 10: "T", 6: "T", 7: "T", 8: "T", 22: "1"},
        ),
    ),
)

BY_GAPS = Proof(
    "thesis.thm2.23.gaps",
    where="L in [0,inf), gap in (0,inf), pulls in [0,inf), j in [0,inf), s in [0,inf), "
    "sum in [0,inf), inverse in [0,inf), reg in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"The mean pulls of a suboptimal arm.",
            "pulls <= 16*L/gap**2 + 3",
            claim="thesis.thm2.23.gaps.pulls",
            of_step=23,
        ),
        Induction(
            2,
            r"Over the suboptimal arms: the sum $s$ of $3\Delta_a+16L/\Delta_a-\Delta_a"
            r"\mathbb E N_a$ is at least 0.",
            "s >= 0",
            variable="j",
            start="0",
            sequence="s",
            first="0",
            following="s + 3*gap + 16*L/gap - gap*pulls",
            weight="1",
            rest="gap*(16*L/gap**2 + 3 - pulls)",
            uses=(1,),
        ),
        OnClaim(
            3,
            r"$\mathrm{Reg}_T=\sum_a\Delta_a\mathbb E N_a(T)$.",
            "s == 3*sum + 16*L*inverse - reg",
            claim="thesis.eq2.7-2.8",
            of_step=9,
            instance={"pulls": "3*sum + 16*L*inverse - s"},
        ),
        Inequality(4, r"(2.10).", "reg <= 3*sum + 16*L*inverse", uses=(2, 3)),
    ),
)

GAP_FREE = Proof(
    "thesis.thm2.23.gapfree",
    where="T in [1,inf), K in [1,inf), L in [0,inf), gap in (0,inf), pulls in [0,inf), "
    "a in [0,inf), j in [0,inf), squares in [0,inf), rest in [0,inf), over in [0,inf), "
    "late in [0,inf), cost in [0,inf), sum in [0,inf), reg in [0,inf), n in [0,inf), "
    "all in [0,inf)",
    parts=(15,),
    steps=(
        OnClaim(
            1,
            r"The mean pulls of a suboptimal arm.",
            "pulls <= 16*L/gap**2 + 3",
            claim="thesis.thm2.23.gaps.pulls",
            of_step=23,
        ),
        Given(2, r"$a_a$ is what $\mathbb EN_a(T)$ exceeds 3 by, or 0.", "a == max(pulls - 3, 0)"),
        Inequality(3, r"$\Delta_a^2a_a\le16\log T$.", "gap**2*a <= 16*L", uses=(1, 2)),
        Induction(
            4,
            r"Over the suboptimal arms, $K$ at most: $\sum\Delta_a^2a_a\le16jL$.",
            "squares <= 16*L*j",
            variable="j",
            start="0",
            sequence="squares",
            first="0",
            following="squares + gap**2*a",
            weight="1",
            uses=(3,),
        ),
        Induction(
            5,
            r"The sum of $\mathbb EN_a-a_a$ is at least 0.",
            "rest >= 0",
            variable="j",
            start="0",
            sequence="rest",
            first="0",
            following="rest + pulls - a",
            weight="1",
            uses=(2,),
        ),
        Given(
            6,
            r"One arm is pulled in each round: the suboptimal arms have $n\le T$ pulls.",
            "n <= 1*T",
        ),
        Textbook(
            7,
            r"The mean, $\sum\mathbb EN_a(T)\le T$.",
            "all <= 1*T",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 6},
            instance={"x": "all", "c": "1", "y": "T", "X": "n", "Y": "T"},
            over=("n",),
        ),
        Given(8, r"It is the sum of the $a_a$ and of the rest.", "all == late + rest"),
        Inequality(
            9,
            r"So $\sum a_a\le T$.",
            "late <= T - rest",
            uses=(8,),
            weights={7: "1"},
        ),
        Induction(
            10,
            r"The sum of $3\Delta_a+\Delta_aa_a-\Delta_a\mathbb EN_a$ is at least 0.",
            "over >= 0",
            variable="j",
            start="0",
            sequence="over",
            first="0",
            following="over + gap*(3 + a - pulls)",
            weight="1",
            uses=(2,),
        ),
        OnClaim(
            11,
            r"$\mathrm{Reg}_T=\sum_a\Delta_a\mathbb E N_a(T)$; let $d=\sum\Delta_aa_a$.",
            "over == 3*sum + cost - reg",
            claim="thesis.eq2.7-2.8",
            of_step=9,
            instance={"pulls": "3*sum + cost - over"},
        ),
        Textbook(
            12,
            r"$d^2\le\sum a_a\sum\Delta_a^2a_a$, for the vectors $\sqrt{a_a}$ and "
            r"$\Delta_a\sqrt{a_a}$.",
            "cost**2 <= late*squares",
            fact="textbook.cauchy-schwarz",
            instance={"d": "cost", "x": "late", "y": "squares"},
        ),
        Inequality(
            13,
            r"So $d\le4\sqrt{TK\log T}$.",
            "cost**2 <= T*(16*L*K)",
            at={4: {"j": "K"}},
            weights={12: "1", 4: "T", 9: "squares", 5: "squares"},
        ),
        Inequality(
            14,
            r"$\mathrm{Reg}_T\le4\sqrt{TK\log T}+3\sum_a\Delta_a$, and the printed bound is "
            "larger.",
            "reg <= 8*sqrt(T*K*L) + 3*sum",
            uses=(10, 11, 13),
        ),
        Inequality(
            15,
            r"(2.11): if $\Delta_a\le1$, then the sum is at most $K$.",
            "reg <= 8*sqrt(T*K*L) + 3*K",
            where="sum <= K",
            uses=(14,),
        ),
    ),
)
