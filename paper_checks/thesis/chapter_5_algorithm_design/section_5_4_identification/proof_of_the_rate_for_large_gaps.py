"""The proof that the costs of AdaP-TT* meet their thresholds in time where gaps are large."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Proof

from .proofs_of_the_rates import RANGES, SAMPLES

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
