"""Theorem 17 of the zCDP paper, minimax regret of finite arms, in both readings of its class."""

from __future__ import annotations

from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated

BOUND = (
    r"\mathrm{Reg}^{\mathrm{minimax}}_{T,\rho}\ge\max\{\frac1{27}\sqrt{T(K-1)},\frac1{124}"
    r"\sqrt{\frac{K-1}\rho}\}"
)
repeated(
    "zcdp.thm17.gaussian",
    "thesis.thm4.20",
    r"Theorem 17 with $\mathcal E^K$ as all unit-variance normal bandits, the laws of the proof: "
    rf"for any $K>1$, $T\ge K-1$ and $0<\rho\le1$, ${BOUND}$.",
    stated=True,
    title="Theorem 17 over all means",
)
repeated(
    "zcdp.thm17.bounded",
    "thesis.thm4.20.bounded",
    r"The private part of Theorem 17 with $\mathcal E^K$ as unit-variance normal bandits with "
    r"means in $[0,1]$, the class of the non-private theorem that the proof cites: "
    r"$\mathrm{Reg}^{\mathrm{minimax}}_{T,\rho}\ge\frac1{124}\sqrt{(K-1)/\rho}$ for $K>1$, "
    r"$T\ge K-1$ and $0<\rho\le1$.",
    stated=True,
    title="Theorem 17 for means in [0, 1]",
)
whole(
    "zcdp.thm17",
    r"Let $\Pi^\rho$ be the set of $\rho$-zCDP policies (Interactive zCDP, the notion that the "
    r"document adheres to). For any $K>1$, $T\ge K-1$ and "
    rf"$0<\rho\le1$: $\inf_{{\pi\in\Pi^\rho}}\sup_{{\nu\in\mathcal E^K}}\mathrm{{Reg}}_T(\pi,\nu)="
    rf"{BOUND}$; the document does not say which class $\mathcal E^K$ is.",
    parts=("zcdp.thm17.gaussian", "zcdp.thm17.bounded"),
)
repeated(
    "zcdp.thm17.free",
    "thesis.thm2.28.repaired",
    r"The non-private part of Theorem 17, over all policies, private ones among them: for "
    r"unit-variance normal rewards with means in $[0,1]$, $K>1$ and $T\ge K-1$, "
    r"$\mathrm{Reg}^*_T\ge\frac{e^{-1/2}}{16}\sqrt{(K-1)T}\ge\frac1{27}\sqrt{(K-1)T}$.",
    title="the non-private part of Theorem 17 for means in [0, 1]",
)
repeated(
    "zcdp.thm17.arithmetic",
    "thesis.thm4.20.arithmetic",
    r"Step 4 of the proof: with $\beta=\frac{\rho T^2}{K-1}(1+\frac1{K-1})$ and "
    r"$\gamma=\frac{\rho T}{K-1}$, $\Delta=\frac1{\sqrt\beta}-\frac\gamma{2\beta}\ge"
    r"\frac{\sqrt{K-1}}T(\frac1{\sqrt{2\rho}}-\frac12)\ge\frac{\sqrt{K-1}}T"
    r"\frac1{4\sqrt{2\rho}}$ for $K\ge2$, $\rho\le1$, the sum of the two regrets "
    r"is at least $\frac{T\Delta}4e^{-1}$, and $\frac{e^{-1}}{16\sqrt2}\ge\frac1{62}$.",
    stated=True,
    title="arithmetic of the proof of Theorem 17",
    kind="proof step",
    place="G-B1 Step 4",
)
repeated(
    "zcdp.fix.thm17",
    "thesis.thm4.20.repaired",
    r"For unit-variance normal rewards with means in $[0,1]$, $K>1$, $0<\rho\le1$ (or "
    r"$\rho\le K-1$), over kernels: $\mathrm{Reg}^{\mathrm{minimax}}_{T,\rho}\ge\min\{"
    r"\frac{1}{54.70}\sqrt{\frac{K-1}\rho},\frac{T}{16}e^{-0.7374}\}$.",
)
repeated(
    "zcdp.fix.thm17.sharp",
    "thesis.thm4.20.sharp",
    r"With $2\Phi(\Delta)-1\le\sqrt{2/\pi}\,\Delta$ in place of Pinsker the constant "
    r"$\frac1{54.70}$ becomes $\frac1{43.642}$, with the same cap.",
    title="Theorem 17 with the exact total variation",
)
repeated(
    "zcdp.fix.thm17.bernoulli",
    "thesis.thm4.20.bernoulli",
    r"For Bernoulli arms, $K>1$ and $0<\rho\le1$, over kernels: $\mathrm{Reg}^{\mathrm{minimax}}_{"
    r"T,\rho}\ge\min\{\frac{1}{109.4}\sqrt{\frac{K-1}\rho},\frac{T}{16}e^{-0.7374}\}$.",
    title="Theorem 17 for Bernoulli arms",
)
