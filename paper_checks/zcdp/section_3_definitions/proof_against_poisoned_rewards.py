"""The proof that an online attacker moves a private policy by little, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

POISONED = Proof(
    "zcdp.rem2.poisoning",
    where="rho in [0,inf), k in [0,inf), d in [0,inf), rounds in [0,inf), joint in [0,inf), "
    "total in [0,inf), tv in [0,1]",
    steps=(
        Given(
            1,
            r"The attacker reads the recommendations and changes $k$ rewards at most. On each path "
            r"of recommendations there are labels $q$, rewards $r$ without her and $r'$ with her, "
            r"at some distance $d\le k$.",
            "d <= k",
        ),
        Given(
            2,
            r"Given the recommendations before, the next ones of a kernel have the laws "
            r"$\pi_t(\cdot\mid q,r)$ and $\pi_t(\cdot\mid q,r')$ of the answers so far.",
        ),
        OnClaim(
            3,
            r"$\pi$ is $\rho$-Interactive zCDP, so along each path the KL of the rounds adds up to "
            r"at most $\rho d^2$.",
            "rounds <= rho*d**2",
            claim="thesis.thm4.12",
            of_step=3,
            instance={"total": "rounds"},
        ),
        Inequality(4, r"This is at most $\rho k^2$.", "rounds <= rho*k**2", uses=(1, 3)),
        Textbook(
            5,
            "KL of the recommendations is the mean of the sum over the paths.",
            "joint == total",
            fact="textbook.chain-rule:sum",
            hypotheses={"the conditional divergence of each round is X": 2},
            instance={"joint": "joint", "total": "total"},
        ),
        Textbook(
            6,
            "So is the mean.",
            "total <= rho*k**2*1",
            fact="textbook.elementary-probability:mean",
            over=("rounds", "d"),
            hypotheses={"X <= c Y at every outcome": 4},
            instance={"x": "total", "y": "1", "c": "rho*k**2", "X": "rounds", "Y": "1"},
        ),
        Textbook(
            7,
            r"Pinsker's inequality.",
            "2*tv**2 <= joint",
            fact="textbook.pinsker",
            instance={"t": "tv", "k": "joint"},
        ),
        Inequality(
            8,
            r"The probability of each event of recommendations moves by at most $k\sqrt{\rho/2}$.",
            "2*tv**2 <= rho*k**2",
            uses=(5, 6, 7),
        ),
    ),
)
