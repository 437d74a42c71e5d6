"""The proofs about Theorem 5.12: the plays of a phase, and the bound for the printed lengths."""

from __future__ import annotations

from banditproof.paper_checks.models.elimination_regret import PrivatePart, regret
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof

ROOT = "2/rho*(2*n + 3*lam)"
PLAYS = Proof(
    "thesis.thm5.12.length",
    where="n in [1,inf), c in (0,inf), h in (0,1/2], f in (0,inf), L in (0,inf), u in (0,inf), "
    "lam in (0,inf), rho in (0,inf), l in [1,inf), m in [1,inf), K in [1,inf), del in (0,1), "
    "x in [0,inf), l <= m",
    steps=(
        OnClaim(
            1,
            r"$T_\ell\le\frac{d(d+1)}2+c_\ell$, with $n=d$.",
            "x <= n*(n + 1)/2 + c",
            claim="zcdp.thm4.length",
            of_step=6,
        ),
        Given(
            2, r"$c_\ell$ of (5.6), with $h=2^{-\ell}$,", "c == 8*n*L/h**2 + 2*n/h*sqrt(2/rho*f)"
        ),
        Given(3, r"$L=\log\frac4{\delta_{K,\ell}}$,", "L == log(4*K*l*(l + 1)/del)"),
        Given(4, r"$u=\log\frac2{\delta_{K,\ell}}$,", "u == log(2*K*l*(l + 1)/del)"),
        Given(5, r"and $f(d,\delta_{K,\ell})$ is this.", "f == n + 2*sqrt(n*u) + 2*u"),
        Given(6, r"$\lambda$ is $L$ of a phase $m\ge\ell$.", "lam == log(4*K*m*(m + 1)/del)"),
        Inequality(
            7,
            r"$\frac{4K\ell(\ell+1)}\delta\le\frac{4Km(m+1)}\delta$,",
            "4*K*l*(l + 1)/del <= 4*K*m*(m + 1)/del",
        ),
        Inequality(
            8,
            r"so that $L\le\lambda$,",
            "L <= lam",
            uses=(3, 6),
            weights={7: "0"},
            monotone=("log", "4*K*m*(m + 1)/del", "4*K*l*(l + 1)/del"),
        ),
        Inequality(9, "and $u\\le L$.", "u <= L", uses=(3, 4)),
        Inequality(10, r"$2\sqrt{du}\le d+u$, so that $f\le2d+3u$.", "f <= 2*n + 3*u", uses=(5,)),
        Inequality(
            11,
            "So the root is at most this,",
            f"sqrt(2/rho*f) <= sqrt({ROOT})",
            monotone=("root", ROOT, "2/rho*f"),
            weights={8: "6/rho", 9: "6/rho", 10: "2/rho"},
        ),
        Inequality(
            12,
            "and the phase has at most so many plays.",
            f"x <= n*(n + 1)/2 + 8*n*lam/h**2 + 2*n/h*sqrt({ROOT})",
            uses=(2,),
            weights={1: "1", 8: "8*n/h**2", 11: "2*n/h"},
        ),
    ),
)
REPAIRED = regret(
    "thesis.thm5.12.repaired",
    "rho in (0,inf)",
    "zcdp.thm4.good",
    "zcdp.thm4.kept",
    Given(26, r"Let $Z=\frac{24}\rho(d+\alpha)$.", "Z == 24/rho*(n + al)"),
    (
        r"$R_T\le4d(d+1)+128\sqrt{dT\alpha}+57\frac d{\sqrt\rho}\sqrt{d+\alpha}\log T$.",
        "4*n*(n + 1) + 128*sqrt(n*T*al) + 57*n/sqrt(rho)*sqrt(n + al)*t",
    ),
    PrivatePart(
        length=("thesis.thm5.12.length", 12),
        root=ROOT,
        cost=(
            r"and the private part costs at most $\frac{58}5n\sqrt Z\log T$, as "
            r"$2n+3\lambda\le12(n+\alpha)$.",
            "58/5*n*sqrt(Z)*t",
        ),
        uses=(24, 26, 29),
    ),
)
BOUND = "(4*n*(n + 1) + 128*sqrt(n*T*al) + 57*n/sqrt(rho)*sqrt(n + al)*t)"
EXPECTED = Proof(
    "thesis.thm5.12.expected.repaired",
    where="n in [1,inf), K in [2,inf), t in [1,inf), T in (1,inf), al in (0,inf), o in (0,inf), "
    "rho in (0,inf), r in [0,inf), b in [0,inf), del in (0,1), x in [0,inf), b <= 2*T",
    steps=(
        OnClaim(
            1,
            r"On the good event the regret $r$ is at most this,",
            "r <= 4*n*(n + 1) + 128*sqrt(n*T*al) + 57*n/sqrt(rho)*sqrt(n + al)*t",
            claim="thesis.thm5.12.repaired",
            of_step=33,
            instance={"R": "r"},
        ),
        Given(
            2,
            r"and at most $2T$: let $b$ be the smaller one.",
            f"b <= {BOUND}",
            uses=(1,),
        ),
        OnClaim(
            3,
            r"The mean of the regret.",
            "x <= (1 - del)*b + 2*del*T",
            claim="thesis.pf5.12.step7.repaired",
            of_step=6,
            uses=(2,),
        ),
        Given(4, r"Let $\delta=\frac1T$,", "del == 1/T"),
        Inequality(5, "so that", "x <= b + 2", uses=(4,), weights={3: "1"}, rest="b/T"),
        Given(6, r"With $t=\log T$ let $o=\log(KT)$:", "o == log(K) + t"),
        Given(7, r"$\alpha_T=\log(KT\log T)$.", "al == o + log(t)"),
        Inequality(8, r"$\log t\le\frac{37}{100}t$, so", "log(t) <= 37/100*t"),
        Inequality(
            9,
            r"$\alpha_T\le\frac{137}{100}\log(KT)$.",
            "al <= 137/100*o",
            uses=(6, 7),
            weights={8: "1"},
            rest="37/100*log(K)",
        ),
        Inequality(10, "The first root", "128*sqrt(n*T*al) <= 150*sqrt(n*T*o)", uses=(9,)),
        Inequality(11, "and the second one.", "57*sqrt(n + al) <= 67*sqrt(n + o)", uses=(9,)),
        Inequality(
            12,
            r"$\mathbb E R_T\le4d(d+1)+2+150\sqrt{dT\log(KT)}+67\frac d{\sqrt\rho}"
            r"\sqrt{d+\log(KT)}\log T$.",
            "x <= 4*n*(n + 1) + 2 + 150*sqrt(n*T*o) + 67*n/sqrt(rho)*sqrt(n + o)*t",
            weights={2: "1", 5: "1", 10: "1", 11: "n/sqrt(rho)*t"},
        ),
    ),
)
