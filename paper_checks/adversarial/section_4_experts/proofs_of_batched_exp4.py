"""The proofs about batched EXP4, Theorem 10: sensitivity, privacy, the algebra of its regret."""

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

SENSITIVITY = Proof(
    "adv.alg2",
    where="Q in (0,1], y in [0,1], m in [0,1], g in (0,1], K in [1,inf), t in [1,inf), u in [0,1], "
    "l in [0,1], b in [0,1]",
    parts=(1,),
    steps=(
        Identity(1, r"The estimate of the loss of an arm is unbiased.", "Q*(y/Q) == y"),
        Given(2, r"The law of the arm, with the mixture $m$ of the advice.", "Q == (1-g)*m + g/K"),
        Inequality(3, "It is at least", "g/K <= Q", uses=(2,)),
        Inequality(4, "so that", "1/Q <= K/g", weights={3: "K/(g*Q)"}),
        Inequality(
            5,
            r"One changed loss, $l$ for $b$, moves the coordinate of an expert with the advice $u$ "
            "by at most",
            "u*abs(l-b)/(t*Q) <= K/(g*t)",
            weights={4: "u*abs(l-b)/t"},
            rest="(1 - u*abs(l-b))*K/(g*t)",
        ),
        Parts(6, "Unbiased, and of bounded sensitivity.", uses=(1, 5)),
    ),
)
EXPONENT = "eps**2/(9*L)/2 + 2*sqrt(eps**2/(9*L)/2*L)"
JOINT = Proof(
    "adv.thm10.joint",
    where="eps in (0,1], L in [0.1053,inf), d in (0,1], N in [1,inf), p in [0,1], q in [0,1], "
    "x in [0,1], y in [0,1], v in [0,1], w in [0,1]",
    steps=(
        OnClaim(
            1,
            r"Given the actions of a batch and all earlier releases, one changed loss moves each "
            r"coordinate by at most $K/(\gamma\tau)$,",
            claim="adv.alg2",
        ),
        OnClaim(
            2,
            r"so a coordinate with noise of scale $3K\sqrt{N\log(1/\delta)}/(\gamma\tau\epsilon)$ "
            r"is $\epsilon_0$-DP with $\epsilon_0=\epsilon/(3\sqrt{N\log(1/\delta)})$.",
            "v <= exp(eps/(3*sqrt(N*L)))*w",
            claim="adv.def7",
            of_step=1,
            instance={"p": "v", "q": "w", "eps": "eps/(3*sqrt(N*L))"},
            uses=(1,),
        ),
        Identity(
            3,
            r"The squares of $N$ of these budgets have the sum",
            "N*(eps/(3*sqrt(N*L)))**2 == eps**2/(9*L)",
            uses=(2,),
        ),
        OnClaim(
            4,
            r"What the proof of Lemma 15 shows of the coordinates, with $L=\log(1/\delta)$.",
            f"x <= exp({EXPONENT})*y + d",
            claim="adv.lem15",
            of_step=5,
            instance={"S": "eps**2/(9*L)", "p": "x", "q": "y"},
            uses=(3,),
        ),
        Inequality(
            5, r"For $\delta\le0.9$ this exponent is at most $\epsilon$:", f"{EXPONENT} <= eps"
        ),
        Inequality(
            6,
            "also after exponentiation.",
            f"exp({EXPONENT}) <= exp(eps)",
            monotone=("exp", "eps", EXPONENT),
            weights={5: "1"},
        ),
        Inequality(
            7,
            r"The vector of the batch is $(\epsilon,\delta)$-indistinguishable on neighbours.",
            "x <= exp(eps)*y + d",
            weights={4: "1", 6: "y"},
        ),
        Given(
            8,
            r"All else has one law in both worlds: the actions of each batch are drawn from laws "
            r"that see earlier releases and public advice, and only one vector depends on the "
            r"changed loss. $x$ and $y$ are the probabilities of an event given what comes before "
            "this vector.",
            uses=(7,),
        ),
        Textbook(
            9,
            "In the mean over what comes before it:",
            "p <= exp(eps)*q + d",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 7},
            instance={"p": "p", "q": "q", "c": "exp(eps)", "d": "d", "A": "x", "B": "y"},
            over=("x", "y"),
            uses=(8,),
        ),
    ),
)
ACTIONS = Proof(
    "adv.thm10.private.repaired",
    where="eps in (0,1], L in [0.1053,inf), d in (0,1], p in [0,1], q in [0,1]",
    steps=(
        OnClaim(
            1,
            r"An event of actions is one of actions and vectors.",
            "p <= exp(eps)*q + d",
            claim="adv.thm10.joint",
            of_step=9,
        ),
    ),
)
SECOND_TERM = Proof(
    "adv.thm10.second_term",
    where="a in [0,inf), c in [1,inf), k in [1,inf)",
    steps=(
        Given(
            1, r"$A=akc^2\le T=c^3$, with $c=T^{1/3}$, $k=\sqrt K$ and $B=a^3$.", "a*k*c**2 <= c**3"
        ),
        Inequality(2, "In other words,", "a*k <= c", weights={1: "1/c**2"}),
        Inequality(3, "so", "a <= c", weights={2: "1/k"}, rest="c*(k-1)/k"),
        Inequality(
            4,
            r"$B\le A$.",
            "a**3 <= a*k*c**2",
            weights={3: "a*(a + c)"},
            rest="a*c**2*(k-1)",
        ),
    ),
)
REGRET = Proof(
    "adv.thm10.regret.repaired",
    where="a in (0,inf), c in [1,inf), k in [1,inf), l in [0.69,inf), y in [1,inf), h in (0,inf), "
    "t in (0,inf), g in (0,inf), W in (0,inf), T in [1,inf), K in [1,inf), N in [1.99,inf), "
    "D in [0.91,inf), L in [0.69,inf), e in (0,1], reg in (-inf,inf), all in (-inf,inf)",
    parts=(23,),
    steps=(
        Given(1, r"With $c=T^{1/3}$,", "T == c**3"),
        Given(2, r"$k=\sqrt K$", "K == k**2"),
        Given(3, r"and $l=\log N$:", "N == exp(l)"),
        Given(4, r"$L=\log(NT)$ is at least $l$.", "l <= L"),
        Given(
            5,
            r"With $D=\log\frac1\delta\ge0.91$ let $a=(ND)^{1/6}(Ll)^{1/3}\epsilon^{-1/3}$.",
            "a**6 == N*D*L**2*l**2/e**2",
        ),
        Given(6, r"Then $\eta$ is", "h == a/(c*k)"),
        Given(7, r"Let $W=NK^2DL^2/\epsilon^2$, which is", "W == k**4*a**6/l**2", uses=(5,)),
        Inequality(8, "Numbers:", "1 <= 1.81*l"),
        Inequality(
            9,
            r"$a^6$ is at least $1.99\cdot0.91\,l^4$,",
            "1.81*l**4 <= N*D*L**2*l**2/e**2",
            weights={4: "1.81*l**2*(L + l)"},
            rest="L**2*l**2*(N*D/e**2 - 1.81)",
        ),
        Inequality(
            10,
            r"thus at least $l^3$,",
            "l**3 <= a**6",
            uses=(5,),
            weights={9: "1", 8: "l**3"},
        ),
        Inequality(
            11, r"and $a^2$ at least $l$.", "l <= a**2", weights={10: "1/(a**4 + a**2*l + l**2)"}
        ),
        Inequality(
            12, r"So the printed $\tau$ is at least 1;", "1 <= a**2*c/l", weights={11: "c/l"}
        ),
        Given(
            13,
            r"the whole one, rounded up, is $t$, that is $y^3$ times it:",
            "t == y**3*a**2*c/l",
        ),
        Given(14, "Rounding adds less than 1.", "y**3*(a**2*c/l) <= a**2*c/l + 1"),
        Inequality(15, "So", "y**3 <= 2", weights={14: "l/(a**2*c)", 12: "l/(a**2*c)"}),
        Inequality(16, r"and $\tau\ge1$.", "1 <= y**3*a**2*c/l", weights={12: "y**3"}),
        Given(
            17,
            r"$\gamma$ is the first term with $(N\log\frac1\delta)^{1/3}$ and this $\tau$.",
            "g == a*k/(c*y**2)",
        ),
        Given(18, r"Where the bound $100A$, $A=akc^2$, is at most $T$:", "100*a*k <= c"),
        Inequality(
            19,
            r"The first term of $\gamma$ is the larger one, as the noise of this scale needs it,",
            "4*h*(3*sqrt(W)/(g*t)) <= 1",
            uses=(6, 7, 13, 17, 18),
        ),
        Inequality(
            20,
            r"and $\gamma<1$.",
            "a*k/(c*y**2) <= 0.01",
            weights={18: "1/(100*c*y**2)"},
        ),
        OnClaim(
            21,
            r"The chain, with the noise of scale $3\sqrt W/(\gamma\tau\log(NT))$.",
            "reg <= t*log(N)/h + g*T + h*T*K + 10*h*T*(3*sqrt(W)/(g*t))**2 + 3*t",
            claim="adv.thm10.chain",
            of_step=44,
            instance={"x": "3*sqrt(W)/(g*t)"},
            uses=(13, 16, 17, 19, 20),
        ),
        Inequality(
            22,
            r"The batches cost little beside $\tau\log N/\eta$.",
            "3*t <= 0.09*y**3*a*k*c**2",
            uses=(13,),
            weights={18: "0.03*y**3*a*c/(k*l)"},
            rest="y**3*a*c**2*(0.09*k - 0.03/(k*l))",
        ),
        Inequality(
            23,
            "All terms together:",
            "reg <= 95*a*k*c**2",
            uses=(1, 2, 3, 6, 7, 13, 17),
            weights={21: "1", 22: "1", 15: "1.09*a*k*c**2"},
            rest="a*k*c**2*(91.81 - 91/y**2)",
        ),
        Given(24, r"Elsewhere the regret is at most $T=c^3$,", "all <= c**3"),
        Given(25, r"which is less than $100A$.", "c <= 100*a*k"),
        Inequality(26, "So", "all <= 100*a*k*c**2", weights={24: "1", 25: "c**2"}),
        Parts(27, "Both cases.", uses=(23, 26)),
    ),
)
