"""The audit of a policy against a claimed budget, and the one way through it.

The files in reading order.

The way:
`audit_pipeline`: the stations in their order: begin here.
`claim`: what is claimed, and against which neighbours.
`loading`: what is audited, loaded alike whatever it is.
`built_in`: policies of the catalogue, by name.
`offered_contexts`: the contexts that are shown.
`running_audit`: an audit on its way.
`report`: what it says at its end.

Where code of others runs:
`scratch_worker`: a process plays a module, and can only propose.
`declared_apart`: what a module declares, asked in a process.
`judged_elsewhere`: a separate interpreter judges what the caller made.
`judging_process`: that interpreter.

What a declaration shows:
`by_construction`: whether the budget is kept in every play that there is.
`declaration`: what is declared of the releases.
`declared_alone`: where plays cannot be followed, and it decides alone.

What recorded plays show:
`facts`: some plays, on which all judges decide.
`recording`: a play with all draws, and its replay.
`watched_policy`: a policy that notes them.
`judges`: the judges, each a small function of the facts.
`structure`: the shape that releases should have.
`noise_of_releases`: whether their noise is large enough.
`memory`: whether anything is remembered outside of the state.

The stations of a policy:
`stations`: one after the other, until one decides.
`enumerated`: the exact law of the actions.
`compared_releases`: released numbers on neighbours.
`sampled`: runs on neighbours.

Finite objects, which are decided:
`finite_objects`: the exact verdict.
`machine_tables`: a machine as a table, asked in processes that share nothing.
`finite_witnesses`: the witness, and the table for another judge.

The search for witnesses:
`witnessed`: nothing that fails is called proved without one.
`transcript_witnesses`: one transcript, by the ledger.
`chosen_noises`: plays with noises that are chosen.
`worst_changes`: which change of a reward to try first.
`law_witnesses`: laws of released numbers.
`mixture_witnesses`: the same where coins decide what enters.
`answer_witnesses`: answers of a curator that chooses or compares.
`action_witnesses`: laws of the actions.
"""

from banditproof.theory.shown_budgets import claim_of
from .audit_pipeline import audit, start_audit
from .claim import Claim, claimed_budget
from .report import AuditReport, CheckResult
from .running_audit import RunningAudit

__all__ = [
    "AuditReport", "CheckResult", "Claim", "RunningAudit", "audit", "claim_of", "claimed_budget",
    "start_audit",
]  # fmt: skip
