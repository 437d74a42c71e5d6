"""What a theory declares, as the head of a Coq file."""

from __future__ import annotations
import re
from collections.abc import Iterable
from banditproof.theory.logic.formulas import LAWS, LOGIC
from banditproof.theory.logic.signature import Signature
from banditproof.theory.logic.simple_types import type_variables
from banditproof.theory.logic.terms import Term, types_within
from .wording import FIXED, Scope, Wording, letter, word

HEAD = """\
From Coq Require Import Reals Lra Lia Nsatz FunctionalExtensionality Classical.
From banditproof Require Import rules.
Open Scope R_scope.
Set Default Timeout 30.
Definition kl (p q : R) : R :=
  p * ln p + (1 - p) * ln (1 - p) + - (p * ln q) + - ((1 - p) * ln (1 - q)).
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
FREE = Scope()


def declared(wording: Wording) -> list[str]:
    """The laws, sorts, each with a value where its arguments have one, constants, definitions."""
    theory, lines = wording.signature, []
    for name, said in LAWS.items():
        lines.append(f"Lemma law_{word(name)} : {stated(wording, said)}. Proof. law. Qed.")
    for name, arity in theory.sorts.items():
        if name in ("Prop", "R", "N", "->"):
            continue
        lines.append(f"Parameter s_{word(name)} : {'Type -> ' * arity}Type.")
        binder = "".join(f"forall (A{i} : Type) (a{i} : A{i}), " for i in range(arity))
        whole = " ".join([f"s_{word(name)}", *(f"A{i}" for i in range(arity))])
        lines.append(f"Parameter some_{word(name)} : {binder}{whole}.")
    for name, t in theory.constants.items():
        if name in LOGIC or name in FIXED:
            continue
        types = sorted(type_variables(t))
        if name in theory.definitions:
            value, general = theory.definitions[name]
            binder = "".join(f" ({letter('T', v)} : Type)" for v in sorted(type_variables(general)))
            lines.append(f"Definition c_{word(name)}{binder} := {wording.term(value, FREE)}.")
        else:
            binder = "".join(f"forall {letter('T', v)} : Type, " for v in types)
            lines.append(f"Parameter c_{word(name)} : {binder}{wording.type(t, FREE)}.")
    return lines


def needed(lines: Iterable[str], rest: Iterable[str]) -> list[str]:
    """The declarations that the rest of a file uses, also below one another, in their order.

    >>> needed(["Parameter c_a : R.", "Parameter c_b : R.", "Definition c_d := c_a."], ["c_d = 0"])
    ['Parameter c_a : R.', 'Definition c_d := c_a.']
    """
    used = {word for text in rest for word in re.findall(r"\w+", text)}
    kept: list[str] = []
    for line in reversed([*lines]):
        words = re.findall(r"\w+", line)
        if words[1] in used:
            kept.insert(0, line)
            used.update(words)
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
    return wording.binder(types_within(statement)) + wording.term(statement, FREE)


def parameters(theory: Signature) -> frozenset[str]:
    """The words that stand for sorts, their values, and constants, of which nothing is said."""
    sorts = [name for name in theory.sorts if name not in ("Prop", "R", "N", "->")]
    own = [f"s_{word(n)}" for n in sorts] + [f"some_{word(n)}" for n in sorts]
    plain = [n for n in theory.constants if n not in LOGIC and n not in FIXED]
    return frozenset(own + [f"c_{word(n)}" for n in plain if n not in theory.definitions])
