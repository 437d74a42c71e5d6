"""The proof of the linear program of Theorem 4.18, step by step: L = log T, and a, u, b are fixed.

An alternative moves theta by (Delta_a + b) u. The pulls along a subsequence, over log T, have a
limit alpha, which is feasible: first for every b, then for b as small as one likes.
"""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    OnClaim,
    Proof,
    Textbook,
)

from .two_linear_instances import costs_of_two_instances

LIMIT = "textbook.bounds-of-sets:lower limit"
FROM_BELOW = "x_n >= (1 - r) c for every r > 0 and all large n"

PROGRAM = Proof(
    "thesis.thm4.18.lp",
    where="eps in (0,inf), T in (1,inf), L in (0,inf), gap in (0,inf), b in (0,inf), "
    "gain in (-inf,inf), n in [0,inf), i in [0,1], j in [0,1], cost in [0,inf), cost2 in [0,inf), "
    "often in [0,1], rare in [0,1], reg in [0,inf), reg2 in [0,inf), S in (0,inf), "
    "div in [0,inf), p in (0,1/2), hist in [0,inf), dist in [0,inf), tv in [0,1], g in [0,inf), "
    "v in [0,inf), normal in [0,inf), total in [0,inf), load in [0,inf), "
    "quad in [0,inf), low in [0,inf), least in (0,inf), m in [0,inf), limit1 in [0,inf), "
    "limit2 in [0,inf), sum1 in [0,inf), "
    "sum2 in [0,inf), r in (0,1/2), value in [0,inf), best in [0,inf)",
    steps=(
        Given(
            1,
            r"Let $a$ be suboptimal, $\langle u,a^*\rangle=0$, $\langle u,a\rangle=1$, and "
            r"$\theta'=\theta+(\Delta_a+b)u$ with $0<b\le\Delta_{\min}$:",
            "gain == -gap + (gap + b)*1",
        ),
        Identity(2, r"$\langle a-a^*,\theta'\rangle=b$.", "gain == b", uses=(1,)),
        *costs_of_two_instances("b", "often", "rare"),
        Given(13, r"Let $S=\mathrm{Reg}_T+\mathrm{Reg}'_T$.", "S >= reg + reg2"),
        Given(14, r"$L=\log T$.", "T == exp(L)"),
        Inequality(
            15,
            r"$S\ge\frac{Tb}4e^{-\mathrm{KL}}$, with the divergence of the laws of the actions.",
            "S >= exp(L)*b/4*exp(-div)",
            uses=(14,),
            weights={13: "1", 10: "T*b/2", 11: "T*b/2", 12: "T*b/2"},
        ),
        Given(
            16,
            r"The policy is consistent at $\theta$ and $\theta'$: $S\le T^p$ for each $p>0$ and "
            r"all large $T$.",
            "S <= exp(p*L)",
        ),
        Inequality(
            17,
            "Together.",
            "exp(p*L) >= exp(L)*b/4*exp(-div)",
            weights={15: "1", 16: "1"},
        ),
        Inequality(
            18,
            "The logarithm.",
            "p*L >= L + log(b/4) - div",
            uses=(17,),
            monotone=("log", "exp(p*L)", "exp(L)*b/4*exp(-div)"),
        ),
        Given(19, r"For all large $T$ also", "-log(b/4) <= p*L"),
        Inequality(
            20,
            r"So $\mathrm{KL}\ge(1-2p)\log T$ for each $p>0$ and all large $T$.",
            "div >= (1 - 2*p)*L",
            weights={18: "1", 19: "1"},
        ),
        OnClaim(
            21,
            r"Theorem 4.9: $\mathrm{KL}\le\varepsilon\,\mathbb E\sum_t\mathrm{TV}_t$.",
            "div <= eps*dist",
            claim="thesis.thm4.9",
            of_step=10,
        ),
        Identity(
            22,
            r"For means $0$ and $g=|\langle A_t,\theta'-\theta\rangle|$ the logarithm of the ratio "
            r"of the normal densities at $z$ is positive where $z<\frac g2$.",
            "(z-g)**2/2 - z**2/2 == g*(g/2 - z)",
            where="z in (-inf,inf)",
        ),
        Textbook(
            23,
            r"So their distance is $\Phi(\frac g2)-\Phi(-\frac g2)$,",
            "tv == erf(g/2/sqrt(2))",
            fact="textbook.scheffe",
            hypotheses={"where p > q": 22},
            instance={
                "t": "tv",
                "p": "(1 + erf(g/2/sqrt(2)))/2",
                "q": "(1 - erf(g/2/sqrt(2)))/2",
            },
        ),
        Inequality(
            24,
            r"at most $\frac g{\sqrt{2\pi}}$.",
            "tv <= 0 + 1/sqrt(2*pi)*g",
            uses=(23,),
        ),
        Given(
            25,
            r"By the choice of $\theta'$ here $g=(\Delta_a+b)v$ with $v=|\langle A_t,u\rangle|$.",
            "g == (gap + b)*v",
        ),
        Inequality(
            26,
            r"So $\mathrm{TV}_t\le\frac{\Delta_a+b}{\sqrt{2\pi}}v$.",
            "tv <= 0 + (gap + b)/sqrt(2*pi)*v",
            uses=(25,),
            weights={24: "1"},
        ),
        Textbook(
            27,
            r"The sum over the rounds, with the mean $y$ of $\sum_t|\langle A_t,u\rangle|=\sum_j"
            r"N_j|\langle a_j,u\rangle|$, in which $a^*$ does not count.",
            "dist <= T*0 + (gap + b)/sqrt(2*pi)*load",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 26},
            instance={"x": "dist", "n": "T", "c": "0", "b": "(gap + b)/sqrt(2*pi)", "z": "load"}
            | {"X": "tv", "Z": "v"},
            over=("tv", "g", "v"),
        ),
        Inequality(
            28,
            r"So $y/\log T$ is at least $(1-2p)\frac{\sqrt{2\pi}}{\varepsilon(\Delta_a+b)}"
            "$.",
            "load/L >= (1 - 2*p)*(sqrt(2*pi)/(eps*(gap + b)))",
            weights={
                20: "sqrt(2*pi)/(eps*(gap + b)*L)",
                21: "sqrt(2*pi)/(eps*(gap + b)*L)",
                27: "sqrt(2*pi)/((gap + b)*L)",
            },
        ),
        Given(
            29,
            r"There are finitely many arms. Let $\ell=\liminf\mathrm{Reg}_T/\log T$ be finite; "
            r"else there is nothing to show.",
        ),
        Textbook(
            30,
            r"Along some $T$'s $\mathrm{Reg}_T/\log T\to\ell$.",
            fact="textbook.bolzano-weierstrass:lower limit",
            hypotheses={"the lower limit is finite": 29},
        ),
        Given(
            31,
            r"So for all large ones of them $\mathrm{Reg}_T\le(\ell+1)\log T$.",
            "reg <= (low + 1)*L",
            uses=(30,),
        ),
        Given(
            32,
            r"The mean pulls $m=\mathbb E[N_j]$ of a suboptimal arm cost at least $\Delta_{\min}$ "
            r"each.",
            "least*m <= reg",
        ),
        Inequality(
            33,
            r"So $\mathbb E[N_j]/\log T$ is bounded,",
            "m/L <= (low + 1)/least",
            weights={31: "1/(L*least)", 32: "1/(L*least)"},
        ),
        Textbook(
            34,
            r"and along a subsequence $\mathbb E[N_j]/\log T\to\alpha_j\ge0$ for every suboptimal "
            r"arm; $\alpha$ depends on none of $a$, $u$, $b$.",
            fact="textbook.bolzano-weierstrass",
            hypotheses={"finitely many sequences": 29, "each term is <= c": 33},
            instance={"X": "m/L", "c": "(low + 1)/least"},
            over=("m", "L", "reg"),
        ),
        Textbook(
            35,
            r"There the limit $x_1$ of $y/\log T$ is $y_1=\sum_j\alpha_j|\langle a_j,u"
            r"\rangle|$,",
            "limit1 == sum1",
            fact="textbook.limits:sum",
            hypotheses={"a sum of finitely many multiples": 29, "each term has a limit": 34},
            instance={"x": "limit1", "y": "sum1"},
        ),
        Textbook(
            36,
            r"and as a limit is the lower limit, $x_1$ is at least",
            "sqrt(2*pi)/(eps*(gap + b)) <= limit1",
            fact=LIMIT,
            hypotheses={FROM_BELOW: 28},
            instance={
                "low": "limit1",
                "X": "load/L",
                "c": "sqrt(2*pi)/(eps*(gap + b))",
                "r": "2*p",
            },
            over=("p", "load", "L", "div", "dist", "T", "S", "reg", "reg2"),
        ),
        Given(37, r"For every $r>0$ take $b>0$ with", "b <= r*gap"),
        Inequality(
            38,
            r"Then $y_1\ge(1-r)\frac{\sqrt{2\pi}}{\varepsilon\Delta_a}$.",
            "sum1 >= (1 - r)*(sqrt(2*pi)/(eps*gap))",
            uses=(35,),
            weights={36: "1", 37: "sqrt(2*pi)*(1 - r)/(eps*gap*(gap + b))"},
            rest="sqrt(2*pi)*r*r/(eps*(gap + b))",
        ),
        Textbook(
            39,
            r"As $r>0$ is any: $\sum_j\alpha_j|\langle a_j,u\rangle|\ge\frac{\sqrt{2\pi}}"
            r"{\varepsilon\Delta_a}$.",
            "sqrt(2*pi)/(eps*gap) <= sum1",
            fact=LIMIT,
            hypotheses={FROM_BELOW: 38},
            instance={"low": "sum1", "X": "sum1", "c": "sqrt(2*pi)/(eps*gap)", "r": "r"},
            over=("r", "b"),
        ),
        Identity(
            40,
            r"Without privacy: the logarithm of the ratio of these densities once more.",
            "(z-g)**2/2 - z**2/2 == g**2/2 - g*z",
            where="z in (-inf,inf)",
        ),
        Textbook(
            41,
            r"Its mean, where $z$ has mean 0, is the divergence of the rewards of a round, given "
            r"the past.",
            "normal == g**2/2",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": 40},
            instance={"x": "normal", "c": "g**2/2", "b": "-g", "z": "0", "Z": "z"}
            | {"X": "(z-g)**2/2 - z**2/2"},
            over=("z",),
        ),
        Inequality(
            42,
            r"That is $\frac12(\Delta_a+b)^2v^2$.",
            "normal <= 0 + (gap + b)**2/2*v**2",
            uses=(25, 41),
        ),
        Textbook(
            43,
            r"The mean of the sum over the rounds, with the mean $y'$ of $\sum_jN_j\langle a_j,u"
            r"\rangle^2$,",
            "total <= T*0 + (gap + b)**2/2*quad",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 42},
            instance={"x": "total", "n": "T", "c": "0", "b": "(gap + b)**2/2", "z": "quad"}
            | {"X": "normal", "Z": "v**2"},
            over=("normal", "g", "v", "z"),
        ),
        Textbook(
            44,
            r"is the divergence of the histories,",
            "hist == total",
            fact="textbook.chain-rule:sum",
            hypotheses={"the conditional divergence of each round is X": 41},
            instance={"joint": "hist", "total": "total"},
        ),
        Given(45, r"of which the actions are a function."),
        Textbook(
            46,
            r"Their divergence is no larger.",
            "div <= hist",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 45},
            instance={"after": "div", "before": "hist"},
        ),
        Inequality(
            47,
            r"So $y'/\log T$ is at least $(1-2p)\frac2{(\Delta_a+b)^2}$.",
            "quad/L >= (1 - 2*p)*(2/(gap + b)**2)",
            uses=(44,),
            weights={
                20: "2/((gap + b)**2*L)",
                43: "2/((gap + b)**2*L)",
                46: "2/((gap + b)**2*L)",
            },
        ),
        Textbook(
            48,
            r"The limit $x_2$ of $y'/\log T$ is $y_2=\sum_j\alpha_j\langle a_j,u\rangle^2$,",
            "limit2 == sum2",
            fact="textbook.limits:sum",
            hypotheses={"a sum of finitely many multiples": 29, "each term has a limit": 34},
            instance={"x": "limit2", "y": "sum2"},
        ),
        Textbook(
            49,
            "and at least",
            "2/(gap + b)**2 <= limit2",
            fact=LIMIT,
            hypotheses={FROM_BELOW: 47},
            instance={"low": "limit2", "X": "quad/L", "c": "2/(gap + b)**2", "r": "2*p"},
            over=("p", "quad", "L", "div", "hist", "total", "T", "S", "reg", "reg2"),
        ),
        Inequality(
            50,
            r"So $y_2\ge(1-2r)\frac2{\Delta_a^2}$ for every $r>0$.",
            "sum2 >= (1 - 2*r)*(2/gap**2)",
            uses=(48,),
            weights={49: "1", 37: "2*(1 - 2*r)*(2*gap + b + r*gap)/(gap**2*(gap + b)**2)"},
            rest="2*r**2*(3 + 2*r)/(gap + b)**2",
        ),
        Textbook(
            51,
            r"As $r$ is any: $\sum_j\alpha_j\langle a_j,u\rangle^2\ge\frac2{\Delta_a^2}$.",
            "2/gap**2 <= sum2",
            fact=LIMIT,
            hypotheses={FROM_BELOW: 50},
            instance={"low": "sum2", "X": "sum2", "c": "2/gap**2", "r": "2*r"},
            over=("r", "b"),
        ),
        Given(
            52,
            r"So $\alpha$ is feasible, for all $a$ and $u$: $v=\sum_j\alpha_j\Delta_j$ is one of "
            r"the values of the program.",
            uses=(39, 51),
        ),
        Textbook(
            53,
            r"Their infimum is at most $v$,",
            "best <= value",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 52},
            instance={"low": "best", "v": "value"},
        ),
        OnClaim(
            54,
            r"and $\mathrm{Reg}_T=\sum_j\Delta_j\mathbb E[N_j]$.",
            claim="thesis.eq2.7-2.8",
        ),
        Textbook(
            55,
            r"So $\ell$, the limit of $\mathrm{Reg}_T/\log T$ along the subsequence, is $v$.",
            "low == value",
            fact="textbook.limits:sum",
            hypotheses={"a sum of finitely many multiples": 54, "each term has a limit": 34},
            instance={"x": "low", "y": "value"},
        ),
        Inequality(
            56,
            r"$\liminf_T\mathrm{Reg}_T/\log T\ge\min\sum_j\alpha_j\Delta_j$.",
            "best <= low",
            uses=(53, 55),
        ),
    ),
)


