"""Proofs as files of JSON, and their check, for which the statement is read anew from its text.

A file holds the claim and the domain as texts, the goal as stored terms, and the tree of rules.
A reader who trusts no text can check the goal alone; here the text must mean that goal, so that a
file cannot prove something else than it says. Numbers are exact and stand as texts.
"""

import json
from pathlib import Path
from banditproof.theory.number_words import shown
from .kernel.goals import Rejected
from .kernel.steps import DAMAGE
from .outcomes import FORMAT, VERSION, Proof
from .statement import Statement
from .stored_json import goal_of, json_of, require_moderate, text_in

KEYS = ("format", "version", "claim", "domain", "goal", "proof")


def text_of_proof(proof: Proof) -> str:
    """The text of a proof's file."""
    return json.dumps(proof.to_json(), separators=(",", ":"), allow_nan=False) + "\n"


def verify_proof(path: str | Path) -> Proof:
    """The proof in a file, checked twice; raises ValueError if it is unreadable or wrong.

    >>> import tempfile
    >>> from .decision import prove
    >>> with tempfile.TemporaryDirectory() as there:
    ...     file = Path(there) / "square.json"
    ...     _ = file.write_text(text_of_proof(prove(Statement.of("x^2 >= 0", "x in [-1, 1]"))))
    ...     print(verify_proof(file).statement)
    x^2 >= 0 for x in [-1, 1]
    """
    proof = read_proof(path)
    proof.check()
    return proof


def read_proof(path: str | Path) -> Proof:
    """The proof in a file, not yet checked; its statement means the goal that is stored.

    Raises ValueError if the file is unreadable, and `Rejected` if text and goal differ.
    """
    return proof_of(text_in(path), f"The file {path}")


def proof_of(text: str, what: str = "The proof") -> Proof:
    """The proof of a file's text, not yet checked."""
    facts = json_of(text, what)
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise ValueError(f"{what} holds no proof; give one that `banditproof prove --proof` wrote.")
    if facts.get("version") != VERSION or isinstance(facts.get("version"), bool):
        raise ValueError(
            f"{what} has version {shown(str(facts.get('version')))} of the format; give one of "
            f"version {VERSION}."
        )
    missing = [key for key in KEYS if key not in facts] or [k for k in facts if k not in KEYS]
    texts = (facts.get("claim"), facts.get("domain"))
    if (
        missing
        or not all(isinstance(t, str) for t in texts)
        or not isinstance(facts["proof"], dict)
    ):
        raise ValueError(f"{what} is damaged; give one that `banditproof prove --proof` wrote.")
    try:
        require_moderate([facts["goal"], facts["proof"]], what)
    except RecursionError:
        raise ValueError(f"{what} is nested too deeply; give one of a proof.") from None
    try:
        statement = Statement.of(facts["claim"], facts["domain"])
    except ValueError as reason:
        raise ValueError(f"{what} states nothing that can be read: {reason}") from None
    try:
        goal = goal_of(facts["goal"])
    except DAMAGE:
        raise ValueError(f"{what} is damaged: its goal cannot be read; write it anew.") from None
    if goal != statement.goal:
        raise Rejected(f"{what} states one thing and proves another: its goal is not its claim.")
    return Proof(statement, facts["proof"])
