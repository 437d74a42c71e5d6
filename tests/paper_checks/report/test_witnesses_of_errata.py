"""A witness of the errata: a check shows it as a page does, and computes its numbers."""

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple
import pytest
from small_reports import report_about, result_of
from banditproof.paper_checks.report.claim_in_markdown import claim_in_markdown
from banditproof.paper_checks.running.runner import Result
from banditproof.paper_checks.statements.documents import OPENED, SHIPPED, Document
from banditproof.paper_checks.statements.errata_text import (
    ERRATA,
    Entry,
    Witness,
    read_errata,
    witness_in_errata,
)
from banditproof.paper_checks.statements.index import text_index

PARTS = [
    pytest.param(entry, witness, id=f"{number}-{witness.claims[0]}")
    for document in SHIPPED
    for entry in read_errata(document.home / ERRATA)
    for number, witness in enumerate(entry.witnesses, 1)
    if entry.weight != "experiment"
]
"""The numbers of experiments are those of runs that take hours, and have tests of their own."""
PLACES = re.compile(
    r"\((?:\d+|[A-Z]\.\d+|\d\.\d+)\)|(?:Theorems?|Lemmas?|Remarks?|Steps?|Sections?|Figure|Algorithm"
    r"|Corollary|Proposition|Table) ?[A-Z]?\.?\d+(?:\.\d+)*"
)
SMALL = re.compile(r"_\{[^{}]*\}|_\w|\^\{[^{}]*\\log[^{}]*\}|\^\{-?\d/\d\}|\\d?frac1\{\d+\}\\sqrt")
NUMBER = r"\d+(?:\.\d+)?"
BOUND = re.compile(r"more than|less than|at least|at most|above|below|up to|nearly|until")


class Printed(NamedTuple):
    """A number as an entry prints it, and half of the unit of its last digit; 0 if it is exact."""

    text: str
    value: Fraction
    half: Fraction
    bounds: bool
    """Whether the words before it say that it is a bound."""

    def is_one_of(self, known: set[Fraction]) -> bool:
        """Whether it is one of these numbers, as it is printed."""
        within = (2 if self.bounds else 1) * self.half
        return any(abs(x - self.value) <= within for number in known for x in (number, -number))


def printed_numbers(witness: str) -> Iterator[Printed]:
    r"""The numbers of a witness that a check computes: decimals, fractions, and those from 100 on.

    >>> [one.text for one in printed_numbers(r"$K=2$, $\rho=10^{-12}$: by (3) it is above $7.5$.")]
    ['10^{-12}', '7.5']
    """
    text = SMALL.sub(" ", PLACES.sub(" ", witness)).replace("\\,", " ")
    form = re.compile(
        rf"\\frac(?:\{{(?P<over>\d+)\}}|(?P<o>\d))(?:\{{(?P<under>\d+)\}}|(?P<u>\d))"
        rf"|(?P<factor>{NUMBER})\\cdot10\^(?:\{{(?P<power>-?\d+)\}}|(?P<p>\d))"
        r"|(?<![\d.^{])10\^(?:\{(?P<ten>-?\d+)\}|(?P<t>\d))"
        rf"|(?<![\^\d.])(?P<top>\d+)/(?P<bottom>\d+)|(?P<plain>{NUMBER})"
    )
    for match in form.finditer(text):
        part = {name: word for name, word in match.groupdict().items() if word}
        bounds = bool(BOUND.search(text[max(0, match.start() - 60) : match.start()]))
        half = Fraction(0)
        if "under" in part or "u" in part:
            value = Fraction(int(part.get("over", part.get("o", "1"))))
            value /= int(part.get("under", part.get("u", "1")))
        elif "factor" in part:
            scale = Fraction(10) ** int(part.get("power", part.get("p", "0")))
            value, half = Fraction(part["factor"]) * scale, scale / 2
            half /= 10 ** len(part["factor"].partition(".")[2])
        elif "ten" in part or "t" in part:
            power = int(part.get("ten", part.get("t", "0")))
            if abs(power) > 1000:
                continue
            value = Fraction(10) ** power
        elif "bottom" in part:
            value = Fraction(int(part["top"]), int(part["bottom"]))
        else:
            value, digits = Fraction(part["plain"]), part["plain"].partition(".")[2]
            if not digits and value < 100:
                continue
            half = Fraction(1, 2 * 10 ** len(digits))
        yield Printed(match[0], value, half, bounds)


