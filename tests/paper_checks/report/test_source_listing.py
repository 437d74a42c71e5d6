"""The program of a claim as highlighted source: the right lines, and nothing lost or run."""

import ast
import io
import re
import tokenize
from html import unescape
from pathlib import Path
import pytest
import banditproof.paper_checks
from banditproof.paper_checks.report.palette import COLOURS, contrast
from banditproof.paper_checks.report.program_files import WORD, Program
from banditproof.paper_checks.report.source_listing import SHADES, STYLE, listing_of
from banditproof.paper_checks.statements.documents import document_of_id
from banditproof.paper_checks.statements.index import text_index

ROOM = Path(next(iter(banditproof.paper_checks.__path__)))
INDEX = text_index()


def plain(html: str) -> str:
    return unescape(re.sub("<[^>]*>", "", html))


def source_of(file: str) -> list[str]:
    return (ROOM / file.removeprefix("paper_checks/")).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("id", list(INDEX)[::60])
def test_a_listing_shows_the_lines_of_the_file_that_declare_the_claim(id):
    listing = listing_of(INDEX[id])
    lines = source_of(listing.path)
    shown = plain(listing.declaration.html).split("\n")
    assert shown == lines[listing.line - 1 : listing.line - 1 + len(shown)]
    printed = document_of_id(id).printed.get(id, id)
    names = (f'"{near}"' for near in (id, id.rpartition(".")[0], printed))
    names = (id,) if listing.path.endswith(".claims") else tuple(names)
    assert any(name in line for line in shown for name in names)
    for excerpt in listing.used.values():
        part = plain(excerpt.html).split("\n")
        assert part == lines[excerpt.first - 1 : excerpt.first - 1 + len(part)]


def test_every_claim_has_its_declaration():
    """Whatever declares it: a decorator, a loop, a call that makes arguments, a pattern."""
    sample = [*list(INDEX)[::60], "bern.fig1", "bern.comp.adapklucb", "bern.sec1.adapklucb"]
    without = [id for id in sample if listing_of(INDEX[id]).declaration is None]
    assert without == []
    assert "_described" in plain(listing_of(INDEX["bern.comp.adapklucb"]).declaration.html)
    assert "FIGURE_CHECKS" in plain(listing_of(INDEX["bern.fig1"]).declaration.html)


def test_words_are_those_of_python():
    files = sorted(ROOM.rglob("*.py"))
    kinds = {
        tokenize.STRING: "text",
        tokenize.COMMENT: "comment",
        tokenize.NUMBER: "number",
        tokenize.NAME: "name",
    }
    for file in (*files[::80], ROOM / "textbook.py", ROOM / "report" / "program_files.py"):
        text = file.read_text(encoding="utf-8")
        own = [(f.lastgroup, f[0]) for f in WORD.finditer(text) if f.lastgroup != "sign"]
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        if any(token.type not in kinds and "FSTRING" in str(token) for token in tokens):
            continue  # newer Pythons split texts with braces
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        assert own == [(kinds[t.type], t.string) for t in tokens if t.type in kinds], file


CASES = '''\
from .other import helper
from banditproof.theory import kl
import os

LIMIT = 3


@claim(
    "x.one",
    r"says <script> & $a<b$",
    rests_on=("x.two",),
)
def check(bound=LIMIT):  # a <comment>
    """Two
    lines."""
    return proved(f"at {bound}", helper(bound))


def unused():
    return 1


@claim(**made("x.two", "other"))
def second(LIMIT=0):
    return second.LIMIT


for name in ("x.three", "x.four"):
    claim(name, "said")(check)
'''


def test_declarations_uses_and_imports_are_distinguished():
    program = Program(CASES)
    first, last = 8, 16
    result = program.declaration("x.one")
    assert (result.first, result.last) == (first, last)
    assert list(program.used(result)) == ["LIMIT"]
    assert program.declaration("x.one.repaired") is result
    assert program.declaration("x.two").first == 23
    assert program.used(program.declaration("x.two")) == {}
    assert program.declaration("x.four").first == 28
    assert "check" in program.used(program.declaration("x.four"))
    assert program.declaration("y") is None
    assert program.imported == {"helper": ".other", "kl": "banditproof.theory"}


def test_each_line_is_whole_and_escaped():
    program = Program(CASES)
    assert [plain(line) for line in program.lines] == CASES.split("\n")
    for line in program.lines:
        assert line.count("<span") == line.count("</span>")
    html = "\n".join(program.lines)
    assert "<script>" not in html
    for wanted in (
        '<span class="d">claim</span>',
        '<span class="k">def</span> <span class="f">check</span>',
        '<span class="c"># a &lt;comment&gt;</span>',
        '<span class="m">3</span>',
        '<span class="s">    lines."""</span>',
        'r"says &lt;script&gt; &amp; $a&lt;b$"</span>',
    ):
        assert wanted in html
    assert ast.parse(plain(html))


def test_a_file_that_is_not_there_is_said():
    from dataclasses import replace

    gone = replace(INDEX["bern.eq2"], file="paper_checks/bernoulli/no_<such>_file.py")
    listing = listing_of(gone)
    assert (listing.declaration, listing.line) == (None, 0)
    assert "no_&lt;such&gt;_file.py is not part of this installation" in listing.html
    other = listing_of(replace(INDEX["bern.eq2"], document="nowhere"))
    assert other.declaration is None


def test_a_template_takes_the_listing_as_markup_and_names_what_stands_elsewhere():
    pytest.importorskip("markupsafe")
    listing = listing_of(INDEX["bern.thm4.3"])
    assert listing.listing.__html__() == listing.html
    assert "It uses " in listing.html
    assert "<code>Verdict</code>" in listing.html
    assert f'<pre style="counter-reset: line {listing.line - 1}">' in listing.html


@pytest.mark.parametrize("scheme", [0, 1])
def test_the_colours_of_words_can_be_read(scheme):
    for name, colours in SHADES.items():
        assert f".source .{name} {{ color: {colours[scheme]} }}" in STYLE
        for ground in ("paper", "raised"):
            assert contrast(colours[scheme], COLOURS[ground][scheme]) >= 4.5, name
