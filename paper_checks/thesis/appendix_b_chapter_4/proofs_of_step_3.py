"""Steps of B.4 and B.5 about means, variances and distances, step by step; r = sqrt(rho)."""

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
    Words,
)

from ..chapter_4_lower_bounds.section_4_3_regret.proof_of_theorem_4_15 import pinsker

MEAN = "textbook.elementary-probability:mean"
EACH = "X <= c Y at every outcome"
SUM = "textbook.elementary-probability:sum above"
TERMS = "X_t <= c + b Z_t for each t"
TOWER = "textbook.elementary-probability:tower"
CONDITIONAL = "the conditional mean of each term"


def normal_distance(n: int) -> tuple[Step, ...]:
    """Steps n to n + 3: the distance of two normal laws is at most half that of their means."""
    return (
        Identity(
            n,
            r"For means $0$ and $g=|\langle A_t,\theta-\theta'\rangle|$ the logarithm of the ratio "
            r"of the normal densities at $z$.",
            "(z-g)**2/2 - z**2/2 == g**2/2 - g*z",
            where="z in (-inf,inf)",
        ),
        Textbook(
            n + 1,
            r"Their divergence is $\frac12g^2$.",
            "normal == g**2/2",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": n},
            instance={
                "x": "normal",
                "c": "g**2/2",
                "b": "-g",
                "z": "0",
                "X": "(z-g)**2/2 - z**2/2",
                "Z": "z",
            },
            over=("z",),
        ),
        Textbook(
            n + 2,
            "Pinsker.",
            "2*tv**2 <= normal",
            fact="textbook.pinsker",
            instance={"t": "tv", "k": "normal"},
        ),
        Inequality(
            n + 3,
            r"So $p_t\le\sqrt{\frac14\langle A_t,\theta-\theta'\rangle^2}=\frac12g$.",
            "tv <= 0 + 1/2*g",
            apart="tv",
            uses=(n + 1,),
            weights={n + 2: "1/(2*(g/2 + tv))"},
        ),
    )