def computed_numbers(words: str) -> set[Fraction]:
    """The numbers in what a check says: 1/3, 0.25, 2.5e-7, 10^16, 1.23[4..5]."""
    plain = re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?", words)
    ratios = re.findall(r"(-?\d+)/(\d+)", words)
    powers = re.findall(r"(\d+)\^\(?(-?\d{1,3})\)?(?!\d|/)", words)
    found = {Fraction(number) for number in plain}
    found |= {Fraction(int(over), int(under)) for over, under in ratios if int(under)}
    return found | {Fraction(base) ** int(power) for base, power in powers if int(base)}


def said_by(results: list[Result]) -> str:
    """All that the checks of an entry say of a witness, with the claims that they name."""
    facts = [result.facts for result in results]
    named = {id.rstrip(".") for one in facts for id in re.findall(r"thesis\.[\w.]+", one.summary)}
    also = [text_index()[id] for id in sorted(named) if id in text_index()]
    values = [f"{name} = {value}" for one in facts for name, value in one.witness_values.items()]
    other = [f"{one.witness} {one.summary} {json.dumps(one.numbers)}" for one in facts]
    return "; ".join((*values, *other, *(one.statement for one in also if one.recorded == "holds")))


@pytest.mark.slow
@pytest.mark.each("the numbers of a witness in print")
@pytest.mark.parametrize(("entry", "witness"), PARTS)
def test_a_check_computes_the_numbers_of_its_witness(
    entry: Entry, witness: Witness, judged: Callable[[str], Result]
) -> None:
    results = [judged(id) for id in witness.claims]
    # what has no numbers of its own is a consequence of what has some
    own = [one for one in results if one.facts.witness_values or one.facts.witness] or results
    for one in own:
        known = computed_numbers(said_by([one]))
        wrong = [part.text for part in printed_numbers(witness.text) if not part.is_one_of(known)]
        assert not wrong, f"the check of {one.claim.id} has not computed these numbers"


@pytest.mark.parametrize("document", SHIPPED, ids=lambda document: document.name)
def test_each_claim_of_an_entry_has_a_witness_that_names_it(document: Document) -> None:
    entries = [entry for entry in read_errata(document.home / ERRATA) if entry.witnesses]
    without = [id for entry in entries for id in entry.claims if not entry.witness_of(id)]
    nobody = [one.text for entry in entries for one in entry.witnesses if not one.claims]
    assert (without, nobody) == ([], [])


def test_a_claim_shows_no_witness_of_another() -> None:
    """What refutes the privacy of Section 5.1 says nothing of its regret."""
    privacy, regret = (witness_in_errata(f"adv.sec5.1.{name}") for name in ("privacy", "regret"))
    assert "DP" in privacy
    assert "DP" not in regret
    assert "regret" in regret
    assert "regret" not in privacy


@pytest.mark.parametrize(
    ("witness", "said", "right"),
    [
        ("the regret is $4.56$", "regret = 4.5551", True),
        ("the regret is $4.55$", "regret = 4.5551", False),
        ("the regret is more than $4.55$", "regret = 4.5551", True),
        ("$T=10^4$ and $\\epsilon=1/3$", "T = 10000, eps = 1/3", True),
        ("$T=10^5$", "T = 10000", False),
        ("$\\frac{23}{55}$", "sup = 23/55", True),
        ("$\\frac{23}{56}$", "sup = 23/55", False),
        ("$2.08\\cdot10^{11}$", "bound = 2.0800000e+11", True),
        ("by (38) and Lemma 5.16 in round $2$", "nothing", True),
    ],
)
def test_a_wrong_number_is_noticed(witness: str, said: str, right: bool) -> None:
    known = computed_numbers(said)
    assert all(one.is_one_of(known) for one in printed_numbers(witness)) == right


def test_a_check_shows_the_witness_of_the_errata() -> None:
    id = "adv.cor24.step"
    witness = witness_in_errata(id)
    facts = result_of(id, errata_witness=witness)
    page = claim_in_markdown(report_about((id,), (id,), errata_witness=witness), id)
    assert "**Witness.** $\\varepsilon=1$" in page
    assert "**Computed.**" in page
    assert page.index("**Witness.**") < page.index("**Computed.**")
    assert facts.errata_witness == witness


def test_a_repeated_statement_shows_the_witness_of_the_first(
    judged: Callable[[str], Result],
) -> None:
    result = judged("adv.cor24.step")
    assert result.facts.errata_witness == witness_in_errata("adv.cor24.step") != ""
    assert judged("bern.rem3.b.sum").facts.errata_witness == ""


def test_the_errata_of_a_folder_are_no_witness(
    judged: Callable[[str], Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its programs may have written them, and no test compares their numbers."""
    result = judged("adv.cor24.step")
    document = next(document for document in SHIPPED if document.prefix == "adv")
    monkeypatch.setitem(OPENED, result.claim.document, document)
    assert result.facts.errata_witness == ""
