"""The proof of the lower bound for FTPL with repaired resampling, without noise."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Induction, Inequality, Proof, Textbook

MEAN = "textbook.elementary-probability:mean"
LINEAR = "textbook.elementary-probability:linearity"
FINITE = "a sum of finitely many multiples"
EACH = "X <= c Y at every outcome"
ABOVE = "textbook.elementary-probability:sum of means above"

LOWER = Proof(
    "adv.lem25.lower",
    where="e in (0,inf), K in [2,inf), N in [0,inf), m in [1,inf), e*m <= 1, h in [0,inf), "
    "A in (-inf,inf), B in (-inf,inf), G in (-inf,inf), f in (-inf,inf), f2 in (-inf,inf), "
    "y in (-inf,inf), j in (-inf,inf), J in (-inf,inf), Y in (-inf,inf), FT in (-inf,inf), "
    "F0 in (-inf,inf), Js in (-inf,inf), Fs in (-inf,inf), R in [0,inf), p in (0,1), k in (0,inf), "
    "x in [0,inf), E in (0,1], q in (0,1), a in (0,inf), u in (0,1], v in (0,1], c in (0,inf), "
    "d in (0,inf), s in (-inf,inf), n in [0,inf), w in (0,1], z in [0,1], t in [0,1], "
    "D in [0,inf), H in (-inf,inf), T in (-inf,inf), P in (-inf,inf)",
    steps=(
        Given(
            1,
            r"The same perturbations for $\hat L_t$ and $\hat L_{t+1}$: $A$ is the least perturbed "
            r"entry of the former, at an arm whose estimate is $G$. That of the latter is",
            "B <= A + G",
        ),
        Textbook(
            2,
            r"Means: $f_2=\Phi(\hat L_{t+1})$.",
            "f2 <= 1*y",
            fact=MEAN,
            hypotheses={EACH: 1},
            instance={"x": "f2", "c": "1", "y": "y", "X": "B", "Y": "A + G"},
            over=("A", "B", "G"),
        ),
        Textbook(
            3,
            r"$f=\Phi(\hat L_t)$, $j=\langle P_t,\hat\ell_t\rangle$.",
            "y == f + j",
            fact=LINEAR,
            hypotheses={FINITE: 1},
            instance={"x": "y", "y": "f + j"},
        ),
        Inequality(4, "So", "f2 - f <= j", uses=(3,), weights={2: "1"}),
        Textbook(
            5,
            "Over the rounds.",
            "Y <= J",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 1, "each term is <= its bound": 4},
            instance={"x": "Y", "y": "J", "X": "f2 - f", "Y": "j"},
            over=("f", "f2", "j"),
        ),
        Given(6, "The terms telescope.", "Y == FT - F0"),
        Given(7, r"By symmetry $\Phi(0)=-e_K/\eta$, with $h=e_K$.", "F0 == -h/e"),
        Inequality(8, r"On every path.", "FT + h/e <= J", uses=(6, 7), weights={5: "1"}),
        Textbook(
            9,
            "The mean of both sides.",
            "T <= 1*Js",
            fact=MEAN,
            hypotheses={EACH: 8},
            instance={"x": "T", "c": "1", "y": "Js", "X": "FT + h/e", "Y": "J"},
            over=("FT", "J"),
        ),
        Textbook(
            10,
            r"$F_s=E\Phi(\hat L_T)$.",
            "T == Fs + h/e",
            fact=LINEAR,
            hypotheses={FINITE: 8},
            instance={"x": "T", "y": "Fs + h/e"},
        ),
        Given(11, r"$1-p=e^{-k}$ for an arm $i\ge2$.", "p == 1 - exp(-k)"),
        Inequality(12, r"In the mean it adds $p(1-(1-p)^M)$ to $J_s$.", "p*(1 - exp(-m*k)) <= p"),
        Textbook(
            13,
            r"Each of its pulls costs 1: $J_s\le R$, the regret.",
            "Js <= R",
            fact=ABOVE,
            hypotheses={"each mean is <= its bound": 12},
            instance={"mean": "Js", "total": "R", "X": "p*(1 - exp(-m*k))", "T": "p"},
            over=("p", "k"),
        ),
        Given(14, r"$E=e^{-\eta\hat L_t(i)}$, and $a=\frac MK$.", "a == m/K"),
        Given(
            15,
            r"With $\hat L_t(i)$ moved to 0 arm $i$ is one of the least of $K$, and has at least "
            r"$\frac1K$; that costs a factor $E$ of its density.",
            "p >= E/K",
        ),
        Inequality(16, r"$k\ge p$.", "1 - exp(-k) <= k"),
        Inequality(17, r"So $Mk\ge aE$.", "m*k >= a*E", uses=(11, 14), weights={16: "m", 15: "m"}),
        Inequality(
            18,
            r"$1-e^{-x}\ge(1-\frac1e)\frac x{1+x}$.",
            "(1 - exp(-1))*x <= (1 + x)*(1 - exp(-x))",
        ),
        Inequality(
            19,
            r"$1-(1-p)^M\ge1-e^{-aE}$.",
            "exp(-m*k) <= exp(-a*E)",
            monotone=("exp", "-a*E", "-m*k"),
            weights={17: "1"},
        ),
        Inequality(
            20,
            "So",
            "1 - exp(-m*k) >= (1 - exp(-1))*a*E/(1 + a*E)",
            at={18: {"x": "a*E"}},
            weights={18: "1/(1 + a*E)", 19: "1"},
        ),
        Inequality(
            21,
            r"For $\eta M_t\le1$: $1-e^{-\eta M_t}\ge(1-\frac1e)\eta M_t$.",
            "(1 - exp(-1))*z <= 1 - exp(-z)",
        ),
        Textbook(
            22,
            r"Arm $i$ is played with probability $p$, and then $E[M_t]=\frac{1-(1-p)^M}p$: $t$ is "
            r"the "
            r"mean of the share that $E$ loses.",
            "(1 - exp(-1))*e*(1 - exp(-m*k)) <= t",
            fact=ABOVE,
            hypotheses={"each mean is <= its bound": 21},
            instance={
                "mean": "(1 - exp(-1))*e*(1 - exp(-m*k))",
                "total": "t",
                "X": "(1 - exp(-1))*z",
                "T": "1 - exp(-z)",
            },
            over=("z",),
        ),
        Given(23, r"$c=(1-\frac1e)^2\eta$.", "c == (1 - exp(-1))**2*e"),
        Inequality(
            24,
            r"Given the past $E$ loses at least $cg(E)$ in the mean, $g(E)=\frac{aE^2}{1+aE}$.",
            "c*a*E**2/(1 + a*E) <= E*t",
            uses=(23,),
            weights={22: "E", 20: "(1 - exp(-1))*e*E"},
        ),
        Inequality(
            25,
            r"$g$ is convex: above its tangent at $u=E[E]$.",
            "a*u**2/(1+a*u) + (a*u*(2+a*u)/(1+a*u)**2)*(E-u) <= a*E**2/(1+a*E)",
        ),
        Inequality(
            26,
            "So",
            "c*a*u**2/(1+a*u) + c*(a*u*(2+a*u)/(1+a*u)**2)*(E-u) <= E*t",
            weights={24: "1", 25: "c"},
        ),
        Textbook(
            27,
            r"In the mean the tangent is its value at $u$: the mean of $e^{-\eta\hat L(i)}$ goes "
            r"from "
            r"$u$ to $v$.",
            "c*a*u**2/(1+a*u) <= u - v",
            fact=ABOVE,
            hypotheses={"each mean is <= its bound": 26},
            instance={
                "mean": "c*a*u**2/(1+a*u)",
                "total": "u - v",
                "X": "c*a*u**2/(1+a*u) + c*(a*u*(2+a*u)/(1+a*u)**2)*(E-u)",
                "T": "E*t",
            },
            over=("E", "t"),
        ),
        Inequality(28, r"The tangent of $\frac1v$.", "1/v >= 1/u + (u - v)/u**2"),
        Inequality(29, r"The tangent of $-\log v$.", "-log(v) >= -log(u) + (u - v)/u"),
        Inequality(
            30,
            r"So $\psi=\frac1{au}-\log u$ grows by at least $c$.",
            "1/(a*v) - log(v) >= 1/(a*u) - log(u) + c",
            weights={28: "1/a", 29: "1", 27: "(1 + a*u)/(a*u**2)"},
        ),
        Given(31, r"$d$ is this growth.", "d >= c", uses=(30,)),
        Induction(
            32,
            r"After $n$ rounds $\psi\ge\frac1a+cn$: it begins at $u=1$.",
            "s >= 1/a + c*n",
            variable="n",
            start="0",
            sequence="s",
            first="1/a",
            following="s + d",
            uses=(31,),
        ),
        Given(
            33,
            r"$w$ solves $\frac1{aw}-\log w=\frac1a+cT$; $u$ is the mean at the end, so $\psi(u)\ge"
            r"\psi(w)$.",
            "1/(a*u) - log(u) >= 1/(a*w) - log(w)",
            uses=(32,),
        ),
        Inequality(34, r"The tangent of the logarithm.", "log(u) - log(w) >= (u - w)/u"),
        Inequality(
            35,
            r"$\psi$ falls, so",
            "u <= w",
            weights={33: "1/(1/(a*u*w) + 1/u)", 34: "1/(1/(a*u*w) + 1/u)"},
        ),
        Given(
            36,
            r"$\min_i(\hat L(i)+Z_i)\ge Z_1-\sum_{i\ge2}(Z_1-Z_i-\hat L(i))^+$, and "
            r"$E(Z_1-Z_i-x)^+="
            r"\frac1\eta e^{-\eta x}\frac{3+\eta x}4$: with $E=e^{-\eta\hat L_T(i)}$ an arm costs "
            r"at most "
            r"$\frac D\eta$.",
            "D <= E*(3 - log(E))/4",
        ),
        Inequality(
            37,
            r"This is concave in $E$: below its tangent at $u$.",
            "E*(3 - log(E))/4 <= u*(3 - log(u))/4 + (2 - log(u))/4*(E - u)",
        ),
        Inequality(
            38,
            "So",
            "D <= u*(3 - log(u))/4 + (2 - log(u))/4*(E - u)",
            weights={36: "1", 37: "1"},
        ),
        Textbook(
            39,
            r"In the mean, for each of $K-1$ arms.",
            "-e*Fs <= (K-1)*(u*(3 - log(u))/4)",
            fact=ABOVE,
            hypotheses={"each mean is <= its bound": 38},
            instance={
                "mean": "-e*Fs",
                "total": "(K-1)*(u*(3 - log(u))/4)",
                "X": "D",
                "T": "u*(3 - log(u))/4 + (2 - log(u))/4*(E - u)",
            },
            over=("D", "E"),
        ),
        Inequality(
            40,
            "It grows with $u$.",
            "u*(3 - log(u)) <= w*(3 - log(w))",
            at={37: {"E": "u", "u": "w"}},
            weights={37: "4", 35: "2 - log(w)"},
        ),
        Inequality(
            41,
            r"$\mathrm R\ge\frac1\eta\big(e_K-(K-1)\frac{w(3-\log w)}4\big)$.",
            "R >= (h - (K-1)*w*(3 - log(w))/4)/e",
            uses=(10,),
            weights={13: "1", 9: "1", 39: "1/e", 40: "(K-1)/(4*e)"},
        ),
    ),
)
