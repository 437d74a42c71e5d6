"""The facts that a proof may cite: theorems of textbooks, each with its precise statement.

A claim rests on `textbook.<name>`. A fact that only a research paper proves is not one of these: a
claim that needs it is `cited`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

PREFIX = "textbook."


@dataclass(frozen=True)
class Fact:
    """A theorem, its precise statement, and a book or classic paper where its proof stands."""

    name: str
    statement: str
    reference: str
    document: str = ""
    """The document of another folder that names it; empty for the facts of this list."""

    @property
    def id(self) -> str:
        """The ID by which claims rest on it."""
        return PREFIX + self.name


CT = "Cover, Thomas, Elements of Information Theory, 2nd ed."
BLM = "Boucheron, Lugosi, Massart, Concentration Inequalities"
LS = "Lattimore, Szepesvari, Bandit Algorithms"
DR = "Dwork, Roth, The Algorithmic Foundations of Differential Privacy"
EH = "van Erven, Harremoes, Renyi Divergence and Kullback-Leibler Divergence"
RUDIN = "Rudin, Real and Complex Analysis, 3rd ed."
BILLINGSLEY = "Billingsley, Probability and Measure, 3rd ed."
TSYBAKOV = "Tsybakov, Introduction to Nonparametric Estimation"

FACTS = (
    Fact(
        "jensen",
        r"For a convex $f$ on an interval and an integrable $X$ with values in it, "
        r"$f(E X)\le E f(X)$; equality for strictly convex $f$ only if $X$ is constant. "
        "The same for convex functions on $R^n$, such as norms.",
        f"{RUDIN}, Theorem 3.3",
    ),
    Fact(
        "cauchy-schwarz",
        r"$(\sum_i a_ib_i)^2\le\sum_i a_i^2\sum_i b_i^2$, with equality iff the vectors are "
        "parallel; the same for integrals. Hence "
        r"$\|u+v\|\le\|u\|+\|v\|$ for the norm of an inner product.",
        f"{RUDIN}, Theorems 4.2 and 4.3",
    ),
    Fact("markov", r"For $X\ge0$ and $a>0$: $P(X\ge a)\le E(X)/a$.", f"{BLM}, Section 2.1"),
    Fact(
        "density",
        r"If $P$ has the density $f$ with respect to $Q$, then $E_PX=E_Q(fX)$ for $X\ge0$. "
        r"Measures with densities $f\le cg$ for one measure have masses $P(E)\le c\,Q(E)$. "
        r"If $Z$ has the density $f$, $a+Z/b$ with $b>0$ has $b\,f(b(x-a))$.",
        f"{RUDIN}, Theorem 1.29; {BILLINGSLEY}, Section 20",
    ),
    Fact(
        "kolmogorov",
        r"For independent $X_i$ of mean 0 and finite variances, $S_m=X_1+\dots+X_m$ and $c>0$: "
        r"$P(\max_{m\le n}|S_m|\ge c)\le\mathrm{Var}(S_n)/c^2$.",
        f"{BILLINGSLEY}, Theorem 22.4",
    ),
    Fact(
        "union-bound",
        r"$P(\bigcup_i A_i)\le\sum_i P(A_i)$ for countably many events.",
        f"{BILLINGSLEY}, Theorem 2.1",
    ),
    Fact(
        "chernoff",
        r"For independent Bernoulli($\mu$) $X_i$ with sum $S_n$: "
        r"$P(S_n\ge nx)\le e^{-n\,kl(x,\mu)}$ for $x\ge\mu$, and "
        r"$P(S_n\le nx)\le e^{-n\,kl(x,\mu)}$ for $x\le\mu$; also for "
        "independent $X_i$ in $[0, 1]$ of mean $\\mu$.",
        f"{BLM}, Section 2.2; {LS}, Lemma 10.3",
    ),
    Fact(
        "hoeffding",
        r"For independent $X_i$ in $[0,1]$ and $t\ge0$: $P(S_n-E S_n\ge nt)\le e^{-2nt^2}$, as is "
        r"$P(S_n-E S_n\le-nt)$; each $X_i$ is "
        r"1/4-subgaussian: $E e^{\lambda(X-EX)}\le e^{\lambda^2/8}$.",
        f"{BLM}, Lemma 2.2 and Theorem 2.8",
    ),
    Fact(
        "subgaussian-tail",
        r"If $E e^{\lambda X}\le e^{\lambda^2\sigma^2/2}$ for all $\lambda$, then "
        r"$P(X\ge t)\le e^{-t^2/(2\sigma^2)}$; independent variances add.",
        f"{BLM}, Section 2.3",
    ),
    Fact(
        "laplace-tail",
        r"For $Y$ of the Laplace law with scale $b$: $P(Y\ge t)=P(Y\le-t)=\frac12e^{-t/b}$ for "
        r"$t\ge0$, and "
        r"$E e^{\lambda Y}=1/(1-\lambda^2b^2)$ for $|\lambda|b<1$.",
        f"{DR}, Section 3.3",
    ),
    Fact(
        "ville",
        r"For a nonnegative supermartingale with $E M_0\le1$: $P(\sup_n M_n\ge1/\delta)\le\delta$. "
        "Products of nonnegative factors of conditional mean at most 1 are such.",
        f"{LS}, Theorem 3.9",
    ),
    Fact(
        "law-of-large-numbers",
        r"Means of independent integrable variables of one law converge almost surely to the mean; "
        r"hence also their running maxima divided by $n$.",
        f"{BILLINGSLEY}, Theorem 22.1; {LS}, Section 16.1",
    ),
    Fact(
        "almost-sure-versions",
        "If the laws of random vectors converge, vectors with these laws on one probability space "
        "converge almost surely; and what converges almost surely converges in law.",
        "van der Vaart, Asymptotic Statistics, Theorems 2.7 and 2.19",
    ),
    Fact(
        "subsequences-in-probability",
        "Random vectors converge in probability if and only if each subsequence has a further one "
        "along which they converge almost surely.",
        f"{BILLINGSLEY}, Theorem 20.5",
    ),
    Fact(
        "continuity",
        r"If $x_n\to x$ and $f$ is continuous at $x$, then $f(x_n)\to f(x)$.",
        "Rudin, Principles of Mathematical Analysis, Theorem 4.2",
    ),
    Fact(
        "tightness",
        r"A single random vector is tight; so finitely many are, and if $P(\|X_n\|>M)\le c$ for "
        r"all large $n$ and some $M$, then $\sup_nP(\|X_n\|>M')\le c+s$ for every $s>0$ and some "
        "$M'$.",
        f"{BILLINGSLEY}, Section 25",
    ),
    Fact(
        "data-processing",
        r"$D(K p\,\|\,K q)\le D(p\,\|\,q)$ for every kernel $K$ and every f-divergence or Renyi "
        "divergence $D$; total variation and hockey-stick divergences included.",
        f"{EH}, Theorem 9; {CT}, Section 2.8",
    ),
    Fact(
        "chain-rule",
        r"$KL(P_{XY}\|Q_{XY})=KL(P_X\|Q_X)+E_P\,KL(P_{Y|X}\|Q_{Y|X})$; that of finitely many "
        "rounds is the sum of the means of their conditional divergences.",
        f"{CT}, Theorem 2.5.3",
    ),
    Fact(
        "log-sum",
        r"$(\sum_ia_i)\log\frac{\sum_ia_i}{\sum_ib_i}\le\sum_ia_i\log\frac{a_i}{b_i}$ for numbers "
        r"$a_i,b_i\ge0$; the same for integrals: $\int_E\log\frac{dP}{dQ}\,dP\ge "
        r"P(E)\log\frac{P(E)}{Q(E)}$ where $P$ has a density with respect to $Q$ on $E$.",
        f"{CT}, Theorem 2.7.1; Kullback, Information Theory and Statistics, Chapter 2",
    ),
    Fact(
        "finite-partitions",
        r"$KL(P\|Q)$ is the supremum of $\sum_iP(B_i)\log\frac{P(B_i)}{Q(B_i)}$ over the finite "
        r"measurable partitions $(B_i)$ of the space.",
        f"{LS}, Section 14.2 and Theorem 14.1",
    ),
    Fact(
        "joint-convexity",
        r"KL, total variation, every f-divergence and, for $\alpha\le1$, Renyi divergences are "
        r"jointly convex; $e^{(\alpha-1)D_\alpha}$ is jointly convex for $\alpha>1$, so at most "
        "the supremum of those of the parts for two mixtures with the same weights.",
        f"{CT}, Theorem 2.7.2; {EH}, Theorem 11",
    ),
    Fact(
        "gibbs",
        r"$KL(p\|q)=E_p\log(p/q)\ge0$, with equality iff $p=q$; it is infinite if $q=0$ with "
        "positive probability under $p$, as the negative part of the logarithm has a mean of at "
        "most $1/e$.",
        f"{CT}, Theorem 2.6.3",
    ),
    Fact(
        "pinsker",
        r"$TV(p,q)\le\sqrt{KL(p\|q)/2}$; in particular $kl(p,q)\ge2(p-q)^2$.",
        f"{TSYBAKOV}, Lemma 2.5",
    ),
    Fact(
        "scheffe",
        r"$TV(P,Q)=P(p>q)-Q(p>q)=\sup_A P(A)-Q(A)=\frac12\int|p-q|$ for densities $p$, $q$; so "
        r"$E_Pf-E_Qf\le(b-a)\,TV(P,Q)$ for $f$ with values in $[a,b]$.",
        f"{TSYBAKOV}, Lemma 2.1",
    ),
    Fact(
        "hellinger",
        r"For $H^2(P,Q)=1-\int\sqrt{pq}$: $H^2\le TV$ and $1-TV\le\int\sqrt{pq}$, because "
        r"$\min(p,q)\le\sqrt{pq}$; the affinities $\int\sqrt{pq}$ of products of laws multiply, so "
        r"that $H^2$ of products is at most the sum of those of the factors.",
        f"{TSYBAKOV}, Section 2.4",
    ),
    Fact(
        "bretagnolle-huber",
        r"$P(A)+Q(A^c)\ge\frac12e^{-KL(P\|Q)}$, and $TV(P,Q)\le\sqrt{1-e^{-KL(P\|Q)}}$.",
        f"{LS}, Theorem 14.2; {TSYBAKOV}, Lemma 2.6",
    ),
    Fact("donsker-varadhan", r"$KL(P\|Q)=\sup_f\,E_P f-\log E_Q e^f$.", f"{BLM}, Corollary 4.15"),
    Fact(
        "maximal-coupling",
        r"Two laws have a coupling with $P(X\ne Y)=TV(p,q)$, and none with less; laws that depend "
        "measurably on a parameter have one that does.",
        "Lindvall, Lectures on the Coupling Method, Theorem I.5.2",
    ),
    Fact(
        "neyman-pearson",
        "Among all (random) tests of level alpha between two simple hypotheses, a likelihood-ratio "
        "test has the largest power: its error of the second kind is their infimum.",
        "Lehmann, Romano, Testing Statistical Hypotheses, Theorem 3.2.1",
    ),
    Fact(
        "minimax-theorem",
        r"$\sup_x\inf_yf=\inf_y\sup_xf$ if one set is compact convex, the other convex, and $f$ is "
        "concave-convex and semicontinuous (Sion); for finite games (von Neumann).",
        "Sion, On general minimax theorems (1958)",
    ),
    Fact(
        "sherman-morrison",
        r"$(A+uv^\top)^{-1}=A^{-1}-A^{-1}uv^\top A^{-1}/(1+v^\top A^{-1}u)$ and "
        r"$\det(A+uv^\top)=\det A\,(1+v^\top A^{-1}u)$; $\det(cA)=c^n\det A$ for $n$ rows.",
        "Horn, Johnson, Matrix Analysis, Section 0.7.4",
    ),
    Fact(
        "spectral-theorem",
        "A symmetric matrix has real eigenvalues and an orthonormal basis of eigenvectors; a "
        "positive definite one has a positive definite square root, and an inverse with the same "
        "eigenvectors, whose eigenvalues are the inverse ones. Determinants multiply, and one "
        "is the product of the eigenvalues; $x^TMx/x^Tx$ is a mean of these. The range of a "
        "symmetric matrix is orthogonal to its kernel and spans the space with it; the "
        "pseudoinverse inverts it on its range.",
        "Horn, Johnson, Matrix Analysis, Theorem 4.1.5",
    ),
    Fact(
        "golden-thompson",
        r"$\mathrm{tr}\,e^{A+B}\le\mathrm{tr}(e^Ae^B)$ for symmetric matrices $A$ and $B$.",
        "Bhatia, Matrix Analysis, Theorem IX.3.1 and (IX.19)",
    ),
    Fact(
        "sphere-nets",
        r"For $0<r\le1$ the unit sphere of $\mathbb R^d$ has a finite subset of at most $(1+2/r)^d$"
        " points, such that each point of the sphere is at most $r$ away from one of them.",
        "Vershynin, High-Dimensional Probability, Corollary 4.2.13",
    ),
    Fact(
        "determinant-trace",
        r"For positive definite $A$, $B$ of $n$ rows: "
        r"$\log\det B\le\log\det A+n\log(\mathrm{tr}(A^{-1}B)/n)$, by the inequality of the "
        "arithmetic and the geometric mean of the eigenvalues.",
        "Horn, Johnson, Matrix Analysis, Section 7.8",
    ),
    Fact(
        "caratheodory",
        "A point of the convex hull of a set in an affine space of dimension m is a convex "
        "combination of at most m + 1 points of the set.",
        "Rockafellar, Convex Analysis, Theorem 17.1",
    ),
    Fact(
        "inverse-matrix",
        r"For an invertible $V=\sum_sw_sa_sa_s^\top$ with $w_s\ge0$: $\sum_sw_s(a^\top "
        r"V^{-1}a_s)^2="
        r"a^\top V^{-1}a$ and $\sum_sw_sa_s^\top V^{-1}a_s=d$. If $\langle u,Au\rangle\ge "
        r"c\langle u,Bu\rangle$ for every $u$, with $A$ and $B$ positive definite and $c>0$, then "
        r"$b^\top A^{-1}b\le b^\top B^{-1}b/c$; $(a^\top A^{-1}b)^2\le a^\top A^{-1}a\,b^\top "
        r"A^{-1}b$.",
        "Horn, Johnson, Matrix Analysis, Section 0.7 and Corollary 7.7.4",
    ),
    Fact(
        "calculus",
        "Mean value theorem, monotonicity and convexity from the signs of derivatives, Taylor's "
        "formula with remainder, unimodal maximisation, sums against integrals, fundamental "
        "theorem; elementary inequalities that follow from these in a line that the claim gives.",
        "Rudin, Principles of Mathematical Analysis, Chapters 5 and 6",
    ),
    Fact(
        "elementary-probability",
        "Total probability, Bayes' rule, and the mass of a path as the product of its conditional "
        "masses. Masses of disjoint parts add, so do those of countably many outcomes, and "
        "densities integrate to masses: thus a relation $A\\le cB$ of outcomes or densities, or "
        "$A\\le cB+d$ of $N$ disjoint parts, gives $P(E)\\le cQ(E)$ or $P(E)\\le cQ(E)+Nd$. A part "
        "of an event is no more probable, and the probabilities of increasing events tend to that "
        r"of their union. $\max_EP(E)-cQ(E)$ is the sum or integral of the gains $\max(p-cq,0)$; "
        r"$\{p>cq\}$ attains it. Means, sums and mixtures are linear and keep order and equality "
        "almost everywhere, so that a mean is at most the largest value. A function that is "
        "positive on a set, where its integral is at most 0, leaves it no mass. Tower property: a "
        "conditional mean given less is the mean of that given more; what the past decides is a "
        r"factor, so $E\,SX=0$ for $X$ of conditional mean 0. "
        r"$E X^2=\mathrm{Var}X+(E X)^2$. Of independent variables, masses and means of products "
        "multiply, means and variances of sums add; laws of their sums and maxima. "
        r"$E\,g(\max(X,0))=g(0)+\int_0^\infty g'(y)P(X>y)\,dy$ for a $g$ that does not decrease, "
        "and $E N=\\sum_{n\\ge1}P(N\\ge n)$.",
        f"{BILLINGSLEY}, Sections 2, 4, 16, 18, 20 to 22, 33 and 34",
    ),
    Fact(
        "ionescu-tulcea",
        "A sequence of kernels defines one law on infinite histories with these conditional laws; "
        "if the kernels have densities, their product is the density of finitely many rounds.",
        f"{LS}, Theorem 3.3 and Section 4.6",
    ),
    Fact(
        "radon-nikodym",
        r"If $P(E)\le c\,Q(E)$ for every event $E$ and a number $c$, $P$ has a density $x=dP/dQ$, "
        r"which is at most $c$ almost everywhere. If $Q(E)\le c\,P(E)$ too, $x\ge1/c$, and "
        r"densities multiply along several laws. For laws $E_Qx=1$ and $KL(P\|Q)=E_Q\,x\log x$, "
        r"with a convex $x\log x$; for three $KL(P_0\|P_2)=-E_{P_0}\log(ab)$ with the densities "
        r"$a$ and $b$ of the steps, and $E_{P_0}a=E_{P_0}ab=1$.",
        f"{RUDIN}, Theorems 6.10 and 1.40",
    ),
    Fact(
        "post-processing",
        "A function, possibly random, of the output of a mechanism that is private (pure, "
        "approximate, zCDP, Renyi) is as private.",
        f"{DR}, Proposition 2.1; Bun, Steinke, Concentrated Differential Privacy, Lemma 1.8",
    ),
    Fact(
        "composition",
        r"Adaptive composition adds $\varepsilon$ of pure DP, $(\varepsilon,\delta)$ of "
        r"approximate DP and $\rho$ of zCDP, if each mechanism draws by itself, given the data and "
        "the outputs before it. Independent mechanisms on disjoint parts of the data, "
        "fixed beforehand, keep the largest: all but one have one law for both data, and a kernel "
        "adds them (data processing).",
        f"{DR}, Theorem 3.16; Bun, Steinke, Lemma 1.7; McSherry (2009), Theorem 4",
    ),
    Fact(
        "group-privacy",
        r"Data at distance $k$: pure DP with $k\varepsilon$, zCDP with $k^2\rho$, approximate DP "
        r"with $(k\varepsilon,\,\delta(e^{k\varepsilon}-1)/(e^\varepsilon-1))$.",
        f"{DR}, Theorem 2.2; Bun, Steinke, Proposition 1.9; Vadhan (2017), Lemma 2.2",
    ),
    Fact(
        "laplace-mechanism",
        r"A statistic of $\ell_1$ sensitivity $s$ plus Laplace noise of scale $s/\varepsilon$ is "
        r"$\varepsilon$-DP.",
        f"{DR}, Theorem 3.6",
    ),
    Fact(
        "gaussian-mechanism",
        r"A statistic of $\ell_2$ sensitivity $s$ plus normal noise of variance $s^2/(2\rho)$ is "
        r"$\rho$-zCDP, and $D_\alpha(N(a,\sigma^2I)\|N(b,\sigma^2I))=\alpha\|a-b\|_2^2/"
        r"(2\sigma^2)$.",
        "Bun, Steinke, Concentrated Differential Privacy, Proposition 1.6",
    ),
    Fact(
        "zcdp-conversion",
        r"$\varepsilon$-DP implies $\varepsilon^2/2$-zCDP; $\rho$-zCDP implies "
        r"$(\rho+2\sqrt{\rho\log(1/\delta)},\delta)$-DP for every $\delta>0$.",
        "Bun, Steinke, Concentrated Differential Privacy, Propositions 1.3 and 1.4",
    ),
    Fact(
        "lai-robbins",
        r"For a policy that is consistent over an unstructured class "
        r"$\mathcal M_1\times\dots\times\mathcal M_K$ of finite means and a suboptimal arm: "
        r"$\liminf E N_a(T)/\log T\ge1/KL_{\inf}(\nu_a,\mu^*,\mathcal M_a)$.",
        f"{LS}, Theorem 16.2",
    ),
    Fact(
        "reward-stacks",
        "If the s-th pull of an arm shows the s-th entry of an independent sequence of draws of "
        "its law (with its pair, in a coupled environment), histories have the law of the bandit "
        "model; so the rewards of an arm, numbered by its pulls, may be taken independent of one "
        "law, also beyond its last pull.",
        f"{LS}, Section 4.6 and the proof of Theorem 7.1",
    ),
    Fact(
        "normal-law",
        r"$E e^{lZ}=e^{l^2v/2}$ for $Z$ of the normal law of mean 0 and variance $v$.",
        f"{BILLINGSLEY}, Section 21",
    ),
    Fact(
        "poisson-race",
        r"A Laplace variable of scale $1/\varepsilon$ is the difference of two independent "
        r"exponential ones of rate $\varepsilon$. A Poisson process has independent exponential "
        "gaps and Poisson counts, and starts afresh at every time; the arrivals of two independent "
        "ones of equal rate are, in their order, independent fair coins.",
        "Kingman, Poisson Processes, Sections 1.4, 2.1 and 4.1",
    ),
    Fact(
        "advanced-composition",
        r"The $k$-fold adaptive composition of $(\varepsilon,\delta)$-DP mechanisms is "
        r"$(\sqrt{2k\log(1/\delta')}\,\varepsilon+k\varepsilon(e^\varepsilon-1),\,"
        r"k\delta+\delta')$-DP for every $\delta'>0$.",
        f"{DR}, Theorem 3.20",
    ),
    Fact(
        "renyi-order",
        r"$D_\alpha(P\|Q)$ does not decrease in $\alpha$, and tends to $KL(P\|Q)$ as "
        r"$\alpha\uparrow1$; as $\alpha\downarrow1$ too, if some $D_\alpha$ with $\alpha>1$ is "
        r"finite; $D_\infty(P\|Q)=\log\sup_EP(E)/Q(E)$.",
        f"{EH}, Theorems 3, 5 and 6",
    ),
    Fact(
        "cauchy-binet",
        r"$\det(AB)=\sum_S\det(A_{\cdot S})\det(B_{S\cdot})$; with Cramer's rule the solution of a "
        "weighted least-squares or least-norm problem is the average of its basic solutions, with "
        r"weights $\det^2$ times the product of the weights, "
        "and a linear function of it is that average of its values at these.",
        "Horn, Johnson, Matrix Analysis, Section 0.8.7; Ben-Tal, Teboulle, A geometric property of "
        "the least squares solution of linear equations (1990)",
    ),
    Fact(
        "linear-minimax",
        r"Actions $[-1,1]^d$, unit normal noise: each policy has a $\theta\in\{-T^{-1/2},T^{-1/2}\}"
        r"^d$ with $\mathrm{Reg}_T\ge\frac{e^{-2}}8d\sqrt T$.",
        f"{LS}, Theorem 24.1",
    ),
    Fact(
        "ucb",
        r"For 1-subgaussian rewards with gaps $\Delta_a$ and $K$ arms some policy (UCB with "
        r"$\delta=1/T^2$) has $\mathrm{Reg}_T\le8\sqrt{KT\log T}+3\sum_a\Delta_a$.",
        f"{LS}, Theorem 7.2",
    ),
    Fact(
        "method-of-types",
        r"For $S$ of the Binomial law $(n,p)$ and $0\le k\le n$: $\frac1{n+1}e^{-n\,kl(k/n,p)}\le "
        r"P(S=k)\le e^{-n\,kl(k/n,p)}$.",
        f"{CT}, Section 11.1",
    ),
    Fact(
        "bounds-of-sets",
        "Limits keep order: where $x_n\\le c$, or $x_n\\le y_n$ and $y_n\\to c$, the limit or "
        "upper limit of $x_n$ is at most $c$, and what is at most $y+br$ for every small $r>0$ is "
        "at most $y$. A closed bounded set that is not empty has a largest member. An infimum over "
        "more members is no larger. "
        "An infimum is at least each lower bound of the set, and at most each member, and "
        r"$\inf mx=m\inf x$ for $m\ge0$; a supremum "
        "is at most each upper bound, and at least each member. What is at most $y+r$ for every "
        "$r>0$ is at most $y$. A supremum over fewer members is no larger, and one of $mx$, "
        r"$m\ge0$, is $m$ times that of $x$; if $X_i\le Y_i$ for each index $i$, then "
        r"$\sup_iX_i\le\sup_iY_i$. If $x_n\ge(1-r)c$ for every $r>0$ "
        r"and all large $n$, then $\liminf x_n\ge c$; a lower limit of a finite sum is at least "
        "the sum of the lower limits; likewise for upper limits, with $(1+r)c$ above. If "
        r"$x_n\ge(1-r)c$ for every $r>0$ and infinitely many $n$, then $\limsup x_n\ge c$.",
        "Rudin, Principles of Mathematical Analysis, Chapters 1 to 3",
    ),
    Fact(
        "recursion",
        r"If $x_{k+1}=F_k(x_k)$, a start $x_0$ and the functions $F_k$ determine every $x_k$: two "
        "sequences that start alike and obey the same functions are the same; a property of $x_0$ "
        "that each $F_k$ keeps is one of every $x_k$.",
        "Halmos, Naive Set Theory, Section 12",
    ),
    Fact(
        "martingale-increments",
        r"Square-integrable $X_t$ of conditional mean 0 given the past are orthogonal: for "
        r"$M=\sum_{t\le n}X_t$, $E M=0$ and $E M^2=\sum_tE X_t^2$.",
        "Williams, Probability with Martingales, Section 12.1",
    ),
    Fact(
        "common-part",
        r"If $P_{XY}=P_XP_{Y|X}$ and $Q_{XY}=P_XQ_{Y|X}$, with $X$ countable or in standard Borel "
        r"spaces, then $D_f(P_{XY}\|Q_{XY})=E_{P_X}D_f(P_{Y|X}\|Q_{Y|X})$.",
        "Polyanskiy, Wu, Information Theory, Section 7.2",
    ),
    Fact(
        "renyi-additivity",
        r"$D_\alpha(\bigotimes_tP_t\|\bigotimes_tQ_t)=\sum_tD_\alpha(P_t\|Q_t)$ for every order, "
        r"$\alpha=\infty$ included.",
        f"{EH}, Theorem 28",
    ),
    Fact(
        "backward-induction",
        "In a game of finitely many rounds and prefixes, with any sets of choices, in which what a "
        "player does after a prefix enters only the terms of sequences that continue it, the "
        "supremum over her strategies of the sum of the terms (or of the largest term) is found "
        "from the last round back, for each prefix by itself.",
        "Puterman, Markov Decision Processes, Section 4.3",
    ),
    Fact(
        "kuhn",
        "In a finite game a player who remembers what she saw and did may toss all coins "
        "beforehand: each randomised strategy has the law of a mixture of deterministic ones.",
        "Maschler, Solan, Zamir, Game Theory, Theorem 6.15",
    ),
    Fact(
        "intermediate-values",
        "A continuous strictly falling function on a closed interval takes each value between its "
        "ends exactly once.",
        "Rudin, Principles of Mathematical Analysis, Theorem 4.23",
    ),
    Fact(
        "bolzano-weierstrass",
        r"A bounded sequence in $\mathbb R^k$ has a convergent subsequence, and each real sequence "
        "one that tends to its lower limit.",
        "Rudin, Principles of Mathematical Analysis, Theorems 3.6 and 3.17",
    ),
    Fact(
        "limits",
        r"If $x_n\to x$ and $y_n\to y$, then $cx_n+dy_n\to cx+dy$.",
        "Rudin, Principles of Mathematical Analysis, Theorem 3.3",
    ),
    Fact(
        "layer-cake",
        r"For an event $F$, $0\le X\le d$ and $g$ with $g'\ge0$ continuous: "
        r"$E[1_Fg(X)]=g(0)P(F)+\int_0^dg'(x)P(F,X>x)\,dx$; and $\int_Ff\,dm=\int_0^\infty m(F,f>y)"
        r"\,dy$ for a measure $m$ and $f\ge0$.",
        f"{BILLINGSLEY}, Section 18 (Fubini's theorem) and (21.9)",
    ),
    Fact(
        "nonnegative-series",
        "The mean of a sum of nonnegative terms is the sum of their means; a number that counts on "
        "an event has the mean of this number times the probability. Such a sum is at least "
        "each term, and at least the sum over some of the indices; sums keep the order of terms, "
        r"and $\sum_{k\ge M}c(y_k-y_{k+1})\le cy_M$ for $c,y_k\ge0$.",
        f"{RUDIN}, Theorem 1.27 and Section 1.2",
    ),
    Fact(
        "power-series",
        r"$\sum_{n\ge1}nq^n=\frac q{(1-q)^2}$ and $\sum_{n\ge1}n^2q^n=\frac{q(1+q)}{(1-q)^3}$ for "
        r"$0<q<1$: the geometric series and its derivatives.",
        "Rudin, Principles of Mathematical Analysis, Theorems 3.26 and 8.1",
    ),
    Fact(
        "limit-inferior",
        r"$\liminf(x_n+y_n)\ge\liminf x_n+\liminf y_n$ for sequences in $[0,\infty]$, so for "
        r"finitely many of them, and $\liminf c\,x_n=c\liminf x_n$ for $c\ge0$.",
        "Rudin, Principles of Mathematical Analysis, Section 3.16",
    ),
    Fact(
        "row-sums",
        r"Rows of independent variables $y_{n,j}$ of mean 0 with $\sum_jE y_{n,j}^2\to v$ and "
        r"$\sum_jE y_{n,j}^4\to0$: $\sum_jy_{n,j}$ tends in law to $N(0,v)$, and in probability "
        r"$\sum_jy_{n,j}^2\to v$ and $\max_j|y_{n,j}|\to0$.",
        "van der Vaart, Asymptotic Statistics, Proposition 2.27; by Markov and Chebyshev",
    ),
    Fact(
        "limit-laws",
        r"If $X_n$ tends in law to $X$: $E f(X_n)\to E f(X)$ for bounded continuous $f$; "
        r"$P(X_n>t_n)\to P(X>t)$ if $t_n\to t$ and $X$ has no atoms; the least levels $t_n$ with "
        r"$P(X_n>t_n)\le a$ tend to the $t$ with $P(X>t)=a$ if there is one $t$ only; if "
        r"$X$ has no atoms, $P(X_n>t)\to P(X>t)$ uniformly in $t$; and $X_n+Y_n$ tends in law to "
        r"$X+c$ if $Y_n\to c$ in probability.",
        "van der Vaart, Asymptotic Statistics, Lemmas 2.2, 2.8, 2.11 and 21.2",
    ),
    Fact(
        "wishart",
        r"For the sample covariance $S$ of $h+1$ normal rows $N(0,I_d)$, $h>d+3$, and a unit "
        r"vector $u$: $E\,u^\top S^{-1}u=h/(h-d-1)$ and "
        r"$E\,u^\top S^{-2}u=h^2(h-1)/((h-d)(h-d-1)(h-d-3))$.",
        "Muirhead, Aspects of Multivariate Statistical Theory, Section 3.2",
    ),
    Fact(
        "contiguity",
        r"If $\log(dP_n/dQ_n)$ tends in law to $N(-m/2,m)$ under $Q_n$, $P_n$ and $Q_n$ are "
        r"contiguous, and it tends in law to $N(m/2,m)$ under $P_n$.",
        "van der Vaart, Asymptotic Statistics, Example 6.5 and Theorem 6.6",
    ),
)


def each_once(named: Iterable[tuple[str, T]]) -> dict[str, T]:
    """What each name stands for; a name that occurs twice is an error.

    >>> each_once([("a", 1), ("a", 2)])
    Traceback (most recent call last):
      ...
    ValueError: There are two of the name 'a'; the second would hide the first. Join them.
    """
    found: dict[str, T] = {}
    for name, value in named:
        if name in found:
            raise ValueError(
                f"There are two of the name {name!r}; the second would hide the first. Join them."
            )
        found[name] = value
    return found


TEXTBOOK = each_once((fact.id, fact) for fact in FACTS)


def fact(id: str) -> Fact:
    """The textbook fact with an ID.

    >>> fact("textbook.pinsker").reference
    'Tsybakov, Introduction to Nonparametric Estimation, Lemma 2.5'
    """
    if id not in TEXTBOOK:
        raise ValueError(f"There is no textbook fact {id!r}; see paper_checks/textbook.py.")
    return TEXTBOOK[id]
