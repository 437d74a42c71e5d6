"""`banditproof prove`: an inequality is proved on its whole domain, or fails at a point."""

from __future__ import annotations
import sys
from pathlib import Path
from typing import TYPE_CHECKING
import typer
from . import UNDECIDED, arguments
from .document_options import names_a_document, refuse_file, require_file_of_proofs
from .output import coloured, print_json, print_table, print_text, readable
from .stored_steps import show_stored, store_steps

if TYPE_CHECKING:
    from banditproof.theory.prover import Disproof, Proof, Undecided
    from .proof_results import ProveFacts
    from .tables import Cell

NAMES = 10
"""The width of the column of names."""
MOST_FOR_EACH = 8.0
"""How many seconds a relation of an outline is searched for, unless --time-limit is shorter."""
MOST_READ = 100_000
"""The most characters of a statement that is read from standard input."""


def command(
    claim: str | None = None,
    ids: list[str] | None = None,
    domain: list[str] | None = None,
    proof: str | None = None,
    stored: str | None = None,
    time_limit: str = "60",
    format: list[str] | None = None,
    renumber: list[str] | None = None,
    check: bool = False,
    weaken: str | None = None,
    formal: str | None = None,
    goal: int | None = None,
    coq: bool = False,
    json: arguments.AsJson = False,
) -> None:
    """Prove an inequality on a whole domain, or find a point where it fails.

    STATEMENT has two sides and one of >=, >, <=, <, =. It claims that both sides are
    defined on the domain, too. Numbers are exact decimals. There are + - * / ** (or ^), pi, e, log,
    exp, sqrt, erf, erfc, normal_cdf, normal_pdf, tanh, sinh, cosh, abs, min, max, lambertw, kl and
    entropy (of Bernoulli laws), d_eps(x, y, eps), xlogx, and `a if x < y else b`; 0 log 0 is 0, and
    -log 0 is infinite.

    DOMAIN gives a range for each variable, with square brackets at ends that belong to it, round
    ones at ends that do not, and inf; then side conditions such as `p < q`.

    The exit code is 0 if the statement is proved, 1 if a point disproves it, 3 if neither is found.
    `banditproof verify-proof FILE` checks a written proof again, without any search.

    For the folder of another paper, each inequality in the proofs of its claims is proved, and
    certificates are written beside these; a check then checks them, and searches for nothing. This
    imports the modules of the folder, which runs their code; nothing else here runs code. With
    --stored ID, the certificates of a claim are listed, and written by --proof.

    Proofs as text stand in .proof files: --format puts one in order, and --renumber counts its
    steps from 1 after some were put between, as 7a, moved, or left out.

    A .proof file is judged by the kernel of the logic. Each theorem (`theorem NAME: FORMULA`, the
    lines of a proof, `qed`) is accepted, with the axioms that it rests on, or refused at a line; of
    each proof by steps the theorem that the kernel makes is shown, with all that it leaves open.
    What is open ends with exit code 3. No program runs. --goal LINE shows what is known and wanted
    there. --coq lets Coq read what is accepted, with all that it rests on, and says that it accepts
    or refuses it, that it has no word for a rule of it, or that it was not run; the last two end
    with exit code 3 as well.

    With --formal ID, the proof of a claim by steps is printed as the outline of a formal one, or
    written to the file that --proof names: what the prover shows is shown there, too, and textbook
    facts, claims and programs are sentences that stay open, from which a derivation begins. The
    claim may be one of a folder, whose path comes first; no code of it runs.

    With --weaken, each step of a proof is weakened in turn (a constant is added to the larger side,
    it is doubled, an equation is halved), each range is closed, and each hypothesis is dropped. A
    change with which the proof is not accepted is noticed: what was changed carries weight.

    Examples:

    `banditproof prove "kl(p, q) >= 2*(p - q)^2" --for "p in [0,1], q in [0,1]"`

    `banditproof prove "log(1 + x) >= 2*x/(2 + x)" --for "x in [0, inf)" --proof log.json`

    `banditproof prove "x*y <= 0.2" --for "x, y in (0,1), x + y <= 1" --json`

    `banditproof prove my-paper/`

    `banditproof prove --stored bern.thm4.3`

    `banditproof prove --weaken thesis.adv.bounds`

    `banditproof prove --formal thesis.adv.bounds`

    `banditproof prove --renumber my-paper/bounds.proof`
    """
    if format or renumber or check:
        _rewrite(format, renumber, check, alone=not (claim or ids or domain or proof or json))
        return
    if weaken is not None:
        if claim is not None or domain or proof is not None or stored is not None:
            raise ValueError("Nothing is proved with --weaken; give it alone, or with --json.")
        from .weakened_proofs import weaken as attack

        attack(weaken, json)
        return
    if formal is not None:
        if domain or ids or stored is not None or goal is not None or coq:
            raise ValueError("--formal ID goes with a folder, --proof, --time-limit and --json.")
        if claim is not None and not names_a_document(claim):
            raise ValueError(f"{claim!r} is no folder about a paper; give --formal ID alone.")
        from .carried_proofs import carry

        each = min(arguments.seconds(time_limit), MOST_FOR_EACH)
        carry(formal, claim, _target(proof), each, json)
        return
    if stored is not None:
        if claim is not None or domain:
            raise ValueError("Nothing is proved with --stored; leave out the statement and --for.")
        show_stored(stored, _target(proof), json)
        return
    require_file_of_proofs(claim or "")
    if claim is not None and (goal is not None or coq or claim.endswith(".proof")):
        from .judged_pages import prove_file

        if claim.endswith(".proof") and Path(claim).is_file():
            if domain or proof is not None or ids:
                raise ValueError("What a file proves stands in it; give the file alone.")
            prove_file(claim, goal, coq, json)
            return
    for option in ["--goal LINE"] * (goal is not None) + ["--coq"] * coq:
        raise ValueError(f"{option} goes with a .proof file.")
    if claim is not None and names_a_document(claim):
        if domain or proof is not None:
            raise ValueError("The proofs of a folder have their domains; leave out --for, --proof.")
        store_steps(claim, ids or (), json)
        return
    refuse_file(claim or "")
    if ids:
        raise ValueError(f"There are {1 + len(ids)} statements; put the statement in quotes.")
    from banditproof.theory.prover import Proof, Statement, prove
    from .proof_results import ProveFacts

    seconds = arguments.seconds(time_limit)
    statement = Statement.of(_read(claim), ", ".join(domain or ()))
    target = _target(proof)
    result = prove(statement, seconds)
    if target is not None and isinstance(result, Proof):
        _write(result, target)
    else:
        target = None
    facts = ProveFacts.of(result, target)
    if json:
        print_json(facts)
    else:
        _print(result, facts)
    code = {"proved": 0, "disproved": 1, "undecided": UNDECIDED}[result.result]
    if code:
        raise typer.Exit(code)


