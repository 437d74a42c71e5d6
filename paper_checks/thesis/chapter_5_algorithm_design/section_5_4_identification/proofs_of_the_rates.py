"""The proofs that the costs of AdaP-TT and AdaP-TT* meet their thresholds in time, and the limit.

After a random time the shares of pulls and the private means are near their limits: pulls U of the
best arm and V of another one, with (1 - r) n b <= U, (1 - r) n w <= V for the optimal shares b and
w. A phase that is done has u >= U/4 samples. s is sigma, L = log(1/delta), D the gap, g its
estimate, T a characteristic time. With M = (1 - r) n/4, A and p: A T >= 1/b + 1/w, and p M <= T.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook

RANGES = (
    "r in (0,1/10], n in (0,inf), b in (0,1), w in (0,1), U in (0,inf), V in (0,inf), "
    "u in (0,inf), v in (0,inf), M in (0,inf), A in (0,inf), T in (0,inf), q in (0,inf), "
    "p in (0,inf), L in (0,inf), k in (0,1], W in [0,inf), c in [0,inf), "
)
SAMPLES = (
    Given(1, r"More than a quarter of the pulls of an arm are in its last phase,", "4*u >= U"),
    Given(2, r"for both arms.", "4*v >= V"),
    Given(3, r"The pulls are near their shares,", "U >= (1-r)*n*b"),
    Given(4, r"for both arms.", "V >= (1-r)*n*w"),
    Given(5, r"Let $M=(1-r)n/4$.", "M == (1-r)*n/4"),
    Inequality(6, r"So.", "u >= M*b", uses=(5,), weights={1: "1/4", 3: "1/4"}),
    Inequality(7, r"So.", "v >= M*w", uses=(5,), weights={2: "1/4", 4: "1/4"}),
    Given(8, r"$q=1/u+1/v$.", "q == 1/u + 1/v"),
    Inequality(
        9,
        r"So.",
        "q*M <= 1/b + 1/w",
        uses=(8,),
        weights={6: "1/(b*u)", 7: "1/(w*v)"},
    ),
    Given(
        10,
        r"At the optimal shares the cost $A/(1/b+1/w)$ of each arm is at least $1/T$.",
        "A*T >= 1/b + 1/w",
    ),
    Given(11, r"Let $p=q/A$.", "p == q/A"),
    Inequality(12, r"So $pM\le T$.", "p*M <= T", uses=(11,), weights={9: "1/A", 10: "1/A"}),
)
PLUG_IN = Proof(
    "thesis.thm5.20.condition",
    where=RANGES + "y in [0,inf), Y in [0,inf), X in [2,inf), t in (0,inf)",
    steps=(
        *SAMPLES,
        Given(
            13,
            r"The estimated gap is at least $(1-r)\Delta_a$, and $A=\Delta_a^2/(2\sigma^2)$.",
            "W >= (1-r)**2/p",
        ),
        Given(
            14,
            r"The threshold (5.11) is near its shape (Remark 5.19), with "
            r"$y=\Delta_a^2/(2\sigma^4\varepsilon^2)$, so that "
            r"$q/(\varepsilon^2\sigma^2)=py$.",
            "c <= (1+r)*(2*L + p*L**2*y)",
        ),
        Given(15, r"Let $k=(1-r)^2/(1+r)$.", "k == (1-r)**2/(1+r)"),
        Given(16, r"$Y$ is that of the largest gap.", "y <= Y"),
        Given(17, r"Let $X$ be the factor of the theorem.", "X == 1 + sqrt(1+Y)"),
        Inequality(18, r"Then.", "2*X + Y <= X**2", uses=(17,)),
        Given(19, r"For $n$ from there on.", "k*M >= T*L*X"),
        Given(20, r"$t=pL$.", "t == p*L"),
        Inequality(21, r"So $tX\le k$.", "t*X <= k", uses=(20,), weights={19: "p/T", 12: "k/T"}),
        Inequality(
            22,
            r"And $2t+t^2y\le k$.",
            "2*t + t**2*y <= k",
            weights={21: "(2*X + Y)/X**2 + Y*t/X", 16: "t**2", 18: "k/X**2"},
            rest="(1-k)*Y*t/X",
        ),
        Inequality(
            23,
            r"In terms of the threshold.",
            "c <= (1+r)*(2*t + t**2*y)/p",
            uses=(20,),
            weights={14: "1"},
        ),
        Inequality(
            24,
            r"The cost reaches the threshold.",
            "W >= c",
            uses=(15,),
            weights={13: "1", 23: "1", 22: "(1+r)/p"},
        ),
    ),
)

BELOW = Proof(
    "thesis.thm5.23.below",
    where=RANGES + "z in [0,inf), Z in [0,inf), G in [1,inf), t in (0,inf)",
    steps=(
        *SAMPLES,
        Given(
            13,
            r"The estimated gap is at least $(1-r)\Delta_a$ and below $3\varepsilon$, and "
            r"$A=\Delta_a^2/(2\sigma^2)$.",
            "W >= (1-r)**2/p",
        ),
        Given(
            14,
            r"The threshold (5.14) is near its shape (Remark 5.22), with $z=\Delta_a/(\sigma^2"
            r"\varepsilon)$, so that $q/(2\varepsilon^2\sigma^2)=pz^2/4$; and $u^{-1/2}+v^{-1/2}$ "
            r"is at most $\sqrt{2q}$.",
            "c <= (1+r)*(L + p*L**2*z**2/4 + sqrt(2)*z*sqrt(p*L)*L)",
        ),
        Given(15, r"Let $k=(1-r)^2/(1+r)$.", "k == (1-r)**2/(1+r)"),
        Given(16, r"$Z$ is that of the largest gap.", "z <= Z"),
        Given(
            17,
            r"$G=g_1(Z)$ is a supremum, so that it solves",
            "G**2 >= G + Z*sqrt(2)*sqrt(G) + Z**2/4",
        ),
        Given(18, r"For $n$ from there on.", "k*M >= T*L*G"),
        Given(19, r"$t=pL$.", "t == p*L"),
        Inequality(20, r"So $tG\le k$.", "t*G <= k", uses=(19,), weights={18: "p/T", 12: "k/T"}),
        Inequality(21, r"As $k\le1$.", "t*G <= 1", weights={20: "1"}),
        Inequality(
            22,
            r"The roots.",
            "sqrt(t)*sqrt(G) <= 1",
            weights={21: "1/(sqrt(t)*sqrt(G) + 1)"},
        ),
        Inequality(
            23,
            r"With $Z$ for $z$.",
            "t + t**2*z**2/4 + sqrt(2)*z*sqrt(t)*t <= t + t**2*Z**2/4 + sqrt(2)*Z*sqrt(t)*t",
            weights={16: "t**2*(z+Z)/4 + sqrt(2)*sqrt(t)*t"},
        ),
        Inequality(
            24,
            r"The terms times $G^2$, of which $tG\le k$ and $tG\le1$ are factors.",
            "G**2*(t + t**2*Z**2/4 + sqrt(2)*Z*sqrt(t)*t) <= k*(G + Z**2/4 + sqrt(2)*Z*sqrt(G))",
            weights={20: "G + Z**2/4 + sqrt(2)*Z*sqrt(G)", 21: "t*G*Z**2/4"}
            | {22: "sqrt(2)*Z*t*G*sqrt(G)"},
        ),
        Inequality(
            25,
            r"So they are at most $k$.",
            "t + t**2*Z**2/4 + sqrt(2)*Z*sqrt(t)*t <= k",
            weights={24: "1/G**2", 17: "k/G**2"},
        ),
        Inequality(
            26,
            r"In terms of the threshold.",
            "c <= (1+r)*(t + t**2*z**2/4 + sqrt(2)*z*sqrt(t)*t)/p",
            uses=(19,),
            weights={14: "1"},
        ),
        Inequality(
            27,
            r"The cost reaches the threshold.",
            "W >= c",
            uses=(15,),
            weights={13: "1", 26: "1", 23: "(1+r)/p", 25: "(1+r)/p"},
        ),
    ),
)

LIMIT = Proof(
    "thesis.thm5.20.passage",
    where="r in (0,1/10], C in (0,inf), L in (0,inf), n in (0,inf), tau in (0,inf), t in [0,inf), "
    "e in (0,inf), f in [0,inf), x in (0,inf), high in [0,inf)",
    steps=(
        Given(
            1,
            r"After a random time $t$, of finite mean $f$, the run stops as soon as it has $n$ "
            r"rounds: $\tau\le\max(t,n)+1$.",
            "tau <= t + n + 1",
        ),
        Textbook(
            2,
            r"The mean $e$ of $\tau$.",
            "e <= 1*(n + 1) + 1*f",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 1},
            instance={"x": "e", "n": "1", "c": "n + 1", "b": "1", "z": "f", "X": "tau", "Z": "t"},
            over=("tau", "t"),
        ),
        Given(
            3,
            r"Such an $n$, a whole number, is enough.",
            "n <= C*L*(1+r)**2/(1-r)**3 + 1",
        ),
        Inequality(4, r"For $r\le\frac1{10}$.", "(1+r)**2/(1-r)**3 <= 1 + 12*r"),
        Given(5, r"As $\delta\to0$, $L=\log(1/\delta)$ is large,", "f + 2 <= r*L"),
        Given(6, r"and the quotient is", "x == e/L"),
        Inequality(
            7,
            r"at most this.",
            "x <= C + (12*C + 1)*r",
            uses=(6,),
            weights={2: "1/L", 3: "1/L", 4: "C", 5: "1/L"},
        ),
        Textbook(
            8,
            r"$\limsup_{\delta\to0}\mathbb E[\tau]/\log(1/\delta)\le C$.",
            "high <= C",
            fact="textbook.bounds-of-sets:upper limit with a margin",
            hypotheses={"x_n <= c + s for every s > 0 and all large n": 7},
            instance={"high": "high", "X": "x", "c": "C", "s": "(12*C + 1)*r"},
            over=("x", "r", "e", "L", "n", "f"),
        ),
    ),
)

ABOVE = Proof(
    "thesis.thm5.23.above",
    where=RANGES + "x in (0,inf), y in (0,inf), a in (0,1), d in (0,1), m in (0,1], R in (0,inf), "
    "s in (0,inf), e in (0,inf), j in (0,inf), Y in (0,inf), z in [1,inf), E in (0,inf)",
    steps=(
        *SAMPLES,
        Given(13, r"At most half of the pulls of an arm are in its last phase,", "2*u <= U"),
        Given(14, r"for both arms.", "2*v <= V"),
        Given(15, r"The pulls are near their shares,", "U <= (1+r)*n*b"),
        Given(16, r"for both arms.", "V <= (1+r)*n*w"),
        Inequality(
            17, r"So.", "u <= 2.45*M*b", uses=(5,), weights={13: "1/2", 15: "1/2"},
            rest="n*b*(2.45*(1-r)/4 - (1+r)/2)",
        ),
        Inequality(
            18, r"So.", "v <= 2.45*M*w", uses=(5,), weights={14: "1/2", 16: "1/2"},
            rest="n*w*(2.45*(1-r)/4 - (1+r)/2)",
        ),
        Given(19, r"With $x$ and $a=\sqrt b$", "u == M*(a*x)**2"),
        Given(20, r"and $y$ and $d=\sqrt w$,", "v == M*(d*y)**2"),
        Given(21, r"where", "b == a**2"),
        Given(22, r"and", "w == d**2"),
        Inequality(
            23, r"$x^2\ge1$.", "x**2 >= 1", uses=(19, 21), weights={6: "1/(M*a**2)"}
        ),
        Inequality(
            24, r"$y^2\ge1$.", "y**2 >= 1", uses=(20, 22), weights={7: "1/(M*d**2)"}
        ),
        Inequality(
            25, r"$x^2\le2.45$.", "x**2 <= 2.45", uses=(19, 21), weights={17: "1/(M*a**2)"}
        ),
        Inequality(
            26, r"$y^2\le2.45$.", "y**2 <= 2.45", uses=(20, 22), weights={18: "1/(M*d**2)"}
        ),
        Inequality(27, r"So.", "x >= 1", weights={23: "1/(x+1)"}),
        Inequality(28, r"So.", "y >= 1", weights={24: "1/(y+1)"}),
        Inequality(
            29, r"So.", "x <= 1.5653", weights={25: "1/(x+1.5653)"},
            rest="(1.5653**2-2.45)/(x+1.5653)",
        ),
        Inequality(
            30, r"So.", "y <= 1.5653", weights={26: "1/(y+1.5653)"},
            rest="(1.5653**2-2.45)/(y+1.5653)",
        ),
        Given(31, r"The arms are named so that", "a <= d"),
        Inequality(
            32,
            r"In the last phases the shares may be others by factors $x^2$, $y^2$ of up to 2.45, "
            r"which costs nothing.",
            "(a*x+d*y)*(1/(a*x)**2+1/(d*y)**2) <= 2*d*(1/a**2+1/d**2)",
            uses=(27, 28, 29, 30, 31),
        ),
        Given(33, r"$m^2=\max(\beta,1-\beta)$ is at least both shares.", "d <= m"),
        Inequality(
            34,
            r"So.",
            "(a*x+d*y)*(1/(a*x)**2+1/(d*y)**2) <= 2*m*(1/a**2+1/d**2)",
            weights={32: "1", 33: "2*(1/a**2+1/d**2)"},
        ),
        Given(35, r"$R=(\sqrt u+\sqrt v)/\sqrt M$.", "R == a*x + d*y"),
        Inequality(
            36,
            r"In terms of $q$ and $A$.",
            "R*q*M <= 2*m*(A*T)",
            uses=(8, 19, 20, 21, 22, 35),
            weights={34: "1", 10: "2*m"},
        ),
        Inequality(
            37, r"In terms of $p$.", "R*p*M <= 2*m*T", uses=(11,), weights={36: "1/A"}
        ),
        Given(
            38,
            r"The estimated gap is at least $(1-r)\Delta_a$ and at least $3\varepsilon$, and $A=3"
            r"\varepsilon\Delta_a/(2\sigma^2)$.",
            "W >= (1-r)/p",
        ),
        Given(39, r"Let $E=\varepsilon\sqrt{L/M}$.", "E == e*sqrt(L/M)"),
        Given(
            40,
            r"The threshold (5.14) is near its shape (Remark 5.22); here it is divided by $M$.",
            "c <= (1+r)*M*(3*L/M/s**2 + 3/(sqrt(2)*s)*E*R)",
        ),
        Given(41, r"$j=3TL/(M\sigma^2)$.", "j == 3*T*(L/M)/s**2"),
        Given(42, r"$Y$ is that of the theorem.", "Y == 3*e**2*m**2*T/2"),
        Inequality(
            43,
            r"So the mixed term is $2\sqrt{Yj}$.",
            "3/(sqrt(2)*s)*E*(2*m*T) <= 2*sqrt(Y)*sqrt(j)",
            uses=(39, 41, 42),
        ),
        Inequality(
            44,
            r"The threshold times $p$.",
            "c*p <= (1+r)*(j + 3/(sqrt(2)*s)*E*(2*m*T))",
            uses=(41,),
            weights={40: "p", 12: "(1+r)*3*L/M/s**2", 37: "(1+r)*3/(sqrt(2)*s)*E"},
        ),
        Inequality(
            45,
            r"So.",
            "c*p <= (1+r)*(j + 2*sqrt(Y)*sqrt(j))",
            weights={44: "1", 43: "1+r"},
        ),
        Given(46, r"Let $k=(1-r)/(1+r)$.", "k == (1-r)/(1+r)"),
        Given(47, r"$z=g_2(Y)$ solves this.", "z >= 1 + 2*sqrt(Y)*sqrt(z)"),
        Given(48, r"For $n$ from there on.", "j*z <= k**2"),
        Inequality(
            49,
            r"The roots.",
            "sqrt(j)*sqrt(z) <= k",
            weights={48: "1/(sqrt(j)*sqrt(z) + k)"},
        ),
        Inequality(
            50,
            r"So the sum is at most $k$.",
            "z*(j + 2*sqrt(Y)*sqrt(j)) <= z*k",
            weights={48: "1", 49: "2*sqrt(Y)*sqrt(z)", 47: "k"},
            rest="k*(1-k)",
        ),
        Inequality(
            51, r"Divided.", "j + 2*sqrt(Y)*sqrt(j) <= k", weights={50: "1/z"}
        ),
        Inequality(
            52,
            r"The cost reaches the threshold.",
            "W >= c",
            uses=(46,),
            weights={38: "1", 45: "1/p", 51: "(1+r)/p"},
        ),
    ),
)  # fmt: skip
