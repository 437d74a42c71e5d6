"""The proof about the moments of a linear score for another point than the target."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Identity, Parts, Proof, Textbook

LINEAR = "textbook.elementary-probability:linear"
AT_EVERY = "X = c + b Z at every outcome"
MOMENTS = Proof(
    "thesis.fix.mis.moments",
    where="t in (-inf,inf), D in (-inf,inf), s in (0,inf), n in [1,inf), e0 in (-inf,inf), "
    "e1 in (-inf,inf), V1 in [0,inf), V0 in [0,inf), mean0 in (-inf,inf), mean1 in (-inf,inf), "
    "var0 in [0,inf), var1 in [0,inf), Z in (-inf,inf), Y in [0,inf)",
    parts=(5, 6, 11, 12),
    steps=(
        Given(
            1,
            r"A column of the mean less $\mu_j$: mean 0 and variance $\sigma_j^2/n$ under $H_0$.",
            "e0 == 0",
        ),
        Given(
            2,
            r"Under $H_1$ one row is $z^*_j$, which does not vary: mean $D/n$, $D=z^*_j-\mu_j$.",
            "e1 == D/n",
        ),
        Textbook(
            3,
            r"The term of the score is $\frac t{\sigma^2}(\hat\mu_j-\mu_j)-\frac{t^2}{2n\sigma^2}$,"
            r" $t=z^{\mathrm{targ}}_j-\mu_j$; its mean under $H_0$.",
            "mean0 == -t**2/(2*n*s) + (t/s)*e0",
            fact=LINEAR,
            hypotheses={
                AT_EVERY: "-t**2/(2*n*s) + (t/s)*Z == -t**2/(2*n*s) + (t/s)*Z",
            },
            instance={"x": "mean0", "z": "e0", "c": "-t**2/(2*n*s)", "b": "t/s"}
            | {"X": "-t**2/(2*n*s) + (t/s)*Z", "Z": "Z"},
            over=("Z",),
        ),
        Textbook(
            4,
            "And under $H_1$.",
            "mean1 == -t**2/(2*n*s) + (t/s)*e1",
            fact=LINEAR,
            hypotheses={
                AT_EVERY: "-t**2/(2*n*s) + (t/s)*Z == -t**2/(2*n*s) + (t/s)*Z",
            },
            instance={"x": "mean1", "z": "e1", "c": "-t**2/(2*n*s)", "b": "t/s"}
            | {"X": "-t**2/(2*n*s) + (t/s)*Z", "Z": "Z"},
            over=("Z",),
        ),
        Identity(
            5,
            r"Summed over the columns: $-m^{\mathrm{targ}}/2$ under $H_0$,",
            "mean0 == -(t**2/(n*s))/2",
            uses=(1, 3),
        ),
        Identity(
            6,
            r"and $m^{\mathrm{scal}}-m^{\mathrm{targ}}/2$ under $H_1$.",
            "mean1 == t*D/(n*s) - (t**2/(n*s))/2",
            uses=(2, 4),
        ),
        Given(
            7,
            r"The columns are independent, so that variances add. The variance of a column: "
            r"$\sigma^2/n$ under $H_0$,",
            "V0 == s/n",
        ),
        Given(8, r"and of $n-1$ rows under $H_1$: $\sigma^2(n-1)/n^2$.", "V1 == s*(n-1)/n**2"),
        Textbook(
            9,
            r"The variance of the term is the mean of $(t/\sigma^2)^2$ times a square, under $H_0$",
            "var0 == 0 + (t/s)**2*V0",
            fact=LINEAR,
            hypotheses={AT_EVERY: "(t/s)**2*Y == 0 + (t/s)**2*Y"},
            instance={"x": "var0", "z": "V0", "c": "0", "b": "(t/s)**2"}
            | {"X": "(t/s)**2*Y", "Z": "Y"},
            over=("Y",),
        ),
        Textbook(
            10,
            r"and under $H_1$.",
            "var1 == 0 + (t/s)**2*V1",
            fact=LINEAR,
            hypotheses={AT_EVERY: "(t/s)**2*Y == 0 + (t/s)**2*Y"},
            instance={"x": "var1", "z": "V1", "c": "0", "b": "(t/s)**2"}
            | {"X": "(t/s)**2*Y", "Z": "Y"},
            over=("Y",),
        ),
        Identity(
            11,
            r"It is $t^2/(n\sigma^2)$, summed $m^{\mathrm{targ}}$, under $H_0$,",
            "var0 == t**2/(n*s)",
            uses=(7, 9),
        ),
        Identity(
            12,
            r"and $\frac{n-1}n$ of it under $H_1$: in the limit both are $m^{\mathrm{targ}}$.",
            "var1 == (n-1)/n*(t**2/(n*s))",
            uses=(8, 10),
        ),
        Parts(13, "The moments.", uses=(5, 6, 11, 12)),
    ),
)
