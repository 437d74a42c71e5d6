"""The proofs of the variances of a mean and of the linear score: Remark D.1."""

from __future__ import annotations

from typing import Any

from banditproof.paper_checks.proofs import Given, Identity, Parts, Proof, Textbook

ROWS = "m/n", "s/n**2"
"""Mean and variance of an entry, divided by n."""


def of_the_sum(first: int, terms: str, name: str, words: str) -> tuple[Textbook, Identity]:
    """The variance of a column's mean with so many rows that vary."""
    mean, spread = ROWS
    total = f"{terms}*({spread})"
    return (
        Textbook(
            first,
            words,
            f"{name} == {total}",
            fact="textbook.elementary-probability:independent terms",
            hypotheses={"independent terms": 1, "the mean of each": 2, "the variance of each": 3},
            instance={
                "mean": "all",
                "first": f"{terms}*({mean})",
                "variance": name,
                "second": total,
                "X": "e",
                "M": mean,
                "Y": "each",
                "U": spread,
            },
            over=("e", "each"),
        ),
        Identity(first + 1, "in other words.", f"{total} == {terms}/n**2*s"),
    )


COVARIANCE = Proof(
    "thesis.remD.1.covariance.repaired",
    where="n in [2,inf), s in (0,inf), m in (-inf,inf), e in (-inf,inf), each in [0,inf), "
    "all in (-inf,inf), out in [0,inf), within in [0,inf)",
    steps=(
        Given(1, "A column's mean is the sum of n independent entries, each divided by n;"),
        Given(2, "with the mean", "e == m/n"),
        Given(3, "and the variance", "each == s/n**2"),
        *of_the_sum(4, "n", "out", r"without the target it has the variance $\sigma^2/n$,"),
        *of_the_sum(6, "(n-1)", "within", r"and with it, as its row does not vary,"),
        Parts(8, "Different columns are independent.", uses=(4, 5, 6, 7)),
    ),
)


TERMS: dict[str, Any] = {
    "fact": "textbook.elementary-probability:independent terms",
    "hypotheses": {"independent terms": 1, "the mean of each": 2, "the variance of each": 5},
    "over": ("e", "v", "c", "z", "mu", "s"),
}


def variance_of_the_score(number: int, rows: str, name: str, words: str) -> Textbook:
    """The variance of the score if so many rows vary: m is the sum of the c over the columns."""
    second = f"{rows}*(m/n**2)"
    own = {"mean": "all", "first": "0", "X": "e", "M": "0", "Y": "v", "U": "c/n**2"}
    instance = {**own, "variance": name, "second": second}
    return Textbook(number, words, f"{name} == {second}", instance=instance, **TERMS)


VARIANCES = Proof(
    "thesis.remD.1.variances.repaired",
    where="n in [1,inf), s in (0,inf), mu in (-inf,inf), z in (-inf,inf), e in (-inf,inf), "
    "v in [0,inf), c in [0,inf), m in [0,inf), all in (-inf,inf), out in [0,inf), "
    "within in [0,inf)",
    steps=(
        Given(
            1,
            r"$X_n$ is a number plus the sum of $\frac{z^*_j-\mu_j}{n\sigma_j^2}(Z_{i,j}-\mu_j)$ "
            "over the rows and columns that vary, which are independent,",
        ),
        Given(2, "with the mean", "e == 0"),
        Given(3, r"Let $c=(z^*_j-\mu_j)^2/\sigma_j^2$.", "c == (z-mu)**2/s"),
        Given(4, "The variance of each,", "v == ((z-mu)/(n*s))**2*s"),
        Identity(5, "in other words.", "v == c/n**2", uses=(3, 4)),
        variance_of_the_score(6, "n", "out", "Without the target all n rows vary,"),
        Identity(7, "in other words,", "out == m/n", uses=(6,)),
        variance_of_the_score(8, "(n-1)", "within", "and with it all but one,"),
        Identity(9, "in other words.", "within == (n-1)/n*(m/n)", uses=(8,)),
        Identity(
            10,
            r"So they differ by $m^*_n/n$, which tends to 0 if $m^*_n=m/n$ has a limit.",
            "out - within == (m/n)/n",
            uses=(6, 8),
        ),
        Parts(11, "Both variances, and their limits.", uses=(7, 9, 10)),
    ),
)
