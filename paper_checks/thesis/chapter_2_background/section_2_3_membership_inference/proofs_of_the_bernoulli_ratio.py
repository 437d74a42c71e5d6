"""The proofs about the likelihood ratio of the mean of Bernoulli rows: (2.26) and (2.27)."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Parts,
    Proof,
    Textbook,
)

RATIO = Proof(
    "thesis.mia.lr.bernoulli-exact",
    where="m in (0,1), n in [1,inf), k in [0,inf), pin in [0,inf), pout in (0,1], "
    "j1 in [0,inf), pin0 in [0,inf), j0 in [0,inf), in0 in [0,inf), restin in [0,1], "
    "restout in (0,1], bothin in [0,inf), bothout in (0,1], q in (0,1], l in (-inf,inf), "
    "s in (-inf,inf), k <= n",
    steps=(
        Given(
            1,
            r"Column $j$ of a row is 1 with probability $m=\mu_j$. Given $z^\star_j=1$ and the "
            r"place $i$ of the target, the sum $S$ of the column has the law that it has given "
            r"$D_{ij}=1$; `j1` is $\Pr(D_{ij}=1,S=k)$ without the target.",
            "pin == j1/m",
        ),
        Given(
            2,
            r"Where $S=k$, the share of ones among the $n$ rows is $k/n$; the rows are of one law.",
        ),
        Textbook(
            3,
            r"The mean of this share on $S=k$, whose probability is `pout`.",
            "j1 == k*pout/n",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 2},
            instance={"x": "k*pout/n", "y": "j1"},
        ),
        Identity(
            4,
            r"The ratio of a column where the target is 1.",
            "pin == pout*(k/n)/m",
            uses=(1, 3),
        ),
        Given(
            5,
            r"Given $z^\star_j=0$ the law of $S$ is that given $D_{ij}=0$; `j0` is "
            r"$\Pr(D_{ij}=0,S=k)$ without the target, and `pin0` the probability of $S=k$ with it.",
            "pin0 == j0/(1 - m)",
        ),
        Given(6, r"Where $S=k$, the share of zeros is $1-k/n$."),
        Textbook(
            7,
            r"The mean of this share on $S=k$.",
            "j0 == (1 - k/n)*pout",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 6},
            instance={"x": "(1 - k/n)*pout", "y": "j0"},
        ),
        Identity(
            8,
            r"The ratio of a column where the target is 0.",
            "pin0 == pout*(1 - k/n)/(1 - m)",
            uses=(5, 7),
        ),
        Given(
            9,
            r"Columns are independent, also given the target and its place, one for all columns: "
            r"one column and the others, with the target",
            "bothin == pin*restin",
        ),
        Given(10, r"and without it.", "bothout == pout*restout"),
        Identity(
            11,
            r"So one more column multiplies the ratio by its own.",
            "bothin/bothout == (pin/pout)*(restin/restout)",
            uses=(9, 10),
        ),
        Textbook(
            12,
            r"Where no ratio is 0: the logarithm of the ratio of $d$ columns and the sum (2.26) "
            r"start with 0 and take the same steps, and so they are equal.",
            "l == s",
            fact="textbook.recursion",
            hypotheses={"the same recursion from the same start": 11},
            instance={"x": "l", "y": "s"},
        ),
        Given(
            13,
            r"The target has the mass $q$ in both cases, thesis.mia.alg.crafter.repaired.",
            "in0 == q*bothin",
        ),
        Identity(
            14,
            r"So the ratio of the laws of $(o,z^\star)$ is that of the laws of $o$ given "
            r"$z^\star$.",
            "in0/(q*bothout) == bothin/bothout",
            uses=(13,),
        ),
        Parts(15, r"(2.26), column by column and all together.", uses=(4, 8, 12, 14)),
    ),
)

CLIPPED = Proof(
    "thesis.mia.lr.bernoulli-empirical.repaired",
    where="n in [1,inf), k in [0,inf), mu in [0,1], low in (0,1), k <= n",
    steps=(
        Given(1, r"$k$ of the $n_0=n$ reference rows are 1 in a column.", "mu == k/n"),
        Given(2, r"The estimate is moved into $[\frac1{2n_0},1-\frac1{2n_0}]$.", "low == 1/(2*n)"),
        Inequality(
            3,
            r"A mean above 0, which is at least $1/n_0$, is not moved at the left end,",
            "mu >= low",
            uses=(1, 2),
            where="k >= 1",
        ),
        Inequality(
            4,
            r"nor one below 1 at the right end: where (2.27) is defined nothing changes.",
            "mu <= 1 - low",
            uses=(1, 2),
            where="k <= n - 1",
        ),
        Inequality(
            5,
            r"The moved mean of a column is above 0,",
            "max(min(mu, 1 - low), low) > 0",
            uses=(2,),
        ),
        Inequality(6, r"and below 1.", "max(min(mu, 1 - low), low) < 1", uses=(2,)),
        Parts(7, r"Defined everywhere, and (2.27) where that is defined.", uses=(3, 4, 5, 6)),
    ),
)

FIRST_ORDER = Proof(
    "thesis.mia.claim.reference-factor.repaired",
    where="n in [1,inf), ratio in (0,inf), w in (-inf,inf), v in (0,inf), m in (0,inf), "
    "gap in (0,inf), M in (-inf,inf), U in [0,inf), mean in (-inf,inf), zero in (-inf,inf), "
    "variance in (0,inf), total in (0,inf), wide in (0,inf), tall in (0,inf)",
    steps=(
        Given(
            1,
            r"The first-order part of (2.27) is $\sum_jw_j(\hat\mu_{n,j}-\hat\mu_{0,j})$ with "
            r"$w_j=(z^\star_j-\mu_j)/\sigma_j^2$, with independent columns. Each term has the mean "
            r"0 for $b=0$,",
            "M == 0",
        ),
        Given(
            2,
            r"and the variance $w_j^2\sigma_j^2(1/n+1/n_0)$ with $n_0=\lambda n$ fresh references.",
            "U == w**2*v*(1/n + 1/(ratio*n))",
        ),
        Textbook(
            3,
            r"Variances add.",
            "variance == total",
            fact="textbook.elementary-probability:independent terms",
            hypotheses={
                "independent terms": 1,
                "the mean of each": 1,
                "the variance of each": 2,
            },
            instance={
                "mean": "mean",
                "first": "zero",
                "variance": "variance",
                "second": "total",
                "X": "M",
                "M": "0",
                "Y": "U",
                "U": "w**2*v*(1/n + 1/(ratio*n))",
            },
            over=("M", "U", "w", "v"),
        ),
        Given(
            4,
            r"$\sum_jw_j^2\sigma_j^2=nm$ with $m=\frac1n\sum_j(z^\star_j-\mu_j)^2/\sigma_j^2$.",
            "total == n*m*(1/n + 1/(ratio*n))",
        ),
        Given(
            5,
            r"The target moves the mean of the score by $\sum_jw_j(z^\star_j-\mu_j)/n$.",
            "gap == m",
        ),
        Identity(
            6,
            r"The squared shift over the variance; it is $m$ for the adversary who knows the "
            r"means.",
            "gap**2/total == m*ratio/(1 + ratio)",
            uses=(4, 5),
        ),
        Given(
            7,
            r"$(1+\lambda)/\lambda$ times as many columns of the same kinds, at the same $n$.",
            "wide == m*(1 + ratio)/ratio",
        ),
        Identity(8, r"They restore $m$.", "wide*ratio/(1 + ratio) == m", uses=(7,)),
        Given(
            9,
            r"$(1+\lambda)/\lambda$ times as many rows, at the same $d$.",
            "tall == m*ratio/(1 + ratio)",
        ),
        Inequality(
            10,
            r"They do not: the attack becomes weaker still.",
            "tall*ratio/(1 + ratio) < m*ratio/(1 + ratio)",
            uses=(9,),
        ),
        Parts(11, r"The loss, and what restores it.", uses=(3, 6, 8, 10)),
    ),
)