def _rewrite(
    format: list[str] | None, renumber: list[str] | None, check: bool, *, alone: bool
) -> None:
    """Put files of proofs in order, or number their steps anew."""
    from .proof_files import format_files, renumber_files

    if not alone or (format and renumber) or not (format or renumber):
        raise ValueError(
            "Give one of --format FILE and --renumber FILE, and --check with it alone."
        )
    if format:
        format_files(format, check)
    elif renumber:
        renumber_files(renumber, check)


def _read(claim: str | None) -> str:
    """The statement that was given, or the text on standard input."""
    if claim not in (None, "-"):
        return str(claim)
    if sys.stdin is None or sys.stdin.isatty():
        raise ValueError('There is no statement; give one, such as "kl(p, q) >= 2*(p - q)**2".')
    return " ".join(sys.stdin.read(MOST_READ).split())


def _target(proof: str | None) -> Path | None:
    """The file to write, if one is wanted and can be written."""
    from banditproof.theory.atomic_files import writable_file

    return None if proof is None else writable_file(Path(proof))


def _write(proof: Proof, file: Path) -> None:
    """Write the proof, complete or not at all."""
    from banditproof.theory.atomic_files import write_text
    from banditproof.theory.prover import text_of_proof

    write_text(file, text_of_proof(proof))


def _print(found: Proof | Disproof | Undecided, facts: ProveFacts) -> None:
    rows: list[tuple[str, str | Cell]] = [("statement", facts.statement)]
    if facts.domain:
        rows.append(("for", facts.domain))
    rows.append(("result", coloured(facts.result)))
    if facts.says_nothing:
        rows.append(("warning", "its conditions contradict each other, so it says nothing"))
    if facts.rules is not None:
        rows.append(("rules", ", ".join(f"{name} {n}" for name, n in facts.rules.items())))
    if facts.beyond_core:
        rows.append(("beyond core", ", ".join(facts.beyond_core)))
    if facts.witness_exact:
        named = facts.witness_exact.items()
        rows.append(("witness", ", ".join(f"{name} = {readable(v)}" for name, v in named)))
    for name, side in (("left side", facts.left), ("right side", facts.right)):
        if side is not None:
            rows.append((name, side.rounded(12)))
    if facts.why:
        rows.append(("why", facts.why))
    if facts.stuck is not None and not facts.why:
        box = ", ".join(f"{name} in {where}" for name, where in facts.stuck.box.items())
        rows += [("stuck at", facts.stuck.goal), ("on", box)]
        rows.append(("tried", ", ".join(facts.stuck.tried)))
        rows += [("fault", f"{error} (please report it)") for error in facts.stuck.errors]
    if facts.file is not None:
        rows.append(("written to", facts.file))
    rows.append(("time", f"{facts.seconds:.3g} s"))
    print_table(("", ""), [(name.ljust(NAMES), text) for name, text in rows])
    if found.result == "undecided" and not facts.why:
        print_text("Neither a proof nor a counterexample was found; more time may help.")
