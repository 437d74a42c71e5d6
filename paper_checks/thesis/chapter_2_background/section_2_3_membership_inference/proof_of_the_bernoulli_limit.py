"""The proofs of the limit of the Bernoulli likelihood ratio, and of its trade-off."""

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

LIMIT = Proof(
    "thesis.mia.asym.bernoulli-average",
    where="n in [1,inf), tau in (0,inf), mu in (0,1), i in [4,inf), K in [4,inf), "
    "v in [0,inf), f in [0,inf), y in [-1/2,1/2]",
    steps=(
        OnClaim(
            1,
            r"The score is the sum of the logarithms of $1+y_j$, with "
            r"$y_j=(\hat\mu_{n,j}-\mu_j)/\mu_j$ where the target is 1, and "
            r"$y_j=(\mu_j-\hat\mu_{n,j})/(1-\mu_j)$ where it is 0.",
            claim="thesis.mia.lr.bernoulli-exact",
        ),
        Given(
            2,
            r"Under $H_0$ the target is independent of the mean: the pairs of a target and a mean "
            r"are independent over the columns, and $E_0y_j=0$.",
            uses=(1,),
        ),
        Given(
            3,
            r"The second moment, over target and mean, with the variance $\mu(1-\mu)/n$.",
            "v == mu*(mu*(1-mu)/n)/mu**2 + (1-mu)*(mu*(1-mu)/n)/(1-mu)**2",
            uses=(2,),
        ),
        Identity(
            4,
            r"It is $1/n$, whatever $\mu$ is: the sum over $d$ columns is $d/n=\tau$.",
            "v == 1/n",
            uses=(3,),
        ),
        Identity(
            5,
            r"The fourth moment, by the fourth central moment of a binomial variable.",
            "(mu/mu**4 + (1-mu)/(1-mu)**4)"
            "*(mu*(1-mu)*(1-6*mu*(1-mu))/n**3 + 3*(mu*(1-mu))**2/n**2)"
            " == (1/(mu*(1-mu))**2 - 9/(mu*(1-mu)) + 18)/n**3 + (3/(mu*(1-mu)) - 9)/n**2",
        ),
        Given(
            6,
            r"With $i=1/(\mu(1-\mu))$.",
            "f == (i**2 - 9*i + 18)/n**3 + (3*i - 9)/n**2",
            uses=(2, 5),
        ),
        Given(7, r"As $\mu_j\in[a,1-a]$, with $K=1/(a(1-a))$.", "i <= K"),
        Inequality(
            8,
            r"So it is small in all columns alike.",
            "f <= (3*K/n)*(1/n) + K**2/n**3",
            uses=(6,),
            weights={7: "3/n**2 + (K + i)/n**3"},
            rest="9*(i - 2)/n**3 + 9/n**2",
        ),
        Identity(
            9,
            r"$3K/n\to0$, the sum of the $1/n$ is $\tau$, and that of the rest tends to 0.",
            "tau*n*(K**2/n**3) == tau*K**2/n**2",
        ),
        Textbook(
            10,
            r"So under $H_0$ $\sum_jy_j$ tends in law to $N(0,\tau)$, $\sum_jy_j^2$ in probability "
            r"to $\tau$, and $\max_j|y_j|$ to 0.",
            fact="textbook.row-sums",
            hypotheses={
                "independent terms of mean 0": 2,
                "the sum of their second moments tends to v": 4,
                "each fourth moment is <= b C + D": 8,
                "b tends to 0, the sum of C stays bounded, and that of D tends to 0": 9,
            },
            instance={"F": "f", "b": "3*K/n", "C": "1/n", "D": "K**2/n**3"},
            over=("f", "i"),
        ),
        Inequality(
            11,
            r"Where all $|y_j|\le1/2$: the logarithm from below,",
            "log(1 + y) >= y - y**2/2 - abs(y)**3",
        ),
        Inequality(12, r"and from above.", "log(1 + y) <= y - y**2/2 + abs(y)**3"),
        Textbook(
            13,
            r"The remainders sum to at most $\max_j|y_j|\sum_jy_j^2\to0$, so that $\ell_n$ tends "
            r"in law to $N(-\tau/2,\tau)$ under $H_0$,",
            fact="textbook.limit-laws:sum",
            hypotheses={"X_n tends in law to X": 10, "Y_n tends in probability to c": 11},
            uses=(12,),
        ),
        Textbook(
            14,
            r"and to $N(\tau/2,\tau)$ under $H_1$.",
            fact="textbook.contiguity",
            hypotheses={
                "the logarithm of the ratio tends in law to N(-m/2, m) under the second law": 13
            },
        ),
        Parts(15, "Both limits.", uses=(13, 14)),
    ),
)

TRADE_OFF = Proof(
    "thesis.mia.tradeoff.bernoulli",
    where="tau in (0,inf), t in (-inf,inf), u in (-inf,inf), v in (-inf,inf), more in (0,inf), "
    "level in [0,1], first in [0,1], power in [0,1], second in [0,1]",
    steps=(
        OnClaim(1, r"The limits of the score.", claim="thesis.mia.asym.bernoulli-average"),
        Given(2, r"A threshold $t$."),
        Textbook(
            3,
            r"The limit of the level is $\Pr(N(-\tau/2,\tau)>t)$,",
            "level == first",
            fact="textbook.limit-laws:tail",
            hypotheses={"X_n tends in law to X": 1, "t_n tends to t": 2, "X has no atoms": 1},
            instance={"x": "level", "y": "first"},
        ),
        Textbook(
            4,
            r"and that of the power $\Pr(N(\tau/2,\tau)>t)$.",
            "power == second",
            fact="textbook.limit-laws:tail",
            hypotheses={"X_n tends in law to X": 1, "t_n tends to t": 2, "X has no atoms": 1},
            instance={"x": "power", "y": "second"},
        ),
        Given(5, r"The first is $1-\Phi(u)$,", "u == (t + tau/2)/sqrt(tau)"),
        Given(6, r"the second $\Phi(v)$.", "v == (tau/2 - t)/sqrt(tau)"),
        Identity(7, r"The sum of both quantiles.", "u + v == sqrt(tau)", uses=(5, 6)),
        Inequality(
            8,
            r"At the same level a larger ratio gives a larger power.",
            "sqrt(tau + more) - u > sqrt(tau) - u",
        ),
        Parts(9, r"The trade-off, and that the game gets easier.", uses=(3, 4, 7, 8)),
    ),
)
