"""The proofs of the remarks on both rates: factors against the lower bounds."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Induction, Inequality, OnClaim, Proof

HALVES = r"$T^*_{1/2}\le2T^*$."
FACTOR = Proof(
    "thesis.rem.tt.factor",
    where="H in (0,inf), T in (0,inf), y in (0,inf), r in (0,inf), R in (0,inf)",
    steps=(
        OnClaim(1, HALVES, "H <= 2*T", claim="thesis.pre.ttucb.half", of_step=4),
        Given(2, r"The rate at $\beta=\frac12$.", "R == 4*H*(1 + sqrt(1+y))"),
        Given(
            3, r"As $\varepsilon\to\infty$ the noise falls below every $r>0$.", "y <= r**2 + 2*r"
        ),
        Inequality(4, r"Then.", "sqrt(1+y) <= 1 + r", weights={3: "1/(sqrt(1+y) + 1 + r)"}),
        Inequality(
            5,
            r"So the rate comes to at most $16T^*$.",
            "R <= 16*T*(1 + r/2)",
            uses=(2,),
            weights={1: "4*(2 + r)", 4: "4*H"},
        ),
    ),
)
HIGH = Proof(
    "thesis.rem.tt.high",
    where="H in (0,inf), T in (0,inf), D in (0,1], e in (0,1), R in (0,inf)",
    steps=(
        OnClaim(1, HALVES, "H <= 2*T", claim="thesis.pre.ttucb.half", of_step=4),
        Given(2, r"The rate at $\beta=\frac12$, $\sigma=\frac12$.",
            "R == 4*H*(1 + sqrt(1 + 8*D**2/e**2))"),
        Inequality(
            3,
            r"As $\sqrt{1+x^2}\le1+x$.",
            "sqrt(1 + 8*D**2/e**2) <= 1 + sqrt(8)*D/e",
            weights={},
            rest="2*sqrt(8)*D/e/(1 + sqrt(8)*D/e + sqrt(1 + 8*D**2/e**2))",
        ),
        Inequality(
            4,
            r"So $R$ is of the order of $T\Delta_{\max}/\varepsilon$.",
            "R <= 8*T*(2 + sqrt(8)*D/e)",
            uses=(2,),
            weights={3: "4*H", 1: "4*(2 + sqrt(8)*D/e)"},
        ),
    ),
)  # fmt: skip
SQUARES = Proof(
    "thesis.rem.tt.complexity",
    where="T in (0,inf), b in (0,1), w in (0,1), q in (0,1), D in (0,1], m in (0,1], S in (0,inf), "
    "G in (-inf,inf), j in [0,inf), v in (0,inf), u in (0,inf), U in (0,inf), m <= D",
    parts=(6,),
    steps=(
        Given(
            1,
            r"At the optimal shares $b,w$, with variance 1, each cost is at least $1/T$.",
            "D**2/(2*(1/b + 1/w)) >= 1/T",
        ),
        Inequality(2, r"So the share of an arm is at least this.", "w >= 2/(T*D**2)",
            weights={1: "2/D**2"}, rest="w**2/(b+w)"),
        Induction(
            3,
            r"The sum over the other arms.",
            "G >= 0",
            variable="j",
            start="0",
            sequence="G",
            first="0",
            following="G + w - 2/(T*D**2)",
            weight="1",
            uses=(2,),
        ),
        Given(4, r"With $S=\sum_{a\ne a^*}\Delta_a^{-2}$ it is this.", "G == 1 - b - 2*S/T"),
        Given(5, r"The cost of the arm of the least gap, with the share $q$.",
            "m**2/(2*(1/b + 1/q)) >= 1/T"),
        Inequality(
            6,
            r"$T\ge H=2S+2\Delta_{\min}^{-2}$.",
            "T >= 2*S + 2/m**2",
            uses=(4,),
            weights={3: "T", 5: "2*T/m**2"},
            rest="T*b**2/(b+q)",
        ),
        Given(7, r"Conversely, with $U=S+\Delta_{\min}^{-2}$ take the shares", "v == 1/(U*m**2)"),
        Given(8, r"and", "u == 1/(U*D**2)"),
        Inequality(
            9,
            r"Then each cost is at least $1/(4U)=1/(2H)$.",
            "D**2/(2*(1/v + 1/u)) >= 1/(4*U)",
            uses=(7, 8),
        ),
        Given(
            10,
            r"The least of the costs is at most $1/T$.",
            "1/T >= D**2/(2*(1/v + 1/u))",
        ),
        Inequality(
            11, r"So $T\le2H$.", "T <= 4*U", weights={9: "4*U*T", 10: "4*U*T"}
        ),
    ),
)  # fmt: skip
CHAIN = Proof(
    "thesis.rem.tt.chain",
    where="R in (0,inf), H in (0,inf), T in (0,inf), C in [1,inf), m in (0,1], D in (0,1], "
    "e in (0,inf), X in (0,inf), Y in (0,inf), x in (0,inf)",
    steps=(
        Given(1, r"The rate at $\beta=\frac12$, $\sigma=\frac12$; $H=T^*_{\mathrm{KL},1/2}$.",
            "R == 4*H*(1 + sqrt(1 + 8*D**2/e**2))"),
        Inequality(
            2,
            r"As $\sqrt{1+x^2}\le1+x$.",
            "sqrt(1 + 8*D**2/e**2) <= 1 + sqrt(8)*D/e",
            weights={},
            rest="2*sqrt(8)*D/e/(1 + sqrt(8)*D/e + sqrt(1 + 8*D**2/e**2))",
        ),
        OnClaim(3, HALVES, "H <= 2*T", claim="thesis.pre.ttucb.half", of_step=4),
        OnClaim(
            4,
            r"With the variance $\frac14$ the time is a quarter of that with variance 1, which is "
            r"at most $4x$, $x=\sum_{a\ne a^*}\Delta_a^{-2}+\Delta_{\min}^{-2}$.",
            "4*T <= 4*x",
            claim="thesis.rem.tt.complexity",
            of_step=11,
            instance={"T": "4*T", "U": "x"},
        ),
        Given(5, r"$x\Delta_{\min}\le X=\Delta_{\min}^{-1}+\sum\Delta_a^{-1}$, term by term.",
            "x*m <= X"),
        Given(6, r"Condition 1.", "D <= C*m"),
        Given(7, r"$Y$ is the private term.", "Y == C*X/e"),
        Inequality(
            8,
            r"The rate in two terms.",
            "R <= 8*H + 16*sqrt(2)*Y",
            uses=(1, 7),
            weights={2: "4*H", 3: "8*sqrt(2)*D/e", 4: "4*sqrt(2)*D/e", 6: "16*sqrt(2)*x/e",
                5: "16*sqrt(2)*C/e"},
        ),
        Inequality(
            9,
            r"At most $8+16\sqrt2\le30.63$ times the larger one.",
            "R <= 30.63*max(H, Y)",
            weights={8: "1"},
        ),
        Inequality(10, r"So $c=45.26$ is enough.", "R <= 45.26*max(H, Y)", weights={9: "1"}),
    ),
    parts=(9,),
)  # fmt: skip
TWICE = Proof(
    "thesis.rem.ttstar.middle.repaired",
    where="T in (0,inf), b in (0,1), m in (0,inf), S in (0,inf), e in (0,inf), V in (0,inf), "
    "D in (0,1], w in (0,1), c in (0,inf), m <= S, 3*e <= D, 1/D <= m, 4*b <= 3, "
    "8*b*(1-b) >= 1",
    parts=(8,),
    steps=(
        Given(
            1,
            r"Take the shares $w_a=(1-\beta)\Delta_a^{-1}/S$, $S=\sum_{a\ne a^*}\Delta_a^{-1}$.",
            "w == (1-b)/(D*S)",
        ),
        Given(
            2,
            r"As $\Delta_a\ge3\varepsilon$ the cost with $\sigma=\frac12$ is",
            "c == 6*e*D/(1/b + 1/w)",
        ),
        Inequality(
            3,
            r"So its inverse is at most this, $m=\Delta_{\min}^{-1}$.",
            "1/c <= (m/b + S/(1-b))/(6*e)",
            uses=(1, 2),
        ),
        Given(
            4,
            r"The largest of these inverses is at least $T=T^*_{\varepsilon,\beta}$.",
            "T <= 1/c",
        ),
        OnClaim(5, "The total variation time.", claim="thesis.prop4.26"),
        Given(
            6,
            r"$V=T^*_{\mathrm{TV}}=\Delta_{\min}^{-1}+S$ (Proposition 4.26).",
            "V == m + S",
            uses=(5,),
        ),
        Inequality(
            7,
            r"So.",
            "12*T <= 2*(m/b + S/(1-b))/e",
            weights={4: "12", 3: "12"},
        ),
        Inequality(
            8,
            r"At $\beta=\frac12$ that is $4T^*_{\mathrm{TV}}/\varepsilon$.",
            "2*(m/(1/2) + S/(1-1/2))/e <= 4*V/e",
            uses=(6,),
        ),
        Inequality(
            9,
            r"At most $8(m+S)$, as $m\le S$.",
            "m/b + S/(1-b) <= 4*(m + S)",
        ),
        Inequality(
            10,
            r"$12T^*_{\varepsilon,\beta}\le8T^*_{\mathrm{TV}}/\varepsilon$.",
            "12*T <= 8*V/e",
            uses=(6, 8),
            weights={7: "1", 9: "2/e"},
        ),
    ),
)
SUM = Proof(
    "thesis.rem.tt.squares.repaired",
    where="T in (0,inf), U in (0,inf), S in (0,inf), m in (0,1], H in (0,inf)",
    steps=(
        OnClaim(
            1,
            r"With variance 1, and $U=\sum_{a\ne a^*}\Delta_a^{-2}+\Delta_{\min}^{-2}$.",
            "T <= 4*U",
            claim="thesis.rem.tt.complexity",
            of_step=11,
        ),
        Given(2, r"That is, with the sum $S$ over the other arms,", "U == S + 1/m**2"),
        Given(3, r"one of whose terms is $\Delta_{\min}^{-2}$.", "1/m**2 <= S"),
        Inequality(4, r"So.", "2*T <= 16*S", uses=(2,), weights={1: "2", 3: "8"}),
        Given(5, r"With $\sigma=\frac12$ the time is a quarter.", "H == T/4"),
        Inequality(6, r"So.", "2*H <= 4*S", uses=(5,), weights={4: "1/4"}),
    ),
    parts=(4,),
)
LOW = Proof(
    "thesis.rem.ttstar.low",
    where="T in (0,inf), m in (0,inf), S in (0,inf), e in (0,inf), V in (0,inf), D in (0,1], "
    "w in (0,1), c in (0,inf), R in (0,inf), z in [1,inf), r in (0,1], m <= S, 3*e <= D, 1/D <= m",
    steps=(
        Given(1, r"For small $\varepsilon$ all gaps are above $3\varepsilon$. Take the shares "
            r"$w_a=\Delta_a^{-1}/(2S)$, $S=\sum_{a\ne a^*}\Delta_a^{-1}$.", "w == 1/(2*D*S)"),
        Given(2, r"The cost is", "c == 6*e*D/(2 + 1/w)"),
        Inequality(3, r"Its inverse.", "1/c <= (m + S)/(3*e)", uses=(1, 2)),
        Given(4, r"The largest of these is at least $T=T^*_{\varepsilon,1/2}$.", "T <= 1/c"),
        OnClaim(5, "The total variation time.", claim="thesis.prop4.26"),
        Given(6, r"It is $V=\Delta_{\min}^{-1}+S$.", "V == m + S", uses=(5,)),
        Inequality(7, r"So.", "12*T <= 4*V/e", uses=(6,), weights={4: "12", 3: "12"}),
        OnClaim(8, r"$g_2$ comes to 1.", claim="thesis.thm5.23.factors"),
        Given(9, r"So for each $r>0$ it is below this for small $\varepsilon$, as $\varepsilon^2T$ "
            r"falls with $\varepsilon$.", "z <= 1 + r", uses=(7, 8)),
        Given(10, r"The rate.", "R == 48*T*z"),
        Inequality(11, r"At most 16 times the lower bound, up to $r$.", "R <= 16*(1+r)*V/e",
            uses=(10,), weights={7: "4*z", 9: "16*V/e"}),
        Inequality(12, r"So 48 times.", "R <= 48*V/e", weights={11: "1"}),
    ),
    parts=(11,),
)  # fmt: skip
COSTS = Proof(
    "thesis.rem.bernmismatch.order",
    where="x in (0,1), y in (0,1), p in (0,1), q in (0,1), w in (0,inf), u in (0,inf), "
    "D in (0,1), D <= y-x, p <= q",
    steps=(
        Inequality(1, r"Pinsker's inequality for the better arm,", "kl(y,p) >= 2*(y-p)**2"),
        Inequality(2, r"and for the other.", "kl(x,q) >= 2*(x-q)**2"),
        Inequality(
            3,
            r"The cost of a confusing pair $p\le q$.",
            "w*kl(y,p) + u*kl(x,q) >= 2*(w*(y-p)**2 + u*(x-q)**2)",
            weights={1: "w", 2: "u"},
        ),
        Inequality(
            4,
            r"The ways add up to $a\ge D$.",
            "a**2 >= D**2",
            where="a in [0,inf), a >= D",
        ),
        Inequality(
            5,
            r"So it is at least the normal cost with $\sigma=\frac12$.",
            "w*kl(y,p) + u*kl(x,q) >= 2*D**2/(1/w + 1/u)",
            weights={3: "1", 4: "2*w*u/(w+u)"},
            at={4: {"a": "y-p-x+q"}},
            rest="2*(w*(y-p)-u*(q-x))**2/(w+u)",
        ),
    ),
)
