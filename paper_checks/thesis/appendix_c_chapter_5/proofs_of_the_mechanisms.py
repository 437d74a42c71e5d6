"""The proofs about the mechanisms of C.1.3: whitened vectors, noisy means, identification."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

WHITENED = Proof(
    "thesis.inst.gope",
    where="alpha in (1,inf), rho in (0,inf), s in [0,inf), x in [0,2], q in [0,inf), g in (0,inf), "
    "w in (0,inf), v in [0,inf), after in [0,inf)",
    parts=(3, 6),
    steps=(
        Given(
            1,
            r"Two batches differ in the reward of step $j$, by $x\le2$: $\phi_\ell$ moves by "
            r"$s=x\,q$, $q=\|V_\ell^{-1/2}a_j\|$.",
            "s == x*q",
        ),
        Given(
            2, r"$a_j$ belongs to $\mathcal A_\ell$, over which $g_\ell$ is the largest.", "q <= g"
        ),
        Inequality(
            3,
            r"So the sensitivity of $\phi_\ell$ is at most $2g_\ell$.",
            "s <= 2*g",
            uses=(1,),
            weights={2: "x"},
            rest="g*(2 - x)",
        ),
        Given(4, r"$N_\ell$ has independent normal coordinates of variance", "w == 2*g**2/rho"),
        Textbook(
            5,
            r"The divergence of order $\alpha$ of the two releases $\phi_\ell+N_\ell$.",
            "v == alpha*s**2/(2*w)",
            fact="textbook.gaussian-mechanism:divergence",
            hypotheses={"independent normal noise of variance w in each coordinate": 4},
            instance={"a": "alpha"},
        ),
        Inequality(
            6,
            r"It is at most $\alpha\rho$.",
            "v <= alpha*rho",
            uses=(4, 5),
            weights={3: "alpha*rho/(4*g**2)*(2*g + s)"},
        ),
        Given(
            7,
            r"$V_\ell^{-1}\sum_sa_sr_s+V_\ell^{-1/2}N_\ell=V_\ell^{-1/2}(\phi_\ell+N_\ell)$ is a "
            "function of it.",
        ),
        Textbook(
            8,
            "So it has no larger divergence.",
            "after <= v",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 7},
            instance={"after": "after", "before": "v"},
        ),
        Inequality(
            9, r"$\mathcal M$ is $\rho$-zCDP.", "after <= alpha*rho", weights={6: "1", 8: "1"}
        ),
    ),
)
MOVED = Proof(
    "thesis.inst.gope.index.repaired",
    where="n in [1,inf), k in [1,inf), r in [-1,1], o in [-1,1], c in (-inf,inf), "
    "y in (-inf,inf), m in (-inf,inf), top in (-inf,inf), e in (-inf,inf), S in [0,inf), "
    "Q in [0,inf), left in [0,inf), right in [0,inf)",
    steps=(
        Given(1, r"At a step $s\ne j$ both lists have one reward, $r=r_s$ and $o=r'_s$.", "r == o"),
        Given(2, r"With a coordinate $c$ of $V_\ell^{-1/2}a_s$ its term is", "y == c*(r - o)"),
        Inequality(3, r"which is 0.", "y == 0", uses=(1, 2)),
        Induction(
            4,
            r"So of $n$ steps, that of $j$ first, the term $x_i$ of step $j$ is left: the $i$-th "
            r"coordinate of $\phi_\ell-\phi'_\ell$ is that of $V_\ell^{-1/2}a_j(r_j-r'_j)$.",
            "m == top",
            sequence="m",
            first="top",
            following="m + y",
            uses=(3,),
        ),
        Induction(
            5,
            r"The squares of $k$ coordinates have the sums $S$ and $Q$, of the difference",
            "e == 0",
            variable="k",
            sequence="e",
            first="m**2 - top**2",
            following="e + (m**2 - top**2)",
            uses=(4,),
        ),
        Given(6, r"$e=S-Q$.", "e == S - Q"),
        Given(7, r"The norms are their roots,", "left == sqrt(S)"),
        Given(8, "on both sides.", "right == sqrt(Q)"),
        Inequality(9, "So the sums are equal,", "S == Q", uses=(5, 6)),
        Inequality(10, "and the norms.", "left == right", uses=(7, 8, 9)),
    ),
)
KEPT = Proof(
    "thesis.inst.oful.price.repaired",
    where="n in [1,inf), rho in (0,inf), y in (-inf,inf), u in [0,inf), mean in (-inf,inf), "
    "v in [0,inf), var in [0,inf)",
    parts=(4,),
    steps=(
        Given(
            1,
            r"A coordinate of $o_1+\dots+o_j$ has the noises of $Y_1,\dots,Y_j$, $j=n$, which are "
            r"independent, of mean $y=0$",
            "y == 0",
        ),
        Given(2, "and of variance", "u == 2/rho"),
        Induction(
            3,
            "The sum of the variances.",
            "v == 2*n/rho",
            sequence="v",
            first="2/rho",
            following="v + 2/rho",
        ),
        Textbook(
            4,
            "It is the variance of the sum; a sum of independent normal variables is normal.",
            "var == v",
            fact="textbook.elementary-probability:independent terms",
            hypotheses={
                "independent terms": 1,
                "the mean of each": 1,
                "the variance of each": 2,
            },
            instance={"X": "y", "M": "0", "mean": "mean", "first": "0"}
            | {"Y": "u", "U": "2/rho", "variance": "var", "second": "v"},
            over=("y", "u"),
            uses=(3,),
        ),
        Inequality(5, r"So $\frac{2j}\rho$.", "var == 2*n/rho", uses=(3, 4)),
    ),
)
MEANS = (
    Given(
        1,
        r"Two lists of $n$ rewards in $[0,1]$ differ in one, $u$ or $v$; the others sum to $c$. "
        "The distance of the means is",
        "s == abs((c+u)/n - (c+v)/n)",
    ),
    Inequality(2, r"at most $\frac1n$.", "s <= 1/n", uses=(1,)),
    Given(3, r"With the means $x$ and $y$:", "s == abs(x - y)"),
    Inequality(4, "The distances of any output $z$ to them.", "abs(z-y) - abs(z-x) <= abs(x-y)"),
)
WHERE = (
    "n in [1,inf), eps in (0,inf), u in [0,1], v in [0,1], c in [0,inf), s in [0,inf), "
    "x in (-inf,inf), y in (-inf,inf), z in (-inf,inf), loss in (-inf,inf), "
)
LAPLACE_MEAN = Proof(
    "thesis.inst.laplace",
    where=WHERE + "p in [0,1], q in [0,1]",
    steps=(
        *MEANS,
        Given(
            5,
            r"The noise has the density $\frac{\varepsilon n}2e^{-\varepsilon n|\cdot|}$: the "
            "logarithm of the ratio of the densities at $z$.",
            "loss == eps*n*(abs(z-y) - abs(z-x))",
        ),
        Inequality(
            6,
            r"It is at most $\varepsilon$,",
            "loss <= eps",
            uses=(3, 5),
            weights={2: "eps*n", 4: "eps*n"},
        ),
        Textbook(
            7,
            r"so that $\mathcal M$ is $\varepsilon$-DP.",
            "p <= exp(eps)*q",
            fact="textbook.elementary-probability:densities",
            hypotheses={"the relation of the densities at every point": 6},
            instance={"e": "eps", "X": "loss"},
            over=("z", "loss"),
        ),
    ),
)
IDENTIFIED = Proof(
    "thesis.inst.identification",
    where="eps in (0,inf), one in [0,1], two in [0,1], p in [0,1], q in [0,1]",
    steps=(
        OnClaim(
            1,
            r"The noisy mean of a batch is $\varepsilon$-DP.",
            "p <= exp(eps)*q",
            claim="thesis.inst.laplace",
            of_step=7,
        ),
        Given(
            2,
            r"A pull of arm $a$ enters the open batch of $a$, which is released once, when the "
            r"pulls of $a$ have doubled. Leader, challenger, tracking, doubling, stop and "
            "recommendation read noisy means, counts of recommended arms and fresh coins alone.",
        ),
        OnClaim(
            3,
            r"So for each event of the actions, the recommended arm and the stopping time.",
            "one <= exp(eps)*two + 0",
            claim="thesis.proof.generic.batches",
            of_step=12,
            instance={"d": "0"},
            uses=(1, 2),
        ),
        Inequality(
            4,
            r"$P\le e^\varepsilon P'$: $\varepsilon$-Interactive DP.",
            "one <= exp(eps)*two",
            weights={3: "1"},
        ),
    ),
)


def scale(number: int, b: str, loss: str, words: str) -> Identity:
    """The loss 1/(n b) of one scale b."""
    return Identity(number, words, f"1/(n*({b})) == {loss}")


SCALES = Proof(
    "thesis.inst.laplace.scales",
    where=WHERE + "b in (0,inf)",
    parts=(6, 7, 8, 9, 10, 11),
    steps=(
        *MEANS,
        Given(
            5,
            r"With $\mathrm{Lap}(b)$ the logarithm of the ratio of the densities at $z$.",
            "loss == (abs(z-y) - abs(z-x))/b",
        ),
        Inequality(
            6,
            r"It is at most $\frac1{nb}$,",
            "loss <= 1/(n*b)",
            uses=(3, 5),
            weights={2: "1/b", 4: "1/b"},
        ),
        Identity(
            7,
            r"which 1 against 0 attains at every $z$ above both means.",
            "((z-c/n) - (z-(c+1)/n))/b == 1/(n*b)",
        ),
        scale(8, "1/(eps*n)", "eps", r"$\varepsilon$ for $b=\frac1{\varepsilon n}$,"),
        scale(9, "1/(eps*n**2)", "n*eps", r"$n\varepsilon$ for $\frac1{\varepsilon n^2}$,"),
        scale(10, "1/eps", "eps/n", r"$\varepsilon/n$ for $\frac1\varepsilon$,"),
        scale(11, "2/(eps*n)", "eps/2", r"$\varepsilon/2$ for $\frac2{\varepsilon n}$."),
        Parts(12, "All of it.", uses=(6, 7, 8, 9, 10, 11)),
    ),
)
