"""Reasons of a line: facts, facts at terms, weights of relations, and what is unfolded.

by markov(P, X, c), positive            facts, and axioms at terms
by 2*u*(21) + (24); leaving x^2; also h weights of relations, what they leave, other facts
by (3); through exp: a >= b; from 1, 2  an increasing function of two terms; from is also
by 1, 2; apart x                        the ends of the range of x shown apart from its inside
by unfold Bern in bern                  a fact with definitions unfolded
by measurable, mX                       a function that is written out, by facts of its parts
by mean_add(P, X, Y), integrable        what a fact asks for of such functions, alike
by fold s in h, by rewrite s in h       an equation s: x = t, from right to left or back
"""

from __future__ import annotations
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from typing import TYPE_CHECKING
from . import laws
from .arithmetic import TO_REAL, relation
from .certificates import Search
from .formulas import FALSE, equation, sides
from .kernel import Theorem
from .laws import and_intro
from .passages import Misread, Passage
from .premises import Premises
from .printing import told_apart
from .searched_steps import State
from .shapes import parts, under
from .simple_types import NAT, REAL, Type, match_type
from .sizes import is_range_by_quotient, unknowns
from .terms import App, Free, Lam, Refused, Term, lam, normal, occurs, opened
from .tokens import Numeral
from .variables import fresh

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.goals import Goal
    from .certificates import Node
    from .hints import Hint
    from .measurability import Measuring

MEASURABLE, INTEGRABLE = "measurable", "integrable"
WEIGHTED = re.compile(r"(?:^|[*+] ?)\([\w']+\)(?: |\*|;|$)")
UNKNOWN_FACT = "Nothing is known here by the name"
OPTIONS = ("also", "from", "leaving", "positive", "through", "apart")
"""The words that say how a relation is shown; the first two name facts that are used besides."""
INCREASING = re.compile(r"log|exp|erf|tanh|sqrt|root(?:[2-9]|[1-9]\d)?", re.ASCII)
"""The functions of which `through` may say that they are increasing."""
WEIGHT = re.compile(r"(?:(.*)\*)?\s*\(([\w']+)\)$", re.DOTALL)
INSTANCE = re.compile(r"([\w.']+)\s*(?:\((.*)\))?$", re.DOTALL)


