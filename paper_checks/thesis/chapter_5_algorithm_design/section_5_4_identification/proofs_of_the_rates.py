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
