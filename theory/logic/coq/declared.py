"""What a theory declares, as the head of a Coq file."""

from __future__ import annotations
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from banditproof.theory.logic.formulas import LAWS, LOGIC
from banditproof.theory.logic.signature import Signature
from banditproof.theory.logic.simple_types import type_variables
from banditproof.theory.logic.terms import Term
from .wording import EVERYTHING, FIXED, Wording, letter, within, word

HEAD = """\
From Coq Require Import Reals Lra Lia Nsatz FunctionalExtensionality Classical.
From banditproof Require Import rules.
Open Scope R_scope.
Set Default Timeout 30.
Ltac alike := cbv beta; first
  [ reflexivity | ring | (unfold Rdiv; ring) | lra | (rewrite exp_0; reflexivity)
  | solve [f_equal; ring] | solve [f_equal; field; lra] | solve [field; nonzero] ].
Ltac law := intros; first
  [ apply classic | reflexivity | (subst; assumption) | (eexists; eassumption)
  | (apply functional_extensionality; assumption) | tauto
  | (match goal with some : exists _, _ |- _ => destruct some; eauto end) ].
Ltac say_premises T := lazymatch T with
  | ?A -> ?B => tryif (lazymatch T with forall name : _, _ => idtac name end)
                then say_premises B else idtac
  | _ => idtac end.
Ltac say_premises_of theorem := let T := type of theorem in say_premises T."""
DEFINED = {
    "kl": "Definition kl (p q : R) : R :=\n"
    "  p * ln p + (1 - p) * ln (1 - p) + - (p * ln q) + - ((1 - p) * ln (1 - q)).",
    "erf": "From Coquelicot Require Hierarchy RInt.\n"
    "Definition erf (x : R) : R := 2 / sqrt PI *\n"
    "  @RInt.RInt Hierarchy.R_CompleteNormedModule (fun t => exp (- (t * t))) 0 x.",
}
"""The functions of reals that are neither Coq's nor those of `rules.v`."""


def declared(wording: Wording) -> list[tuple[str, Callable[[], str]]]:
    """Functions, laws, sorts, each with a value where its arguments have one, and constants.

    Each is its word, and what writes its line: a file has few of them.
    """
    theory, lines = wording.signature, [(name, said.__str__) for name, said in DEFINED.items()]
    for name, said in LAWS.items():
        lines.append((f"law_{word(name)}", partial(_law, wording, name, said)))
    for name, arity in theory.sorts.items():
        if name in ("Prop", "R", "N", "->"):
            continue
        sort, some = f"s_{word(name)}", f"some_{word(name)}"
        binder = "".join(f"forall (A{i} : Type) (a{i} : A{i}), " for i in range(arity))
        whole = " ".join([sort, *(f"A{i}" for i in range(arity))])
        lines.append((sort, f"Parameter {sort} : {'Type -> ' * arity}Type.".__str__))
        lines.append((some, f"Parameter {some} : {binder}{whole}.".__str__))
    for name in theory.constants:
        if name not in LOGIC and name not in FIXED:
            lines.append((f"c_{word(name)}", partial(_constant, wording, name)))
    return lines


def _law(wording: Wording, name: str, said: Term) -> str:
    return f"Lemma law_{word(name)} : {stated(wording, said)}. Proof. law. Qed."


def _constant(wording: Wording, name: str) -> str:
    theory = wording.signature
    if name in theory.definitions:
        value, general = theory.definitions[name]
        names = sorted(type_variables(general))
        plain = [f"({letter('T', v)} : Type)" for v in names]
        binders = wording.arguments(names) if wording.has_values(name) else plain
        binder = "".join(f" {one}" for one in binders)
        return f"Definition c_{word(name)}{binder} := {wording.term(value, EVERYTHING)}."
    t = theory.constants[name]
    binder = "".join(f"forall {letter('T', v)} : Type, " for v in sorted(type_variables(t)))
    if wording.has_values(name):
        binder = wording.binder(type_variables(t))
    return f"Parameter c_{word(name)} : {binder}{wording.type(t, EVERYTHING)}."


def needed(lines: Sequence[tuple[str, Callable[[], str]]], rest: Iterable[str]) -> list[str]:
    """The declarations that the rest of a file uses, also below one another, in their order.

    >>> lines = {word: f"Parameter {word} : R.".__str__ for word in ("c_a", "c_b")}
    >>> lines["c_d"] = "Definition c_d := c_a.".__str__
    >>> needed([*lines.items()], ["c_d = 0"])
    ['Parameter c_a : R.', 'Definition c_d := c_a.']
    """
    used = {word for text in rest for word in re.findall(r"\w+", text)}
    kept: list[str] = []
    for own, write in reversed(lines):
        if own in used:
            kept.insert(0, write())
            used.update(re.findall(r"\w+", kept[0]))
    return kept


def supposed(wording: Wording, names: Iterable[str], theorems: Iterable[str] = ()) -> list[str]:
    """Some axioms, and theorems of which the statements alone are taken, as hypotheses."""
    said = wording.signature
    axioms = [f"Hypothesis ax_{word(n)} : {stated(wording, said.axioms[n])}." for n in names]
    return axioms + [
        f"Hypothesis thm_{word(n)} : {stated(wording, said.statements[n])}." for n in theorems
    ]


def stated(wording: Wording, statement: Term) -> str:
    """A closed statement over its type variables."""
    return wording.binder(within(statement)[0]) + wording.term(statement, EVERYTHING)


def parameters(theory: Signature) -> frozenset[str]:
    """The words that stand for sorts, their values, and constants, of which nothing is said."""
    sorts = [name for name in theory.sorts if name not in ("Prop", "R", "N", "->")]
    own = [f"s_{word(n)}" for n in sorts] + [f"some_{word(n)}" for n in sorts]
    plain = [n for n in theory.constants if n not in LOGIC and n not in FIXED]
    return frozenset(own + [f"c_{word(n)}" for n in plain if n not in theory.definitions])
