"""The proofs about several releases and functions of them: Propositions 2.7, 2.9, Lemma 2.10."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Proof, Step, Textbook

BUDGETS = "eps in [0,inf), delta in [0,1], rho in [0,inf), a in (1,inf)"
ONE_KERNEL = "one kernel for both laws"

PROCESSED = Proof(
    "thesis.prop2.7",
    where=f"{BUDGETS}, h in [0,1], after in [0,1], p in [0,1], q in [0,1], r in [0,inf), "
    "renyi in [0,inf)",
    parts=(7,),
    steps=(
        Given(
            1,
            r"$f$ is a kernel from outputs to outputs: it sees the output of $\mathcal M$ and not "
            r"the data, so it is the same for $\mathcal M_D$ and $\mathcal M_{D'}$.",
        ),
        Given(
            2,
            r"$(\epsilon,\delta)$-DP: $h=\sup_E\mathcal M_D(E)-e^\epsilon\mathcal M_{D'}(E)\le"
            r"\delta$ for $D\sim D'$.",
            "h <= delta",
        ),
        Textbook(
            3,
            r"This hockey-stick divergence of the laws of $f\circ\mathcal M$ is at most $h$.",
            "after <= h",
            fact="textbook.data-processing",
            hypotheses={ONE_KERNEL: 1},
            instance={"after": "after", "before": "h"},
        ),
        Inequality(
            4,
            r"So it is at most $\delta$.",
            "after <= delta",
            weights={2: "1", 3: "1"},
        ),
        Given(
            5,
            r"An event of the output of $f\circ\mathcal M$ has the probabilities $p$ for $D$ and "
            r"$q$ for $D'$.",
        ),
        Textbook(
            6,
            r"The divergence is a supremum over events.",
            "p - exp(eps)*q <= after",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 5},
            instance={"v": "p - exp(eps)*q", "high": "after"},
        ),
        Inequality(
            7,
            r"$f\circ\mathcal M$ is $(\epsilon,\delta)$-DP.",
            "p <= exp(eps)*q + delta",
            weights={4: "1", 6: "1"},
        ),
        Given(
            8,
            r"$\rho$-zCDP: $D_\alpha(\mathcal M_D\|\mathcal M_{D'})\le\rho\alpha$ for $\alpha>1$.",
            "r <= rho*a",
        ),
        Textbook(
            9,
            r"The divergence of order $\alpha$ of the laws of $f\circ\mathcal M$ is at most that.",
            "renyi <= r",
            fact="textbook.data-processing",
            hypotheses={ONE_KERNEL: 1},
            instance={"after": "renyi", "before": "r"},
        ),
        Inequality(
            10,
            r"$f\circ\mathcal M$ is $\rho$-zCDP.",
            "renyi <= rho*a",
            weights={8: "1", 9: "1"},
        ),
    ),
)


def _composed(id: str, sees: str) -> Proof:
    """The budgets of several releases from the same data add up."""
    part = "each part draws by itself, given the data and the outputs before it"
    steps: tuple[Step, ...] = (
        Given(1, sees),
        Given(2, r"Each $\mathcal M^i$ is $(\epsilon_i,\delta_i)$-DP, for every earlier output."),
        Textbook(
            3,
            r"$\mathcal G_D(E)\le e^{\sum\epsilon_i}\mathcal G_{D'}(E)+\sum\delta_i$ for "
            r"$D\sim D'$.",
            "v <= exp(e)*w + d",
            fact="textbook.composition:approximate",
            hypotheses={"each part is (e_i, d_i)-DP": 2, part: 1},
            instance={"v": "v", "w": "w", "e": "e", "d": "d"},
        ),
        Given(4, r"Each $\mathcal M^i$ is $\rho_i$-zCDP, for every earlier output."),
        Textbook(
            5,
            r"$D_\alpha(\mathcal G_D\|\mathcal G_{D'})\le\alpha\sum\rho_i$.",
            "renyi <= r*a",
            fact="textbook.composition:concentrated",
            hypotheses={"each part is r_i-zCDP": 4, part: 1},
            instance={"v": "renyi", "r": "r", "a": "a"},
        ),
    )
    where = "v in [0,1], w in [0,1], e in [0,inf), d in [0,inf), r in [0,inf), a in (1,inf)"
    return Proof(id, steps, f"{where}, renyi in [0,inf)", parts=(3,))


COMPOSED = _composed(
    "thesis.prop2.9",
    r"The outputs are independent given the data, which are the same for all: each "
    r"$\mathcal M^i$ sees the data, draws by itself, and ignores the outputs before it.",
)
ADAPTIVE = _composed(
    "thesis.prop2.9.adaptive",
    r"$\mathcal M^i$ sees the data and the $i-1$ outputs before it, which may choose it; given "
    "these it draws by itself.",
)


def wrong_compositions(proof: Proof) -> dict[str, dict[str, Proof]]:
    """The proof with wrong steps."""
    unknown = {"each part is (e_i, d_i)-DP": 2}
    return {
        "sharper: half of eps": {"proof": proof.changed(3, formula="v <= exp(e/2)*w + d")},
        "sharper: no delta": {"proof": proof.changed(3, formula="v <= exp(e)*w")},
        "sharper: half of rho": {"proof": proof.changed(5, formula="renyi <= r*a/2")},
        "nobody says what a part sees": {"proof": proof.changed(3, hypotheses=unknown)},
    }


PARALLEL = Proof(
    "thesis.lem2.10.repaired",
    where=f"{BUDGETS}, h in [0,1], after in [0,1], r in [0,inf), renyi in [0,inf), one in [0,inf), "
    "j in [1,inf), t in [1,inf), u in [1,inf)",
    parts=(7,),
    steps=(
        Given(1, r"A record $j$ of block $i$: $j<t$ for $t=t_{i+1}$.", "j < t"),
        Given(
            2, r"A later block begins at $u\ge t$: the $t_i$ increase, from 1 to $n+1$.", "t <= u"
        ),
        Inequality(
            3,
            "So the record is of no later block; likewise of no two blocks, and the intervals "
            "from 1 to $n+1$ leave none out.",
            "j < u",
            weights={1: "1", 2: "1"},
        ),
        Given(
            4,
            "Neighbours differ in one record, of one block $i$ by step 3, as the blocks are fixed; "
            "the other releases are independent of that of block $i$ and have one law for both "
            "data. The kernel that adds them gives the joint law from the release of block $i$.",
            uses=(3,),
        ),
        Given(5, r"$\mathcal M^i$ is $(\epsilon,\delta)$-DP.", "h <= delta"),
        Textbook(
            6,
            "The hockey-stick divergence of the joint laws is at most that of the release of $i$.",
            "after <= h",
            fact="textbook.data-processing",
            hypotheses={ONE_KERNEL: 4},
            instance={"after": "after", "before": "h"},
        ),
        Inequality(
            7,
            r"$\mathcal G$ is $(\epsilon,\delta)$-DP.",
            "after <= delta",
            weights={5: "1", 6: "1"},
        ),
        Given(8, r"$\mathcal M^i$ is $\rho_i$-zCDP.", "r <= one*a"),
        Given(9, r"$\rho=\max_i\rho_i$.", "one <= rho"),
        Textbook(
            10,
            "The same for Renyi divergences.",
            "renyi <= r",
            fact="textbook.data-processing",
            hypotheses={ONE_KERNEL: 4},
            instance={"after": "renyi", "before": "r"},
        ),
        Inequality(
            11,
            r"$\mathcal G$ is $\max_i\rho_i$-zCDP.",
            "renyi <= rho*a",
            weights={10: "1", 8: "1", 9: "a"},
        ),
    ),
)
