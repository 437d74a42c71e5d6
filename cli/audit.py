"""`banditproof audit`: is this policy as private as it claims? And is the auditor any good?"""

from __future__ import annotations
import os
from typing import TYPE_CHECKING
import typer
from . import INTERRUPTED, UNDECIDED, arguments
from .interruptions import allow
from .option_groups import choices_of
from .output import coloured, print_json, print_table, print_text, progress, working
from .policy_options import known_policy
from .streams import output_on_error

if TYPE_CHECKING:
    from banditproof.theory.budgets import Budget
    from banditproof.verify.audit import AuditReport


MOST_WORKERS = 4
"""The processes of a self-test, at most: each of them loads the corpus."""
TAKES_LESS = (
    "This may take a minute or two. --horizon 3 takes less, as shorter plays are compared, and so "
    "may --output transcript, which is about the releases, too. Ctrl-C shows what was found so far."
)
LATE = "an answer in time"
"""The check of a policy that did not answer."""
REPORT = 10.0
"""The seconds after an interruption for the report of what was found until then."""


def command(
    policy: str | None = None,
    epsilon: arguments.Epsilon = None,
    delta: str | None = None,
    rho: arguments.Rho = None,
    alpha: str | None = None,
    notion: str = "table",
    output: str = "actions",
    rewards: str | None = None,
    arms: str | None = None,
    horizon: str | None = None,
    contexts: str | None = None,
    actions: str | None = None,
    dim: str | None = None,
    batch: str | None = None,
    slate: str | None = None,
    clips: bool = False,
    samples: str | None = None,
    time_limit: str | None = None,
    seed: arguments.Seed = 0,
    accept_not_refuted: bool = False,
    self_test: bool = False,
    json: arguments.AsJson = False,
) -> None:
    """Check a policy against a privacy budget: its construction, its exact law, or runs of it.

    The exit code is 0 if the claim holds, 1 if it fails, and 3 if it was not refuted: nothing was
    found, and nothing was shown. A policy that is only known by its methods select() and
    update(arm, reward), or similar ones, is compared in runs, which can never show a claim.

    my_module:make is the function or class make of my_module, which is a file my_module.py in the
    working directory or an installed package. It is first loaded in another process, which declares
    the noise of its releases; if these keep the claim, its code runs nowhere else. Otherwise a
    process with your rights plays it: audit nothing that you would not run. What it prints is shown
    to nobody. What takes longer than --time-limit, its import included, is not refuted.

    Runs take a minute or two, and less with --horizon 3, which is about that many rounds; with
    --output transcript the claim is about the releases, too, which what is declared may decide at
    once. After an interruption what was found by then is printed, and the exit code is 130.

    Examples: banditproof audit dp-imed --eps 1;  banditproof audit my_module:make --eps 0.5
    --rewards 0:5;  banditproof audit --self-test
    """
    if self_test:
        if policy is not None:
            raise ValueError("--self-test audits the auditor; give it without a policy.")
        claim = (policy, epsilon, delta, rho, alpha, notion, output, rewards, arms, horizon)
        asked = (*claim, contexts, actions, dim, batch, slate, clips, samples, time_limit, seed)
        if asked != (command.__defaults__ or ())[: len(asked)]:
            raise ValueError("--self-test audits the auditor; give it alone, or with --json.")
        _self_test(json)
        return
    allow(REPORT)
    if policy is None:
        raise ValueError("There is no policy; give a name such as dp-imed, or module:factory.")
    if ":" not in policy and not policy.endswith(".json"):
        _known(policy)
    from banditproof.verify.announced import told_to
    from banditproof.verify.audit import start_audit
    from .audit_results import AuditFacts
    from .game_options import checked_actions

    claimed = _claimed(epsilon, delta, rho, alpha)
    arguments.one_of("notion", notion, choices_of("audit", "notion"))
    arguments.one_of("output", output, choices_of("audit", "output"))
    results = []
    interrupted = False
    with output_on_error():  # what the policy prints does not belong to the report
        running = start_audit(
            policy,
            claimed,
            notion=notion,
            output="transcript" if output == "transcript" else "actions",
            rewards=_rewards(rewards),
            arms=None if arms is None else arguments.count("arms", arms),
            horizon=None if horizon is None else arguments.count("horizon", horizon),
            samples=None if samples is None else arguments.count("samples", samples),
            seconds=None if time_limit is None else arguments.seconds(time_limit),
            rng=seed,
            clips=clips,
            contexts=contexts,
            actions=None if actions is None else checked_actions(actions),
            dim=None if dim is None else arguments.count("dim", dim),
            batch=None if batch is None else arguments.count("batch", batch),
            slate=1 if slate is None else arguments.count("slate", slate),
        )
        try:
            with working(f"auditing {policy}", TAKES_LESS) as show, told_to(show):
                for check in running.checks:
                    results.append(check)
        except KeyboardInterrupt:
            interrupted = True
    report = running.report(tuple(results), interrupted)
    if json:
        print_json(AuditFacts.of(report))
    else:
        _print(report)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if report.verdict == "fails":
        raise typer.Exit(1)
    if report.verdict == "not refuted" and not accept_not_refuted:
        raise typer.Exit(UNDECIDED)


