"""The proofs of Theorem 4.12 and of Remark 4.13, step by step: group privacy for zCDP."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Proof,
    Step,
    Textbook,
)

RANGES = "rho in [0,inf), d in [0,inf), r in (0,inf), renyi in [0,inf), div in [0,inf)"


def group_privacy(first: int) -> tuple[Step, ...]:
    """D_KL <= rho d^2 for two lists at distance d, from step `first` that says rho-zCDP."""
    return (
        Textbook(
            first + 1,
            r"Two lists at distance $d$ give laws with $D_{1+r}\le(1+r)\rho d^2$, for every $r>0$.",
            "renyi <= (1 + r)*d**2*rho",
            fact="textbook.group-privacy:zcdp",
            hypotheses={"the mechanism is r-zCDP": first},
            instance={"k": "renyi", "a": "1 + r", "d": "d", "r": "rho"},
        ),
        Textbook(
            first + 2,
            r"The divergence of order 1 is at most that of order $1+r$.",
            "div <= renyi",
            fact="textbook.renyi-order",
            hypotheses={"a > 1": "1 + r > 1"},
            instance={"k": "div", "r": "renyi", "a": "1 + r"},
        ),
        Inequality(
            first + 3,
            r"So $D_{\mathrm{KL}}\le(1+r)\rho d^2$ for every $r>0$.",
            "div <= (1 + r)*(rho*d**2)",
            weights={first + 1: "1", first + 2: "1"},
        ),
        Textbook(
            first + 4,
            r"Hence $D_{\mathrm{KL}}\le\rho d^2$.",
            "div <= rho*d**2",
            fact="textbook.bounds-of-sets:upper limit",
            hypotheses={"x_n <= (1 + r) c for every r > 0 and all large n": first + 3},
            over=("r", "renyi"),
            instance={"high": "div", "X": "div", "c": "rho*d**2", "r": "r"},
        ),
    )


def concentrated(id: str, says: str) -> Proof:
    """D_KL <= rho d^2 from what makes a mechanism rho-zCDP."""
    return Proof(id, where=RANGES, steps=(Given(1, says), *group_privacy(1)))


ADVERSARY = Proof(
    "thesis.eq4.8",
    where=RANGES,
    steps=(
        Given(
            1,
            r"$\pi$ is $\rho$-Interactive zCDP: against each adversary the map from tables of "
            r"rewards to the law of the outputs is $\rho$-zCDP. The adversary that queries "
            r"$a_1,\dots,a_T$ is one of them.",
        ),
        Given(
            2,
            r"So $\mathbf r\mapsto\mathcal V_{\mathbf r}^{\pi_{\mathbf a}}$ is $\rho$-zCDP: "
            r"a list is the table whose rows are constant, and lists that differ in one entry are "
            r"tables that differ in one row.",
            uses=(1,),
        ),
        *group_privacy(2),
    ),
)
PRODUCT = Proof(
    "thesis.eq4.9",
    where="mass in [0,1], factors in [0,1], ones in [1,1], joint in [0,inf), total in [0,inf)",
    steps=(
        Given(
            1,
            r"A kernel answers the query $a_t$ after $a_1,r_1,\dots,r_{t-1}$, and draws its output "
            r"from $\pi_t(\cdot\mid a_1,r_1,\dots,r_{t-1})$, whatever it put out before.",
        ),
        Textbook(
            2,
            r"So each list of outputs has the product of these masses as its mass, under "
            r"$\mathbf r$ and likewise under $\mathbf r'$.",
            "mass == factors*ones",
            fact="textbook.elementary-probability:multiplication",
            hypotheses={"the conditional law of each draw": 1},
            instance={"p": "mass", "x": "factors", "y": "ones"},
        ),
        Textbook(
            3,
            r"Given the earlier outputs round $t$ has the divergence $D_{\mathrm{KL}}(\pi_t(\cdot"
            r"\mid H_{t-1})\|\pi_t(\cdot\mid H'_{t-1}))$, a number. The chain rule adds them.",
            "joint == total",
            fact="textbook.chain-rule:sum",
            hypotheses={"the conditional divergence of each round is X": 1},
            instance={"joint": "joint", "total": "total"},
        ),
    ),
    parts=(2,),
)
STRONG = Proof(
    "thesis.thm4.12",
    where="rho in [0,inf), d in [0,inf), div in [0,inf), total in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"(4.8): for the constant adversary $D_{\mathrm{KL}}(\mathcal V_{\mathbf r}^{"
            r"\pi_{\mathbf a}}\|\mathcal V_{\mathbf r'}^{\pi_{\mathbf a}})\le\rho\,"
            r"d_{\mathrm{Ham}}^2$.",
            "div <= rho*d**2",
            claim="thesis.eq4.8",
            of_step=6,
        ),
        OnClaim(
            2,
            r"(4.9): that divergence is the sum of those of the rounds.",
            "div == total",
            claim="thesis.eq4.9",
            of_step=3,
            instance={"joint": "div"},
        ),
        Inequality(
            3,
            r"$\sum_tD_{\mathrm{KL}}(\pi_t(\cdot\mid H_{t-1})\|\pi_t(\cdot\mid H'_{t-1}))\le\rho\,"
            r"d_{\mathrm{Ham}}(\mathbf r,\mathbf r')^2$.",
            "total <= rho*d**2",
            uses=(1, 2),
        ),
    ),
)
VIEWS = concentrated(
    "thesis.rem4.13.group",
    r"$\pi$ is $\rho$-View zCDP: the map $\mathbf r\mapsto\mathcal V_{\mathbf r}$ is "
    r"$\rho$-zCDP.",
)
LINES = Proof(
    "thesis.rem4.13.repaired",
    where="joint in [0,inf), total in [0,inf)",
    steps=(
        Given(
            1,
            r"$\mathcal V_{\mathbf r}$ draws $a_t$, given the actions before, from "
            r"$\pi_t(\cdot\mid H_{t-1})$, and $\mathcal V_{\mathbf r'}$ from "
            r"$\pi_t(\cdot\mid H'_{t-1})$.",
        ),
        Textbook(
            2,
            r"The chain rule along the actions: $\mathrm{KL}(\mathcal V_{\mathbf r}\|"
            r"\mathcal V_{\mathbf r'})=\mathbb E_{\mathbf a\sim\mathcal V_{\mathbf r}}\sum_t"
            r"\mathrm{KL}(\pi_t(\cdot\mid H_{t-1})\|\pi_t(\cdot\mid H'_{t-1}))$.",
            "joint == total",
            fact="textbook.chain-rule:sum",
            hypotheses={"the conditional divergence of each round is X": 1},
            instance={"joint": "joint", "total": "total"},
        ),
    ),
)