class Reasons(Premises):
    """Makes a theorem of a claim by what a line says."""

    def by_reason(self, claim: Term | None, why: Passage | None) -> Theorem:
        """A theorem of the claim, or what the first fact says without its premises."""
        claim = None if claim is None else normal(claim)
        options = why is not None and (_option(why) or why.split(";")[1:])
        if claim is not None and why and (options or WEIGHTED.search(why.text)):
            if relation(claim):
                return self._hinted(claim, why)
            if options:
                raise why.error("A reason with options is for a relation between numbers.")
        items = why.split(",") if why else []
        words = {i.text for i in items} & {MEASURABLE, INTEGRABLE} - self.facts.keys()
        items = [i for i in items if i.text not in words]
        self.by_parts = self._part_by_part(words)
        try:
            return self._by_items(claim, items)
        finally:
            self.by_parts = None

    def _part_by_part(self, words: set[str]) -> Measuring | None:
        if not words:
            return None
        if INTEGRABLE in words:
            from .integrability import Integrating

            return Integrating(self)
        from .measurability import Measuring

        return Measuring(self)

    def _by_items(self, claim: Term | None, items: list[Passage]) -> Theorem:
        bare = [i for i in items if i.word == "unfold" and not re.search(r"\bin\b", i.text)]
        unfolded = [name for item in bare for name in item.after("unfold").text.split()]
        unfolded += [n for i in items if i.word == "unfold" and i not in bare for n in _unfolded(i)]
        named = [*(self._item(item) for item in items if item not in bare), *self.besides]
        if self.by_parts is not None:
            self.by_parts.named = named
            if claim is not None and (self.by_parts.is_about(claim) or not items):
                return self.by_parts.claimed(claim)
        if claim is not None:
            return self._of_claim(claim, named, unfolded)
        if not named:
            raise Refused("A reason is needed where no formula is given.")
        return self.discharged(named[0], named[1:], None)

    def _item(self, item: Passage) -> Theorem:
        """The theorem that one part of a reason names."""
        try:
            if item.word in ("unfold", "fold", "rewrite"):
                names, fact = item.after(item.word).divided("in")
                if fact is None:
                    raise Refused(f"{item.word} NAMES in FACT is expected.")
                th = self._item(fact)
                return getattr(self, f"_{item.word}")(names.text.split(), th)  # type: ignore[no-any-return]
            return self._instance(item)
        except Misread:  # it has its own place, within the item
            raise
        except Refused as error:
            raise item.error(str(error)) from None

    def _unfold(self, names: list[str], th: Theorem) -> Theorem:
        known = self.library.definitions(names)
        return self.theory.convert(th, None, known)

    def _fold(self, names: list[str], th: Theorem) -> Theorem:
        for name in names:
            equal = self._equation(name)
            _, right = parts(equal.conclusion, "=") or (FALSE, FALSE)
            back = self._turned(equal)
            x = fresh(self.theory.type_of(right))
            th = laws.replace(back, lam(x, _put(th.conclusion, right, x)), th)
        return th

    def _rewrite(self, names: list[str], th: Theorem) -> Theorem:
        for name in names:
            equal = self._equation(name)
            left, _ = parts(equal.conclusion, "=") or (FALSE, FALSE)
            x = fresh(self.theory.type_of(left))
            th = laws.replace(equal, lam(x, _put(th.conclusion, left, x)), th)
        return th

    def _equation(self, name: str) -> Theorem:
        th = self.facts.get(name)
        if th is None or parts(th.conclusion, "=") is None:
            raise Refused(f"{name} is no equation that is known here.")
        return th

    def _instance(self, item: Passage) -> Theorem:
        """A fact, an axiom or a theorem, at terms."""
        match = INSTANCE.match(item.text)
        if match is None:
            raise Refused(f"{item.text!r} is no fact.")
        name = match[1]
        if name not in self.facts and self.library.resolve is not None:
            self.library.resolve(name)
        inside = item.part(match.start(2), match.end(2)) if match[2] else None
        args = inside.split(",") if inside else []
        read = cache(lambda place: self.library.term(args[place], self.known, self.apart))
        th = self.facts.get(name) or self.library.use(
            name, self.types_given(name, map(read, range(len(args))))
        )
        said, values = th.conclusion, list[Term]()
        for place, arg in enumerate(args):
            while parts(said, "imp"):
                if values:
                    th, values = laws.all_elim(th, *values), []
                th = laws.imp_elim(th, self.premise(sides(th.conclusion, "imp")[0], []))
                said = th.conclusion
            body = under(said, "forall")
            if body is None:
                raise arg.error(f"{name} takes fewer terms.")
            values.append(self.as_type(read(place), body.type, arg))
            said = body.body
        return laws.all_elim(th, *values) if values else self.plain(th)

    def types_given(self, name: str, values: Iterable[Term | Numeral]) -> dict[str, Type]:
        """The types that the terms give to the type variables of an axiom or a theorem."""
        types: dict[str, Type] = {}
        proved = self.theory.theorems.get(name)
        said = proved.conclusion if proved else self.theory.axioms.get(name)
        if said is None:
            raise Refused(f"{UNKNOWN_FACT} {name}.{self._nearest(name)}")
        for value in values:
            while pair := parts(said, "imp"):
                said = pair[1]
            body = under(said, "forall")
            if body is None:
                break
            own = self.theory.type_of(value) if isinstance(value, Term) else REAL
            match_type(body.type, own, types)
            said = body.body
        return types

    def _nearest(self, name: str) -> str:
        from difflib import get_close_matches

        known = (*self.facts, *self.theory.axioms, *self.theory.theorems)
        near = get_close_matches(name, known, 1)
        return f" The nearest name is {near[0]}." if near else ""

    def _as_named(self, claim: Term, named: list[Theorem]) -> Theorem | None:
        """A claim that named facts say as they are, with the premises that they have, or join."""
        for th in named:
            if th.conclusion == claim:
                return th
        both = [self._as_named(part, named) for part in parts(claim, "and") or ()]
        first, second = both or (None, None)
        return first and second and and_intro(first, second)

    def _of_claim(self, claim: Term, named: list[Theorem], unfolded: list[str]) -> Theorem:
        joined = self._as_named(claim, named)
        if joined is not None:
            return joined
        given = [self.discharged(th, named, claim) for th in named]
        for th in (*given, *self.all):
            if th.conclusion == claim:
                return th
        known = self.library.definitions(unfolded) if unfolded else {}
        plain = normal(claim, known)
        if plain != claim:
            for th in given:
                if normal(th.conclusion, known) == plain:
                    return self.theory.convert(th, claim, unfolded)
            if relation(plain):
                given = [self._unfold(unfolded, th) for th in given]
                return self.theory.convert(self.by_arithmetic(plain, given), claim, unfolded)
        if pair := parts(claim, "and"):
            return and_intro(*(self._of_claim(p, named, unfolded) for p in pair))
        pair = parts(claim, "or")
        for th in given:
            if pair and th.conclusion in pair:
                second = th.conclusion != pair[0]
                return laws.or_intro(th, pair[not second], second=second)
        body = under(claim, "exists")
        other = self._existence(claim, body, given, named) if body else self._same(claim, given)
        return other or self._plainly(claim, given, named)

    def _plainly(self, claim: Term, given: list[Theorem], named: list[Theorem]) -> Theorem:
        """A relation by arithmetic; what needs no named fact by those marked auto."""
        for th in given:
            if th.conclusion == FALSE:
                return laws.false_elim(th, claim)
        for th in given if claim == FALSE else ():
            pair = parts(th.conclusion, "imp")
            for other in given if pair and pair[1] == FALSE else ():
                if pair and other.conclusion == pair[0]:
                    return laws.imp_elim(th, other)
        message = "is not what the reason says"
        if relation(claim) or claim == FALSE:
            try:
                return self.by_arithmetic(claim, given)
            except Refused as error:
                message = f"does not follow: {error}".rstrip(".")
        if self.by_parts is not None and self.by_parts.is_about(claim):
            return self.by_parts.shown(claim)
        automatic = None if named else self.automatic(claim)
        if automatic is not None:
            return automatic
        wanted, *facts = told_apart(claim, *(th.conclusion for th in given))
        said = f" The reason says: {'; '.join(facts)}." if facts else ""
        hint = " `take` gives a value for an exists." if under(claim, "exists") else ""
        hint = hint or self._to_be_cited_at_a_term(claim, named) or self._to_be_named(claim, named)
        raise Refused(f"{wanted} {message}.{said}{hint}")

    def _to_be_cited_at_a_term(self, claim: Term, named: list[Theorem]) -> str:
        """That a fact about all values is used at one of them, if a reason names such a fact."""
        for name, th in self.facts.items():
            body = under(th.conclusion, "forall")
            if th in named and body is not None and under(claim, "forall") is None:
                hint = body.hint
                return f" {name} is about every {hint}: cite it at a term, {name}(TERM)."
        return ""

    def _to_be_named(self, claim: Term, named: list[Theorem]) -> str:
        """The ranges of a claim's numbers whose ends are quotients, which a reason has to name."""
        numbers = unknowns(claim)
        names = [
            name
            for name, th in self.facts.items()
            if th not in named
            and is_range_by_quotient(th.conclusion)
            and unknowns(th.conclusion) <= numbers
        ]
        if not names:
            return ""
        listed = ", ".join(names)
        return f" A range whose end is a quotient is used where a reason names it: by {listed}."

    def _same(self, claim: Term, given: list[Theorem]) -> Theorem | None:
        """F = G from forall x. F(x) = G(x); t(a) = t(b), and b = a, from a = b; t = t."""
        sides = parts(claim, "=")
        if sides is None:
            return None
        if sides[0] == sides[1]:
            return self.theory.convert(laws.refl(self.theory, sides[0]), claim)
        equations = [th for th in given if parts(th.conclusion, "=")]
        ways = (self._of_functions, partial(self._put_in, sides[0]))
        found = chain(
            (self._turned(th) for th in equations if parts(th.conclusion, "=") == sides[::-1]),
            (way(th) for th in given for way in ways),
            (self._put_in(sides[0], th, turned=True) for th in equations),
        )
        return next((th for th in found if th is not None and th.conclusion == claim), None)

    def _turned(self, equal: Theorem) -> Theorem:
        """b = a, from a = b."""
        left, _ = parts(equal.conclusion, "=") or (FALSE, FALSE)
        x = fresh(self.theory.type_of(left))
        itself = laws.refl(self.theory, left)
        return laws.replace(equal, lam(x, equation(x, left, x.type)), itself)

    def _put_in(self, term: Term, equal: Theorem, turned: bool = False) -> Theorem | None:
        """t(a) = t(b), from a = b or b = a, for a term t(a); None if nothing there is a."""
        pair = parts(equal.conclusion, "=")
        if pair is None:
            return None
        x = fresh(self.theory.type_of(pair[0]))
        there = _put(term, pair[turned], x)
        if not occurs(x, there):
            return None
        pattern = lam(x, equation(term, there, self.theory.type_of(term)))
        equal = self._turned(equal) if turned else equal
        return laws.replace(equal, pattern, laws.refl(self.theory, term))

    def _of_functions(self, th: Theorem) -> Theorem | None:
        body = under(th.conclusion, "forall")
        if body is None:
            return th if parts(th.conclusion, "=") else None
        x = fresh(body.type, body.hint)
        inner = self._of_functions(laws.all_elim(th, x))
        return None if inner is None else laws.extensional(x, inner)

    def _existence(
        self, claim: Term, body: Lam, given: list[Theorem], named: list[Theorem]
    ) -> Theorem | None:
        """exists x. A from exists x. B, where A follows from B."""
        for th in given:
            inner = under(th.conclusion, "exists")
            if inner is None or inner.type != body.type:
                continue
            x = fresh(body.type, body.hint)
            fact = self.theory.assume(opened(inner.body, x))
            wanted = opened(body.body, x)
            then = self._of_claim(normal(wanted), [self.plain(fact), *named], [])
            then = laws.ex_intro(claim, x, self.theory.convert(then, wanted))
            return laws.ex_elim(x, th, then)
        return None

    def _hinted(self, claim: Term, why: Passage) -> Theorem:
        """by 2*(h) + x*(k); leaving t; positive a, b; through exp: c >= d; apart x; also h."""
        first, options = self._options(why)
        named = self.besides + [
            item
            for word in ("also", "from")
            if word in options
            for item in map(self._item, options[word].split(","))
        ]
        weights: list[tuple[Term, Theorem]] = []
        if first is not None and WEIGHTED.search(first.text):
            weights = [self._weight(part, named) for part in first.split("+")]
        elif first is not None:
            named = [*map(self._item, first.split(",")), *named]
        named = [self.discharged(th, named, claim) for th in named]
        search = self.searched(options, weights)
        return self.by_arithmetic(claim, [*named, *(th for _, th in weights)], search)

    def searched(
        self, options: Mapping[str, Passage], weights: Sequence[tuple[Term, Theorem]]
    ) -> Search | None:
        """How a relation is searched for, if a reason says it."""
        hint = self._hint(options, weights)
        return None if hint is None else partial(_within, hint, self.certificates.combining)

    def _hint(
        self, options: Mapping[str, Passage], weights: Sequence[tuple[Term, Theorem]]
    ) -> Hint | None:
        """What a reason says of how a relation is shown."""
        from . import hints

        hint: Hint | None = None
        if weights or "leaving" in options:
            leaving = self._single(options["leaving"]) if "leaving" in options else None
            hint = hints.weighted(weights, leaving, self._reals(options.get("positive")))
        if "through" in options:
            hint = hints.of_function(*self._through(options["through"]), hint)
        return hints.with_ends(self._single(options["apart"]), hint) if "apart" in options else hint

    def _options(self, why: Passage) -> tuple[Passage | None, dict[str, Passage]]:
        """What stands before the options of a reason, and these by their words."""
        first: Passage | None = None
        options: dict[str, Passage] = {}
        for place, part in enumerate(why.split(";")):
            if part.word in OPTIONS and part.text != part.word:
                if part.word in options:
                    raise part.error(f"{part.word} stands here twice; give it once.")
                options[part.word] = part.after(part.word)
            elif not place:
                first = part
            else:
                words = ", ".join(OPTIONS)
                raise part.error(f"{part.text!r} is no option of a reason; {words} are these.")
        return first, options

    def _weight(self, part: Passage, named: list[Theorem]) -> tuple[Term, Theorem]:
        """A weight and the relation that has it."""
        match = WEIGHT.match(part.text)
        if match is None or match[2] not in self.facts:
            raise part.error(f"{part.text!r} is no weight of a known fact, as in 2*(h).")
        weight = self.number(part.part(0, match.end(1)) if match[1] else Passage.of("1"))
        th = self.discharged(self.facts[match[2]], named, None)
        if relation(th.conclusion) is None:
            said = told_apart(th.conclusion)[0]
            raise part.error(f"A relation between numbers has a weight, and this is none: {said}")
        return weight, th

    def _through(self, part: Passage) -> tuple[str, Term, Term]:
        """exp: a >= b"""
        name, terms = part.divided(":")
        larger, smaller = terms.divided(">=") if terms is not None else (part, None)
        if smaller is None:
            raise part.error("through FUNCTION: TERM >= TERM is expected.")
        if not INCREASING.fullmatch(name.text):
            raise name.error(
                f"{name.text!r} is none of log, exp, erf, tanh, sqrt, root3, root4, ..."
            )
        function = "root" if name.text == "sqrt" else name.text
        return function, self.number(larger), self.number(smaller)

    def _single(self, part: Passage) -> Term:
        """One number."""
        first, *more = part.split(",")
        if more:
            raise more[0].error("One term is expected here.")
        return self.number(first)

    def _reals(self, part: Passage | None) -> list[Term]:
        """Numbers between commas."""
        return [] if part is None else [self.number(one) for one in part.split(",")]

    def number(self, part: Passage) -> Term:
        """A real number, or a whole one as a real."""
        term = self.term(part)
        if self.theory.type_of(term) not in (REAL, NAT):
            raise part.error(f"{part.text!r} is no number.")
        return self._real(term)

    def _real(self, term: Term) -> Term:
        return App(TO_REAL, term) if self.theory.type_of(term) == NAT else term


def _within(hint: Hint, seconds: float, goal: Goal, state: State) -> Node | None:
    """What a hint finds, each part in so many seconds."""
    return hint(goal, state, seconds)


def _option(why: Passage) -> Passage | None:
    """The first part of a reason that is an option."""
    parts = why.split(";")
    return next((part for part in parts if part.word in OPTIONS and part.text != part.word), None)


def _unfolded(item: Passage) -> list[str]:
    return item.after("unfold").divided("in")[0].text.split()


def _put(term: Term, what: Term, by: Free) -> Term:
    """A term with a variable in the place of a subterm."""
    if term == what:
        return by
    match term:
        case App(f, x):
            return App(_put(f, what, by), _put(x, what, by))
        case Lam(t, body):
            return Lam(t, _put(body, what, by), term.hint)
    return term