BOUNDS = Proof(
    "thesis.B.4.step3.bounds",
    where="T in [1,inf), k in [1,inf), gap in (0,inf), n in [0,inf), pulls in [0,inf), "
    "second in [0,inf), spread in [0,inf), tv in [0,1], normal in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"The suboptimal arm that is played least: $n_a\le\frac T{K-1}$.",
            "pulls <= T/k",
            claim="thesis.sec4.1.pulls",
            of_step=4,
            instance={"l": "pulls", "K": "k + 1"},
        ),
        Given(2, r"In each run $N_a\le T$:", "n*n <= T*n"),
        Textbook(
            3,
            r"so $\mathbb E[N_a^2]\le T\,n_a$.",
            "second <= T*pulls",
            fact=MEAN,
            hypotheses={EACH: 2},
            instance={"x": "second", "c": "T", "y": "pulls", "X": "n*n", "Y": "n"},
            over=("n",),
        ),
        Textbook(
            4,
            "The variance.",
            "second == spread + pulls**2",
            fact="textbook.elementary-probability:variance",
            instance={"second": "second", "variance": "spread", "mean": "pulls"},
        ),
        *pinsker(5)[:3],
        Inequality(
            8,
            r"$\mathbb V(N_a)\le n_a(T-n_a)$,",
            "spread <= pulls*(T - pulls)",
            uses=(4,),
            weights={3: "1"},
        ),
        Inequality(
            9,
            r"which is at most $\frac{T^2}{K-1}$.",
            "pulls*(T - pulls) <= T**2/k",
            weights={1: "T"},
            rest="pulls**2",
        ),
        Inequality(
            10,
            r"$t_a\le\sqrt{\frac12D_{\mathrm{KL}}(\mathcal N(0,1)\|\mathcal N(2\Delta,1))}$,",
            "tv <= sqrt(normal/2)",
            apart="tv",
            weights={7: "1/(2*(sqrt(normal/2) + tv))"},
        ),
        Inequality(11, r"which is $\Delta$.", "sqrt(normal/2) == gap", uses=(6,)),
        Parts(12, "All four.", uses=(1, 8, 9, 10, 11)),
    ),
)
ONE_ARM = Proof(
    "thesis.B.4.step3.repaired",
    where="r in [0,inf), div in [0,inf), tv in [0,1], m in [0,inf), v in [0,inf), w in [0,inf), "
    "b in [0,inf), square in [0,inf), es in [0,inf), ev in [0,inf), second in [0,inf), "
    "pulls in [0,inf), sq in [0,inf), vv in [0,inf), n in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$D_{\mathrm{KL}}\le\rho\,\mathbb E[d^2]$ for the coupled run.",
            "div <= r**2*square",
            claim="thesis.thm4.14.repaired",
            of_step=5,
            instance={"rho": "r**2"},
        ),
        Given(2, r"Only arm $a$ differs: in each run $S\le t_aN_a$,", "sq <= tv**2*n**2"),
        Given(3, r"and $V\le t_a(1-t_a)N_a$.", "vv <= tv*(1 - tv)*n"),
        Textbook(
            4,
            r"So $\mathbb E[S^2]\le t_a^2\mathbb E[N_a^2]$,",
            "es <= tv**2*second",
            fact=MEAN,
            hypotheses={EACH: 2},
            instance={"x": "es", "c": "tv**2", "y": "second", "X": "sq", "Y": "n**2"},
            over=("sq", "n"),
        ),
        Textbook(
            5,
            r"and $\mathbb E[V]\le t_a(1-t_a)n_a$.",
            "ev <= tv*(1 - tv)*pulls",
            fact=MEAN,
            hypotheses={EACH: 3},
            instance={"x": "ev", "c": "tv*(1 - tv)", "y": "pulls", "X": "vv", "Y": "n"},
            over=("vv", "n"),
        ),
        Given(6, r"$m^2=\mathbb E[S^2]$,", "es == m**2"),
        Given(7, r"$v^2=\mathbb E[V]$,", "ev == v**2"),
        Given(8, r"$w^2=\mathbb E[N_a^2]$,", "second == w**2"),
        Given(9, r"and $b^2=n_at_a(1-t_a)$.", "tv*(1 - tv)*pulls <= b**2"),
        Inequality(
            10,
            r"So $m\le t_aw$,",
            "m <= tv*w",
            apart="m",
            uses=(6, 8),
            weights={4: "1/(tv*w + m)"},
        ),
        Inequality(
            11,
            r"and $v\le b$.",
            "v <= b",
            apart="v",
            uses=(7,),
            weights={5: "1/(b + v)", 9: "1/(b + v)"},
        ),
        OnClaim(
            12,
            r"And $\mathbb E[d^2]\le(\sqrt{\mathbb E[S^2]}+\sqrt{\mathbb E[V]})^2$.",
            "r**2*square <= r**2*(sqrt(es) + sqrt(ev))**2",
            claim="thesis.thm4.14.repaired",
            of_step=12,
            instance={"rho": "r**2", "ss": "es", "vv": "ev"},
        ),
        Inequality(
            13,
            r"So $D_{\mathrm{KL}}\le\rho(m+v)^2$.",
            "div <= r**2*(m + v)**2",
            uses=(6, 7),
            weights={1: "1", 12: "1"},
        ),
        Inequality(
            14,
            r"$D_{\mathrm{KL}}\le\rho(t_a\sqrt{\mathbb E[N_a^2]}+\sqrt{n_at_a(1-t_a)})^2$.",
            "div <= r**2*(tv*w + b)**2",
            weights={
                13: "1",
                10: "r**2*(m + v + tv*w + b)",
                11: "r**2*(m + v + tv*w + b)",
            },
        ),
    ),
)
DISTANCES = Proof(
    "thesis.B.5.step2.distances",
    where="T in [1,inf), r in (0,inf), tv in [0,1], normal in [0,inf), g in [0,inf), m in [0,1], "
    "S in [0,inf), mag in [0,inf), mean in [0,inf), second in [0,inf), spread in [0,inf)",
    steps=(
        *normal_distance(1),
        Given(
            5,
            r"Here $g=\frac2{T\sqrt\rho}|A_{ti}|$ with $|A_{ti}|\le1$.",
            "g == 2/(T*r)*m",
        ),
        Inequality(6, "It is at most", "g <= 2/(T*r)", uses=(5,)),
        Textbook(
            7,
            r"In each run, for the sum $S$ of the $p_t$: $S\le\frac12\sum_tg$,",
            "S <= T*0 + 1/2*mag",
            fact=SUM,
            hypotheses={TERMS: 4},
            instance={"x": "S", "n": "T", "c": "0", "b": "1/2", "z": "mag", "X": "tv", "Z": "g"},
            over=("tv", "g", "normal"),
        ),
        Textbook(
            8,
            "and that sum is at most",
            "mag <= T*(2/(T*r))",
            fact=SUM,
            hypotheses={TERMS: 6},
            instance={"x": "mag", "n": "T", "c": "2/(T*r)", "b": "0", "z": "0", "X": "g"},
            over=("g", "m"),
        ),
        Inequality(
            9,
            r"So $S\le\frac1{\sqrt\rho}$.",
            "S <= 1/r*1",
            weights={7: "1", 8: "1/2"},
        ),
        Textbook(
            10,
            r"Its mean is at most $\frac1{\sqrt\rho}$.",
            "mean <= 1/r*1",
            fact=MEAN,
            hypotheses={EACH: 9},
            instance={"x": "mean", "c": "1/r", "y": "1", "X": "S", "Y": "1"},
            over=("S", "mag"),
        ),
        Inequality(11, r"And $S^2\le\frac1{\sqrt\rho}S$,", "S**2 <= 1/r*S", weights={9: "S"}),
        Textbook(
            12,
            "so the mean of the square is at most",
            "second <= 1/r*mean",
            fact=MEAN,
            hypotheses={EACH: 11},
            instance={"x": "second", "c": "1/r", "y": "mean", "X": "S**2", "Y": "S"},
            over=("S", "mag"),
        ),
        Textbook(
            13,
            "The variance.",
            "second == spread + mean**2",
            fact="textbook.elementary-probability:variance",
            instance={"second": "second", "variance": "spread", "mean": "mean"},
        ),
        Inequality(
            14,
            r"$\mathbb V[S]\le\frac1{4\rho}$.",
            "spread <= 1/(4*r**2)",
            uses=(13,),
            weights={12: "1"},
            rest="(1/(2*r) - mean)**2",
        ),
        Parts(15, "Sum, mean and variance.", uses=(7, 9, 10, 14)),
    ),
    parts=(4,),
)
CONCLUSION = Proof(
    "thesis.B.5.step2.conclusion",
    where="T in [1,inf), r in (0,1], div in [0,inf), tv in [0,1], i in [0,1], one in [0,1], "
    "dist in [0,1], pair in [0,1], cross in [0,1], diag in [0,inf), off in [0,inf), "
    "second in [0,inf), g in [0,inf), m in [0,1]",
    steps=(
        Words(
            1,
            r"As in Theorem 4.14 repaired: $D_{\mathrm{KL}}\le\rho\,\mathbb E_p[d^2]$ with the "
            r"number $d$ of rounds in which a coupled run has two rewards; round $t$ is one with "
            r"probability $p_t$ given its past and its action.",
            "div <= r**2*second",
            why="that theorem is about finitely many actions, and these lie in a cube",
        ),
        OnClaim(
            2,
            r"By Pinsker $p_t\le\frac12g$ with $g=|\langle A_t,\theta-\theta'\rangle|$.",
            "tv <= 0 + 1/2*g",
            claim="thesis.B.5.step2.distances",
            of_step=4,
        ),
        Given(
            3,
            r"As there $g=\frac2{T\sqrt\rho}|A_{ti}|$ with $|A_{ti}|\le1$.",
            "g == 2/(T*r)*m",
        ),
        Inequality(
            4,
            r"Each $p_t$ is at most $\frac1{T\sqrt\rho}$.",
            "tv <= 1/(T*r)*1",
            uses=(3,),
            weights={2: "1"},
            rest="(1 - m)/(T*r)",
        ),
        Textbook(
            5,
            r"The probability of round $t$ is the mean of $p_t$,",
            "one == dist",
            fact=TOWER,
            hypotheses={CONDITIONAL: 1},
            instance={"x": "one", "y": "dist"},
        ),
        Textbook(
            6,
            r"at most $\frac1{T\sqrt\rho}$.",
            "dist <= 1/(T*r)*1",
            fact=MEAN,
            hypotheses={EACH: 4},
            instance={"x": "dist", "c": "1/(T*r)", "y": "1", "X": "tv", "Y": "1"},
            over=("tv", "g", "m"),
        ),
        Textbook(
            7,
            r"That of two rounds $s<t$ is the mean of $p_t$ where round $s$ is one,",
            "pair == cross",
            fact=TOWER,
            hypotheses={CONDITIONAL: 1},
            instance={"x": "pair", "y": "cross"},
        ),
        Inequality(
            8,
            r"with the indicator $i$ of round $s$,",
            "i*tv <= 1/(T*r)*i",
            weights={4: "i"},
        ),
        Textbook(
            9,
            r"at most $\frac1{T\sqrt\rho}$ times the probability of round $s$.",
            "cross <= 1/(T*r)*one",
            fact=MEAN,
            hypotheses={EACH: 8},
            instance={"x": "cross", "c": "1/(T*r)", "y": "one", "X": "i*tv", "Y": "i"},
            over=("i", "tv", "g", "m"),
        ),
        Inequality(10, "Each round has", "one <= 1/(T*r)", uses=(5,), weights={6: "1"}),
        Inequality(
            11,
            "and each pair has",
            "pair <= 1/(T*r)**2",
            uses=(7,),
            weights={9: "1", 10: "1/(T*r)"},
        ),
        Textbook(
            12,
            r"The sum over the $T$ rounds,",
            "diag <= T*(1/(T*r))",
            fact=SUM,
            hypotheses={TERMS: 10},
            instance={"x": "diag", "n": "T", "c": "1/(T*r)", "b": "0", "z": "0", "X": "one"},
            over=("one", "dist"),
        ),
        Textbook(
            13,
            r"and over the $T(T-1)$ pairs.",
            "off <= T*(T - 1)*(1/(T*r)**2)",
            fact=SUM,
            hypotheses={TERMS: 11},
            instance={
                "x": "off",
                "n": "T*(T - 1)",
                "c": "1/(T*r)**2",
                "b": "0",
                "z": "0",
                "X": "pair",
            },
            over=("one", "pair", "cross", "dist"),
        ),
        Given(14, r"$d^2$ is the sum of both.", "second == diag + off"),
        Inequality(
            15,
            r"$D_{\mathrm{KL}}\le1+\sqrt\rho-\frac1T$,",
            "div <= 1 + r - 1/T",
            uses=(14,),
            weights={1: "1", 12: "r**2", 13: "r**2"},
        ),
        Inequality(
            16,
            r"so $D_{\mathrm{KL}}\le1+\sqrt\rho+\frac14$,",
            "div <= 1 + r + 1/4",
            weights={15: "1"},
        ),
        Inequality(17, r"which is at most $\frac94$.", "1 + r + 1/4 <= 9/4"),
    ),
    parts=(16,),
)