def _known(policy: str) -> None:
    """Raise ValueError for a name that no built-in policy has."""
    from banditproof.algorithms.catalogue_text import policy_texts

    if policy not in policy_texts():
        if "." in policy or "/" in policy or os.path.isfile(f"{policy}.py"):
            module = os.path.normpath(policy).removesuffix(".py").replace(os.sep, ".").lstrip(".")
            give = f"give {module}:NAME, where NAME is a class or a function that makes the policy."
            raise ValueError(f"{policy} names a module and no policy of it; {give}")
        known_policy(policy)


def _rewards(text: str | None) -> str | None:
    """The rewards of the claim as the audit reads them: a range, or a list with commas."""
    from .option_ranges import REWARDS

    if text is None:
        return None
    mark = ":" if ":" in text else ","
    words = text.split(mark) if mark == ":" else arguments.listed(text)
    for word in words if all(words) else ():
        result = arguments.number("One of the rewards", word)
        arguments.within(REWARDS if result else None, "One of the rewards", word, abs(result))
    return mark.join(words)


def _claimed(epsilon: str | None, delta: str | None, rho: str | None, alpha: str | None) -> Budget:
    from banditproof.theory.named_budgets import budget_by_names

    return budget_by_names(
        eps=None if epsilon is None else arguments.budget_of_runs(epsilon),
        delta=None if delta is None else arguments.probability("delta", delta),
        alpha=None if alpha is None else arguments.order(alpha),
        rho=None if rho is None else arguments.budget_of_runs(rho, "rho"),
        spelt="--{}",
    )


def _print(report: AuditReport) -> None:
    from banditproof.verify.audit.report import COLUMNS, rows_of

    rows = []
    for check, (name, _, _, loss, note) in zip(report.checks, rows_of(report), strict=True):
        rows.append((name, coloured(check.verdict, check.grade), check.grade or "", loss, note))
    print_table(COLUMNS, rows)
    print()
    print_text(report.sentence)
    for sentence in _hints(report):
        print_text(sentence)


def _hints(report: AuditReport) -> list[str]:
    """What could be asked besides, where nothing was found."""
    from banditproof.verify.audit.by_construction import CONSTRUCTION

    results: list[str] = []
    if report.verdict != "not refuted":
        return results
    declared = any(check.name == CONSTRUCTION and check.loss is not None for check in report.checks)
    if declared and report.claim.output == "actions":
        results.append(
            "With --output transcript the claim is about the releases, too, and what is declared "
            "may decide it at once."
        )
    if not any(check.name == CONSTRUCTION for check in report.checks):
        results.append(
            "Nothing is declared, and runs prove nothing: NoisyFeedback adds noise to what any "
            "code hears, whatever noise it has of its own, and a Policy can declare its releases; "
            "then they decide the claim."
        )
    told = " ".join(check.note for check in report.checks)
    silent = "nothing reacted" in told or any(check.name == LATE for check in report.checks)
    if report.claim.horizon is None and not silent:  # else shorter plays would show even less
        results.append(
            "With --horizon 3 plays of 3 rounds are compared, which takes less time; the answer "
            "is about these rounds then, and not about what a policy does later."
        )
    return results


def _self_test(json: bool) -> None:
    from banditproof.verify.mutants.corpus import CORPUS
    from banditproof.verify.mutants.entry import OUTCOMES
    from banditproof.verify.self_test import self_test
    from .audit_results import SelfTestFacts

    with progress(len(CORPUS), "self-test") as advance:
        report = self_test(
            lambda done, total, label: advance(int(done > 0), label or "self-test"),
            workers=min(os.cpu_count() or 1, MOST_WORKERS),
        )
    if json:
        print_json(SelfTestFacts.of(report))
    else:
        rows = [
            (
                row.entry.name,
                row.outcomes[0] or "error",
                row.outcomes[1] or "error",
                coloured("holds" if row.passed else "fails"),
                row.entry.engine,
                f"{row.seconds:.2f}",
                row.error or row.entry.limit or row.entry.defect,
            )
            for row in report.rows
        ]
        print_table(
            ("entry", "mutant", "reference", "as recorded", "by the", "seconds", "defect or limit"),
            rows,
        )
        print()
        counts = [
            (name, *(count(outcome) for outcome in OUTCOMES))
            for name, count in (("mutants", report.mutants), ("references", report.references))
        ]
        print_table(("subjects", *OUTCOMES), counts)
        print()
        print_text(report.sentence)
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)
    if not report.passed:
        raise typer.Exit(1)
