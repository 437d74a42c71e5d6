"""Claims about the policy of Appendix B-A, whose Table delta is larger; shared with the thesis."""

from __future__ import annotations

from banditproof.paper_checks.repeated import repeated

repeated(
    "zcdp.prop1e.witness",
    of="thesis.appA.example",
    statement=r"The policy with the printed $\pi_1,\pi_2,\pi_3$ ($T=3$, $K=2$, rewards 0 and 1) is "
    r"$(\epsilon_1,\delta_1)$-View DP but not $(\epsilon_1,\delta_1)$-Table DP for $\epsilon_1="
    r"0.95$, $\delta_1=0.17$; the smallest $\epsilon_0$ for which it is $(\epsilon_0,\delta_1)$-"
    r"Table DP is $\epsilon_0=0.98$.",
)
repeated(
    "zcdp.prop1e.witness.exact",
    of="thesis.appA.example.exact",
    statement=r"For the policy of Appendix B-A the smallest $\epsilon$ at $\delta=0.17$ is "
    r"$\log\frac{4347}{1625}=0.98397\ldots$ for Table DP, of which the printed 0.98 is the "
    r"beginning, and smaller for View DP.",
    title="the exact smallest eps of the separating policy",
)
