"""The sharper regret of locally private EXP4: the noise enters with its mean square.

The letters: b = 1/eps is the scale of the noise, L = log(KT), h = eta, g = gamma; m is the mixture
of the advice for an arm, Q = (1-g) m + g/K its probability, u the advice of an expert for the arm
that is played and l + z its noisy loss. A, B and H are the three sums of Lemma 26, EA, EB and EH
their means given that no noise is large; S and M are the losses of the expert and of the mixture.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

SQUARE = "(1 + 2*b**2)"
ROOT = "sqrt(K*T*(1 + 2*b**2 + 4*b*L))"
SHARP = Proof(
    "adv.thm9.sharp",
    where="K in [1,inf), T in [1,inf), N in (1,inf), L in (0,inf), b in (0,inf), h in (0,inf), "
    "g in (0,1), bad in [0,1], l in [0,1], z in (-inf,inf), v in [0,inf), "
    "m in [0,1], Q in (0,1], u in [0,1], w in (-inf,inf), A in (-inf,inf), H in (-inf,inf), "
    "B in [0,inf), EA in (-inf,inf), EH in (-inf,inf), EB in [0,inf), Y in (-inf,inf), "
    "EY in (-inf,inf), M in [0,inf), S in [0,inf), second in [0,1], each in [0,inf), "
    "C in (-inf,inf), F in [0,inf), d in (-inf,inf), reg in (-inf,inf), s in (0,inf), "
    "worst in (-inf,inf)",
    parts=(37,),
    steps=(
        OnClaim(
            1,
            r"Some noise is at least $\sqrt{10}bL$ in absolute value with probability at most",
            "bad <= 1/T",
            claim="adv.lem20",
            of_step=12,
            instance={"p": "bad"},
        ),
        Given(2, "From here on, given that none is.", "z >= -sqrt(10)*b*L"),
        Given(3, "The law of the arm.", "Q == (1-g)*m + g/K"),
        Inequality(4, "It is at least", "g/K <= Q", uses=(3,)),
        Given(5, r"The mixing is $\gamma=4\eta bKL$.", "h == g/(4*b*K*L)"),
        Inequality(6, "So small a probability is", "4*h*b*L <= Q", uses=(5,), weights={4: "1"}),
        Given(7, r"$\eta$ times the estimate of the loss of an expert.", "w == h*u*(l + z)/Q"),
        Inequality(
            8,
            "The noisy loss is not very negative,",
            "-Q <= h*(l + z)",
            weights={2: "h", 6: "1"},
            rest="h*l + (4 - sqrt(10))*h*b*L",
        ),
        Inequality(9, "nor is this.", "-1 <= w", uses=(7,), weights={8: "u/Q"}, rest="1 - u"),
        OnClaim(
            10,
            "Lemma 26 for the estimates.",
            "A <= H + log(N)/h + h*B",
            claim="adv.lem26",
            of_step=14,
            uses=(9,),
            instance={"L": "H"},
        ),
        OnClaim(
            11,
            "The mean square of the noisy loss of an arm.",
            f"v <= {SQUARE}",
            claim="adv.cor22.truncated",
            of_step=7,
        ),
        Identity(
            12,
            r"The estimate of an arm has the mean of its loss: it is $y/Q$ with probability $Q$, "
            "and the noise has the mean 0.",
            "Q*(l/Q) == l",
        ),
        Given(
            13,
            r"So the mean of $\sum_jP_t(j)\mu_t^j(I)\frac{\ell_t(I)+Z_t}{Q_t(I)}$ given the past "
            r"is $\sum_im\,\ell_t(i)$, whose sum over the rounds has the mean $M$; that of an "
            r"expert's estimate is $\mu_t^j\cdot\ell_t$, with the sum $S$.",
            uses=(12,),
        ),
        Textbook(
            14,
            "Thus",
            "EA == M",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 13},
            instance={"x": "EA", "y": "M"},
        ),
        Textbook(
            15,
            "and",
            "EH == S",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 13},
            instance={"x": "EH", "y": "S"},
        ),
        Inequality(16, "Advice is at most 1,", "u**2 <= 1*u"),
        Textbook(
            17,
            r"so the mean of its square over $P_t$ is at most $m$.",
            "second <= 1*m",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 16},
            instance={"x": "second", "y": "m", "c": "1", "X": "u**2", "Y": "u"},
            over=("u",),
        ),
        Given(
            18,
            "The term of an arm and a round in the mean of $B$.",
            "each == Q*second*(v/Q**2)",
        ),
        Inequality(
            19,
            "It is at most",
            "each <= v/(1-g)",
            uses=(3, 18),
            weights={17: "v/Q"},
            rest="v*(g/K)/((1-g)*((1-g)*m + g/K))",
        ),
        Inequality(
            20, "which is at most", f"each <= {SQUARE}/(1-g)", weights={19: "1", 11: "1/(1-g)"}
        ),
        Given(21, "There are $KT$ of these.", uses=(20,)),
        Textbook(
            22,
            "So",
            f"EB <= {SQUARE}/(1-g)*(K*T)",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 21, "each term is <= its bound": 20},
            instance={
                "x": "EB",
                "y": f"{SQUARE}/(1-g)*(K*T)",
                "X": "each",
                "Y": f"{SQUARE}/(1-g)",
            },
            over=("each", "m", "Q", "second", "v"),
        ),
        Given(23, "The right side of Lemma 26.", "Y == H + h*B + log(N)/h"),
        Textbook(
            24,
            "Its mean.",
            "EY == EH + h*EB + log(N)/h",
            fact="textbook.elementary-probability:sum of three",
            hypotheses={"X = U + b V + W": 23},
            instance={"x": "EY", "u": "EH", "b": "h", "v": "EB", "w": "log(N)/h"}
            | {"X": "Y", "U": "H", "V": "B", "W": "log(N)/h"},
            over=("H", "B", "Y"),
        ),
        Inequality(25, "Lemma 26 at each outcome,", "A <= 1*Y", uses=(23,), weights={10: "1"}),
        Textbook(
            26,
            "and in the mean.",
            "EA <= 1*EY",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 25},
            instance={"x": "EA", "y": "EY", "c": "1", "X": "A", "Y": "Y"},
            over=("A", "Y", "H", "B"),
        ),
        Inequality(
            27,
            "So",
            f"M <= S + log(N)/h + h*{SQUARE}/(1-g)*(K*T)",
            uses=(14, 15, 24),
            weights={26: "1", 22: "h"},
        ),
        Given(
            28,
            r"What is played costs $(1-\gamma)M+\gamma F$, where $F$ is the mean loss of uniform "
            "play.",
            "C == (1-g)*M + g*F",
        ),
        Given(29, "The losses are at most 1.", "F <= T"),
        Given(30, "Against the expert the regret is", "d == C - S"),
        Inequality(
            31,
            "So it is at most",
            f"d <= log(N)/h + g*T + h*{SQUARE}*(K*T)",
            uses=(28, 30),
            weights={27: "1-g", 29: "g"},
            rest="g*S + g*log(N)/h",
        ),
        Given(32, r"With $s=\sqrt{\log N}$", "N == exp(s**2)"),
        Given(33, r"the rate $\eta$ at which both terms are the same gives", f"s == h*{ROOT}"),
        Inequality(
            34,
            r"$2\sqrt{KT\log N(1+2b^2+4bL)}$.",
            f"d <= 2*s*{ROOT}",
            uses=(5, 32, 33),
            weights={31: "1"},
        ),
        Given(
            35,
            r"If some noise is large, the regret is at most $T$.",
            "worst <= (1-bad)*d + bad*T",
        ),
        Inequality(
            36,
            "So it is for each sequence of losses and each advice:",
            f"worst <= 2*s*{ROOT} + 1",
            weights={35: "1", 34: "1-bad", 1: "T"},
            rest=f"bad*2*s*{ROOT}",
        ),
        Textbook(
            37,
            "and so is the supremum.",
            f"reg <= 2*s*{ROOT} + 1",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 36},
            instance={"high": "reg", "c": f"2*s*{ROOT} + 1", "X": "worst"},
            over=("worst", "d", "bad"),
        ),
        Given(
            38,
            r"Where $4\eta bKL$ would be at least 1, by the same $\eta$:",
            f"{ROOT} <= 4*b*K*L*s",
        ),
        Inequality(
            39,
            "the bound is more than $T$, which the regret is not.",
            f"T <= 2*s*{ROOT}",
            weights={38: f"{ROOT}/(2*b*K*L)"},
            rest="T*(1 + 2*b**2 + 2*b*L)/(2*b*L)",
        ),
        Parts(40, r"Both cases of $\gamma$.", uses=(37, 39)),
    ),
)