def two_arms_of_gap_one() -> list[Instance]:
    """Two arms, where M is the number 2 w^2 for Pa = w, at a budget for which both sums are 2."""
    budget = Fraction("1.2533141374")  # a little above sqrt(2 pi)/2
    case = {"gap": 1, "eps": budget, "quad": 2, "load": 2, "norm": Fraction(1, 2)}
    return [{**case, "size": 1, "top": 1, "rho": 1}]


NORM = Proof(
    "thesis.thm4.18.norm",
    where="eps in (0,inf), gap in (0,inf), quad in [0,inf), load in [0,inf), norm in (0,inf), "
    "size in [0,inf), top in [0,inf), rho in [0,inf), inner in [0,inf), outer in [0,inf), "
    "low in [0,inf)",
    instances=two_arms_of_gap_one,
    steps=(
        Given(
            1,
            r"Let $\alpha$ be feasible for the linear program: for a suboptimal $a$ and all $u$ "
            r"with $\langle u,a^*\rangle=0$, $\langle u,a\rangle=1$ the quadratic sum, which is "
            r"$\langle u,M_\alpha u\rangle$, is at least",
            "quad >= 2/gap**2",
        ),
        Given(
            2,
            r"and $\sum_j\alpha_j|\langle a_j,u\rangle|$ is at least",
            "load >= sqrt(2*pi)/(eps*gap)",
        ),
        Given(
            3,
            r"Let $Pa\ne0$; else it is in every range, and its norm is 0, as small as it should "
            r"be. $M_\alpha$ is a symmetric form on the space orthogonal to $a^*$, where $\langle "
            r"u,a\rangle=\langle u,Pa\rangle$.",
        ),
        Inequality(
            4, r"So $\langle u,M_\alpha u\rangle>0$ for all these $u$.", "quad > 0", uses=(1,)
        ),
        Textbook(
            5,
            r"Hence $Pa$ is in the range of $M_\alpha$, and $M_\alpha M_\alpha^+Pa=Pa$.",
            fact="textbook.spectral-theorem:range",
            hypotheses={"M is symmetric": 3, "<u, M u> > 0 for every u with <u, v> = 1": 4},
            instance={"Q": "quad"},
            over=("quad",),
        ),
        Given(
            6,
            r"Let $N=\|Pa\|^2_{M_\alpha^+}=\langle Pa,M_\alpha^+Pa\rangle>0$. Then "
            r"$u=M_\alpha^+Pa/N$ has $\langle u,a\rangle=1$, and its quadratic sum is "
            r"$\langle M_\alpha^+Pa,Pa\rangle/N^2$.",
            "quad == norm/norm**2",
            uses=(5,),
        ),
        Inequality(
            7,
            r"So $N\le\frac12\Delta_a^2$.",
            "norm <= gap**2/2",
            uses=(6,),
            weights={1: "norm*gap**2/2"},
        ),
        Given(
            8,
            r"Let $c_j=\alpha_j\langle Pa_j,M_\alpha^+Pa\rangle=\alpha_jN\langle a_j,u\rangle$. "
            r"Its other sum is $\frac1N\sum_j|c_j|$.",
            "load == size/norm",
            uses=(5,),
        ),
        OnClaim(
            9,
            r"Lemma B.1, for the arms $Pa_j$ with $\alpha_j>0$ in their span, where $M_\alpha$ is "
            r"invertible, and two arms $Pa$ and 0 without pulls, whose difference is $Pa$: "
            r"$\sum_j|c_j|$ is at most the largest $\|\cdot\|_1$ of the coefficients of $Pa$ in a "
            r"basis of this span among these arms.",
            "size <= top",
            claim="thesis.lemB.1.repaired",
            of_step=6,
            instance={"load": "size", "top": "top"},
            uses=(5,),
        ),
        Given(
            10,
            r"Each such basis, with further arms, is one of the space orthogonal to $a^*$, in "
            r"which $Pa$ has the same coefficients, and 0 for the further arms.",
        ),
        Textbook(
            11,
            r"So this is at most $\rho_a$, the largest over all bases.",
            "top <= rho",
            fact="textbook.bounds-of-sets:subset",
            hypotheses={"each member of the first set is one of the second": 10},
            instance={"x": "top", "y": "rho"},
        ),
        Inequality(
            12,
            r"Hence $N\le\frac{\varepsilon\rho_a\Delta_a}{\sqrt{2\pi}}$.",
            "norm <= eps*rho*gap/sqrt(2*pi)",
            uses=(8,),
            weights={
                2: "norm*eps*gap/sqrt(2*pi)",
                9: "eps*gap/sqrt(2*pi)",
                11: "eps*gap/sqrt(2*pi)",
            },
        ),
        Inequality(
            13,
            r"Both bounds of $\|Pa\|^2_{M_\alpha^+}$ together.",
            "norm <= min(gap**2/2, eps*rho*gap/sqrt(2*pi))",
            uses=(7, 12),
        ),
        Given(
            14,
            r"The norm form asks this of $\alpha$, and that $Pa$ is in the range of $M_\alpha$, as "
            r"step 5 shows. So the values of the linear program are values of the norm form.",
            uses=(5, 13),
        ),
        Textbook(
            15,
            "Its infimum is at most that of the linear program,",
            "outer <= inner",
            fact="textbook.bounds-of-sets:infimum of a subset",
            hypotheses={"each member of the second set is one of the first": 14},
            instance={"x": "outer", "y": "inner"},
        ),
        OnClaim(
            16,
            r"which is at most the lower limit $\ell$ of $\mathrm{Reg}_T/\log T$.",
            "inner <= low",
            claim="thesis.thm4.18.lp",
            of_step=56,
            instance={"best": "inner", "low": "low"},
        ),
        Inequality(
            17,
            r"$\liminf_T\mathrm{Reg}_T/\log T$ is at least the value of the norm form.",
            "outer <= low",
            weights={15: "1", 16: "1"},
        ),
    ),
)
