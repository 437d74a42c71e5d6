"""The proof of the sharp bound for FTPL with repaired resampling, under Laplace noise."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    ExtremePoints,
    Given,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

MEAN = "textbook.elementary-probability:mean"
ORDER = "textbook.nonnegative-series:order"
DENSITIES = "textbook.elementary-probability:densities"
LINEAR = "textbook.elementary-probability:linearity"
FINITE = "a sum of finitely many multiples"
EACH = "X <= c Y at every outcome"

SHARP = Proof(
    "adv.lem25.sharp",
    where="e in (0,inf), K in [2,inf), N in [1,inf), m in [1,inf), b in [0,inf), L in [0,inf), "
    "x in (0,inf), c in (0,inf), h in [0,inf), "
    "A in (-inf,inf), B in (-inf,inf), G in (-inf,inf), f in (-inf,inf), f2 in (-inf,inf), "
    "y in (-inf,inf), k in (-inf,inf), S in (-inf,inf), Y in (-inf,inf), FT in (-inf,inf), "
    "F0 in (-inf,inf), C in (-inf,inf), z in (-inf,inf), w in (-inf,inf), d in (-inf,inf), "
    "u in [0,inf), g in [-1,1], p in (0,1), o in (0,1), a in [0,1], j in (-inf,inf), "
    "J in (-inf,inf), Q in [0,inf), js in (-inf,inf), cs in (-inf,inf), qs in [0,inf), "
    "v in [0,inf), t in [0,inf), l in [0,1], q in (0,inf), R in (-inf,inf), H in (-inf,inf), "
    "D in (-inf,inf), E in [0,1], F in (-inf,inf), reg in (-inf,inf), T in (-inf,inf)",
    parts=(20, 22, 25),
    steps=(
        Given(
            1,
            r"The same perturbations for $\hat L_t$ and $\hat L_{t+1}$: $B$ is the least perturbed "
            r"entry of the latter, at an arm whose estimate is $G$. That of the former is",
            "A <= B - G",
        ),
        Textbook(
            2,
            r"Means: $f=\Phi(\hat L_t)=E\min_i(\hat L_t(i)+Z_i)$.",
            "f <= 1*y",
            fact=MEAN,
            hypotheses={EACH: 1},
            instance={"x": "f", "c": "1", "y": "y", "X": "A", "Y": "B - G"},
            over=("A", "B", "G"),
        ),
        Textbook(
            3,
            r"$f_2=\Phi(\hat L_{t+1})$, $k=\langle P_{t+1},\hat\ell_t\rangle$.",
            "y == f2 - k",
            fact=LINEAR,
            hypotheses={FINITE: 1},
            instance={"x": "y", "y": "f2 - k"},
        ),
        Inequality(4, "So", "k <= f2 - f", uses=(3,), weights={2: "1"}),
        Textbook(
            5,
            r"Over the rounds: $S=\sum_t\langle P_{t+1},\hat\ell_t\rangle$.",
            "S <= Y",
            fact=ORDER,
            hypotheses={"the sum": 1, "each term is <= its bound": 4},
            instance={"x": "S", "y": "Y", "X": "k", "Y": "f2 - f"},
            over=("k", "f", "f2"),
        ),
        Given(6, "The bounds telescope.", "Y == FT - F0"),
        Given(7, r"A minimum is at most the entry of $i^\star$.", "w <= C + 1*z"),
        Textbook(
            8,
            r"The noise has mean 0: $\Phi(\hat L_T)\le C=\hat L_T(i^\star)$.",
            "FT <= 1*C + 1*0",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 7},
            instance={"x": "FT", "n": "1", "c": "C", "b": "1", "z": "0", "X": "w", "Z": "z"},
            over=("w", "z"),
        ),
        Given(9, r"By symmetry $\Phi(0)=-e_K/\eta$, with $h=e_K$.", "F0 == -h/e"),
        Inequality(
            10,
            r"$S\le\hat L_T(i^\star)+\frac{e_K}\eta$.",
            "S <= C + h/e",
            uses=(6, 9),
            weights={5: "1", 8: "1"},
        ),
        Given(11, r"$d=\hat\ell_t(I_t)$ has the size $u$ and the sign $g$,", "d == g*u"),
        Given(12, r"$L\ge\log(KT)$,", "log(K*N) <= L"),
        Given(13, r"$x\ge\eta M(1+\sqrt{10}\lambda L)$", "e*m*(1 + sqrt(10)*b*L) <= x"),
        Given(14, r"and $c\ge\frac{e^x-1}x$.", "exp(x) - 1 <= c*x"),
        Given(
            15,
            r"Given $E^c$ no noise exceeds $\sqrt{10}\lambda\log(KT)$, and $M_t\le M$.",
            "u <= m*(1 + sqrt(10)*b*L)",
            uses=(12,),
        ),
        Inequality(16, "The triangle inequality,", "abs(z) - abs(z - d) <= abs(d)"),
        Inequality(17, "in both directions;", "abs(z - d) - abs(z) <= abs(d)"),
        Inequality(18, "the size.", "abs(d) <= u", uses=(11,)),
        Inequality(
            19,
            r"Moving one centre of a Laplace law of scale $\frac1\eta$ by $d$.",
            "e*(abs(z) - abs(z - d)) <= e*u",
            weights={16: "e", 18: "e"},
        ),
        Textbook(
            20,
            r"With $p=P_t(i)$, $o=P_{t+1}(i)$:",
            "o <= exp(e*u)*p",
            fact=DENSITIES,
            hypotheses={"the relation of the densities at every point": 19},
            instance={"p": "o", "q": "p", "e": "e*u", "X": "e*(abs(z) - abs(z - d))"},
            over=("z",),
        ),
        Inequality(
            21,
            "The other way.",
            "e*(abs(z - d) - abs(z)) <= e*u",
            weights={17: "e", 18: "e"},
        ),
        Textbook(
            22,
            "And",
            "p <= exp(e*u)*o",
            fact=DENSITIES,
            hypotheses={"the relation of the densities at every point": 21},
            instance={"p": "p", "q": "o", "e": "e*u", "X": "e*(abs(z - d) - abs(z))"},
            over=("z",),
        ),
        Inequality(
            23,
            "One difference.",
            "o - p <= p*(exp(e*u) - 1)",
            weights={20: "1"},
        ),
        Inequality(
            24,
            "The other.",
            "p - o <= p*(exp(e*u) - 1)",
            weights={22: "exp(-e*u)"},
            rest="p*(exp(e*u) - 1)*(1 - exp(-e*u))",
        ),
        Inequality(
            25,
            r"$\hat\ell_t(P_t-P_{t+1})\le|\hat\ell_t|P_t(e^a-1)$.",
            "d*(p - o) <= u*p*(exp(e*u) - 1)",
            uses=(11,),
            weights={23: "u*(1-g)/2", 24: "u*(1+g)/2"},
        ),
        ExtremePoints(
            26,
            r"The exponential function lies below its chord.",
            "exp(a*x) - 1 <= a*(exp(x) - 1)",
            along=("a",),
        ),
        Inequality(
            27,
            r"$\eta|\hat\ell_t|\le x$, where $x\ge\eta M(1+\sqrt{10}\lambda L)$.",
            "e*u <= x",
            weights={15: "e", 13: "1"},
        ),
        Inequality(
            28,
            r"$e^a-1\le ca$.",
            "exp(e*u) - 1 <= c*(e*u)",
            uses=(27, 26),
            at={26: {"a": "e*u/x"}},
            weights={26: "1", 14: "e*u/x"},
        ),
        Inequality(
            29,
            "So",
            "d*(p - o) <= c*e*(p*u**2)",
            weights={25: "1", 28: "u*p"},
        ),
        Given(
            30,
            r"$j=\langle P_t,\hat\ell_t\rangle$: only the arm that was played counts.",
            "j == k + d*(p - o)",
        ),
        Inequality(31, "For each round.", "j - k <= c*e*(p*u**2)", uses=(30,), weights={29: "1"}),
        Textbook(
            32,
            r"Over the rounds: $J=\sum_t\langle P_t,\hat\ell_t\rangle$.",
            "J - S <= c*e*Q",
            fact=ORDER,
            hypotheses={"the sum": 30, "each term is <= its bound": 31},
            instance={"x": "J - S", "y": "c*e*Q", "X": "j - k", "Y": "c*e*(p*u**2)"},
            over=("j", "k", "p", "u"),
        ),
        Inequality(
            33,
            r"On every path.",
            "J <= C + h/e + c*e*Q",
            weights={32: "1", 10: "1"},
        ),
        Textbook(
            34,
            r"The mean given $E^c$.",
            "js <= 1*T",
            fact=MEAN,
            hypotheses={EACH: 33},
            instance={"x": "js", "c": "1", "y": "T", "X": "J", "Y": "C + h/e + c*e*Q"},
            over=("J", "C", "Q"),
        ),
        Textbook(
            35,
            r"$c_s=E[C|E^c]$ and $q_s=E[Q|E^c]$.",
            "T == cs + h/e + c*e*qs",
            fact=LINEAR,
            hypotheses={FINITE: 33},
            instance={"x": "T", "y": "cs + h/e + c*e*qs"},
        ),
        OnClaim(
            36,
            r"The second moment of the counter of an arm.",
            "v <= 2/p**2",
            claim="adv.alg4.square",
            of_step=7,
            instance={"w": "v"},
        ),
        OnClaim(
            37,
            r"That of a noisy loss given $E^c$.",
            "t <= 1 + 2*b**2",
            claim="adv.cor22.truncated",
            of_step=7,
            instance={"v": "t"},
        ),
        Inequality(
            38,
            r"An arm is played with probability $p$: it adds $p\cdot pE[M_t^2]E[(\ell+Z)^2]$ to "
            r"$q_s$.",
            "p*p*v*t <= 2*(1 + 2*b**2)",
            weights={36: "p*p*t", 37: "2"},
        ),
        Textbook(
            39,
            r"There are $KT$ of them.",
            "qs <= 2*K*N*(1 + 2*b**2)",
            fact="textbook.elementary-probability:sum of means above",
            hypotheses={"each mean is <= its bound": 38},
            instance={
                "mean": "qs",
                "total": "2*K*N*(1 + 2*b**2)",
                "X": "p*p*v*t",
                "T": "2*(1 + 2*b**2)",
            },
            over=("p", "v", "t"),
        ),
        OnClaim(
            40,
            r"The estimate of $i^\star$ is not too large in the mean; the noise has mean 0 given "
            r"$E^c$.",
            "l*(1 - exp(-m*q)) <= l",
            claim="adv.alg4.mean",
            of_step=5,
            instance={"k": "q", "p": "p"},
        ),
        Textbook(
            41,
            r"$H=\sum_t\ell_t(i^\star)$.",
            "cs <= H",
            fact="textbook.elementary-probability:sum of means above",
            hypotheses={"each mean is <= its bound": 40},
            instance={"mean": "cs", "total": "H", "X": "l*(1 - exp(-m*q))", "T": "l"},
            over=("l", "q"),
        ),
        OnClaim(
            42,
            r"$P_t(i)\ell_t(i)$ is above its estimate by $\ell p(1-p)^M$ in the mean, "
            r"$1-p=e^{-q}$.",
            "l*p*exp(-m*q) <= exp(-1)/m",
            claim="adv.lem25.bias",
            of_step=5,
            instance={"k": "q"},
        ),
        Textbook(
            43,
            r"$R=E[\sum_t\langle P_t,\ell_t\rangle|E^c]$.",
            "R - js <= K*N*exp(-1)/m",
            fact="textbook.elementary-probability:sum of means above",
            hypotheses={"each mean is <= its bound": 42},
            instance={
                "mean": "R - js",
                "total": "K*N*exp(-1)/m",
                "X": "l*p*exp(-m*q)",
                "T": "exp(-1)/m",
            },
            over=("l", "p", "q"),
        ),
        Given(44, r"The regret given $E^c$.", "D == R - H"),
        Inequality(
            45,
            r"$D\le\frac{e_K}\eta+2c\eta KT(1+2\lambda^2)+\frac{KT}{eM}$.",
            "D <= h/e + 2*c*e*K*N*(1 + 2*b**2) + K*N*exp(-1)/m",
            uses=(35, 44),
            weights={43: "1", 34: "1", 39: "c*e", 41: "1"},
        ),
        OnClaim(
            46,
            r"The probability of $E$.",
            "E <= 1/N",
            claim="adv.lem20",
            of_step=12,
            instance={"p": "E", "T": "N", "n": "K*N"},
        ),
        Given(47, r"The regret given $E$.", "F <= N"),
        Textbook(
            48,
            "The mean of both.",
            "reg == (1-E)*D + E*F",
            fact="textbook.elementary-probability:total",
            hypotheses={"the conditional law given the first part": 44},
            instance={"p": "reg", "q": "(1-E)*D + E*F"},
        ),
        Inequality(
            49,
            r"$\tilde R\le\frac{e_K}\eta+2c\eta KT(1+2\lambda^2)+\frac{KT}{eM}+1$.",
            "reg <= h/e + 2*c*e*K*N*(1 + 2*b**2) + K*N*exp(-1)/m + 1",
            uses=(48,),
            weights={45: "1-E", 47: "E", 46: "N"},
            rest="E*(h/e + 2*c*e*K*N*(1 + 2*b**2) + K*N*exp(-1)/m)",
        ),
    ),
)
