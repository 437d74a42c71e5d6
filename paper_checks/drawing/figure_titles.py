"""The title of each figure of the documents."""

from __future__ import annotations

FIGURES = {
    "bern.fig1": "Regret over time at eps = 0.25, on mu1 and mu2",
    "bern.fig2": "The protocol of adaptive continual release, with either channel",
    "bern.fig3": "Rewards as a list, a table and a tree",
    "bern.fig4": "Regret over time on mu1, for four budgets",
    "bern.fig5": "Regret over time on mu2, for four budgets",
    "bern.fig6": "Regret over time on mu3, for four budgets",
    "bern.fig7": "Regret over time on mu4, for four budgets",
    "bern.fig8": "Regret at the horizon against the budget, and the lower bound",
    "zcdp.fig4": "The regret that privacy adds, and its price, in three settings",
    "zcdp.fig4a": "The same for finite arms alone",
    "zcdp.fig4b": "The same for linear bandits alone",
    "zcdp.fig4c": "The same for contextual linear bandits alone",
    "zcdp.fig4.renyi": "The same for the algorithms under Renyi privacy",
    "zcdp.fig5": "Regret of AdaC-GOPE with noise on a whitened vector, or on sums of arms",
    "zcdp.fig5.renyi": "The same for AdaR-GOPE",
    "adv.fig1": "The probabilities of EXP3 on two neighbouring loss sequences, and what they leak",
    "adv.regret": "Regret of three private conversions against the budget and the horizon",
    "adv.regimes": "Which rate with experts is the best one, and what Table 2 recommends",
    "thesis.fig5.2": "Regret over time of AdaP-KLUCB, AdaP-UCB, DP-SE and DP-UCB",
    "thesis.fig5.3": "Regret of AdaP-KLUCB against the budget, and the lower bounds",
    "thesis.fig5.4": "The regret that zCDP adds, and its price, for finite arms",
    "thesis.fig5.5": "The same for linear bandits",
    "thesis.fig5.6": "The same for contextual linear bandits",
    "thesis.fig5.7": "Samples until the stop against the budget, on tied and on distinct means",
    "thesis.fig6.1": "The angle between a target and a point of the adversary, and what it costs",
    "thesis.fig6.2": "Laws of the score and trade-offs: scores, noise and sub-sampling",
    "thesis.tab6.1": "Leakage scores of four settings, with the leakage that they stand for",
    "thesis.leakage.rows": "Exact leakage against its limit as the rows grow",
    "thesis.leakage.defences": "What noise and sub-sampling leak at one certified privacy",
    "thesis.fig7.2": "ROC curves of gradient attacks on an easy and a hard target",
    "thesis.figC.1": "Regret of AdaC-GOPE with noise on a whitened vector, or on sums of arms",
}
"""The title of every figure, by its ID."""
