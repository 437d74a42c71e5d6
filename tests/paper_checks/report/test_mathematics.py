"""Every text of the registry is shown with all of its letters, and without raw LaTeX."""

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree
import pytest
from case_tables import table
from markdown_it import MarkdownIt
from banditproof.paper_checks import claims
from banditproof.paper_checks.report import math_font, mathml
from banditproof.paper_checks.report.mathematics import (
    complaint,
    formula_html,
    html_of,
    latex_of,
    markdown_of,
    search_words,
)
from banditproof.paper_checks.report.text_pieces import Code, Formula, pieces
from banditproof.paper_checks.textbook import FACTS

WORD_COMMANDS = {
    *("arg", "cos", "cosh", "det", "exp", "inf", "lim", "liminf", "limsup", "ln", "log", "max"),
    *("min", "Pr", "sinh", "sup", "tanh"),
}
"""The commands of LaTeX that print their own name."""


@cache
def texts() -> dict[str, str]:
    """Every text of the registry with the claim that it belongs to."""
    results: dict[str, str] = {}
    for claim in claims():
        own = [claim.title, claim.statement, claim.reading, claim.corrected or "", *claim.doubts]
        own += [step.says for step in claim.proof.facts] if claim.proof else []
        results |= dict.fromkeys(own, claim.id)
    return results | {fact.statement: fact.id for fact in FACTS}


@cache
def formulas() -> dict[str, str]:
    """Every formula of these texts with its claim."""
    return {
        piece.latex: id
        for text, id in texts().items()
        for piece in pieces(text)
        if isinstance(piece, Formula)
    }


def shown(html: str) -> str:
    """The characters that a reader of the HTML sees; it must be well formed."""
    root = ElementTree.fromstring(f"<p>{html.replace('<wbr>', '<wbr/>')}</p>")
    return "".join(root.itertext())


def letters_of_latex(latex: str) -> Counter[str]:
    plain = re.sub(
        r"\\([A-Za-z]+)",
        lambda command: command[1] if command[1] in WORD_COMMANDS else "l" * (command[1] == "ell"),
        re.sub(r"\\(?:begin|end)\{\w+\}", "", latex),
    )
    return letters(plain)


def letters(text: str) -> Counter[str]:
    """The Latin letters and digits of a text, whatever their style."""
    plain = unicodedata.normalize("NFKC", text)
    return Counter(re.findall(r"[A-Za-z0-9]", plain))


def test_no_formula_of_the_registry_is_raw_or_loses_a_letter() -> None:
    assert len(formulas()) > 6000
    for latex, id in formulas().items():
        seen = shown(html_of(f"${latex}$"))
        assert not re.search(r"[\\$]", seen), (id, latex)
        assert letters(seen) == letters_of_latex(latex), (id, latex)
        assert seen == shown(mathml.mathml(latex)), (id, "breaking a formula loses nothing")


def test_every_text_is_safe_html_without_a_lone_dollar() -> None:
    assert len(texts()) > 5000
    for text, id in texts().items():
        assert complaint(text) is None, id
        words = shown(html_of(re.sub(r"\$[^$]+\$", "", text)))
        assert not re.search(r"[\\$^`]|\w_\w", words), (id, words)


def test_every_relation_of_a_proof_is_typeset() -> None:
    relations = {
        relation: claim.id
        for claim in claims()
        if claim.proof
        for step in claim.proof.facts
        for relation in (step.formula, step.where)
        if relation
    }
    assert len(relations) > 3000
    for relation, id in relations.items():
        html = formula_html(relation)
        assert html.startswith(("<math>", '<span class="wide-formula"')), (id, relation)
        assert "\\" not in html, (id, relation)


def test_the_font_has_every_character_of_a_formula() -> None:
    pytest.importorskip("brotli", reason="the font is compressed")
    from io import BytesIO
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(math_font.math_font()))
    known = set(font.getBestCmap())
    invisible = {"\N{FUNCTION APPLICATION}"}
    for latex, id in formulas().items():
        element = ElementTree.fromstring(mathml.mathml(latex))
        for leaf in element.iter():
            for character in (leaf.text or "").replace("\N{NO-BREAK SPACE}", " "):
                drawn = in_italics(character) if leaf.tag == "mi" and upright(leaf) else character
                assert ord(drawn) in known or drawn in invisible, (id, latex, drawn)
    variants = font["MATH"].table.MathVariants
    tall = set(variants.VertGlyphCoverage.glyphs)
    assert {"parenleft", "bracketleft", "braceleft", "radical"} <= tall


def upright(leaf: ElementTree.Element) -> bool:
    """Whether a browser draws the letter in italics, although it is written upright."""
    return len(leaf.text or "") == 1 and leaf.get("mathvariant") != "normal"


def in_italics(letter: str) -> str:
    """The letter that a browser draws for a single one in `mi`."""
    if letter == "h":
        return "\N{PLANCK CONSTANT}"
    for first, start in (("a", 0x1D44E), ("A", 0x1D434), ("α", 0x1D6FC), ("Α", 0x1D6E2)):
        place = ord(letter) - ord(first)
        if 0 <= place < 25 + (first in "aA"):
            return chr(start + place)
    return letter


def marked(text: str) -> Iterator[tuple[str, str]]:
    """The kinds and contents of a Markdown text, as a renderer reads them."""
    for block in MarkdownIt("commonmark").parse(markdown_of(text)):
        for token in block.children or [block]:
            yield token.type, token.content


def test_markdown_takes_no_formula_for_a_mark() -> None:
    for text, id in list(texts().items())[::5]:
        read = list(marked(text))
        kinds = {kind for kind, _ in read}
        assert not {"em_open", "strong_open", "link_open", "image", "heading_open"} & kinds, id
        wanted = [p.latex for p in pieces(text) if isinstance(p, Formula) and risky(p.latex)]
        wanted += [piece.text for piece in pieces(text) if isinstance(piece, Code)]
        code = [content for kind, content in read if kind == "code_inline"]
        assert sorted(code) == sorted(wanted), id


def risky(latex: str) -> bool:
    return f"$`{latex}`$" == markdown_of(f"${latex}$")


def test_latex_is_balanced_and_escaped() -> None:
    for text, id in texts().items():
        latex = latex_of(text)
        outside = re.sub(r"\$[^$]+\$", "", latex.replace(r"\$", ""))
        assert "$" not in outside, id
        assert not re.search(r"(?<!\\)[#%&_^~]", outside), (id, outside)
        bare = re.sub(r"\\[{}]", "", latex)
        assert bare.count("{") == bare.count("}"), id
        assert latex.isascii() or not re.search(r"[^\x00-\u017f–—‘’“”…]", latex), (id, latex)


@pytest.mark.parametrize(("text", "html"), table(__file__, "mathematics_of_a_terminal"))
def test_mathematics_of_a_terminal(text: str, html: str) -> None:
    assert html_of(text) == html


def test_a_formula_of_somebody_else_that_cannot_be_read_is_shown_and_named() -> None:
    text = r"If $\undefinedthing<x$."
    assert "unknown command" in str(complaint(text))
    assert '<code class="unread"' in html_of(text)
    assert r"\undefinedthing&lt;x" in html_of(text)
    assert complaint("a $ alone") == "The text 'a $ alone' has a dollar sign without its partner."
    assert formula_html("x <= <= 2") == "<code>x &lt;= &lt;= 2</code>"


def test_names_are_links_where_there_is_a_page() -> None:
    pages = {"bern.eq2": "bern.eq2.html?a&b"}
    html = html_of("By bern.eq2, not bern.eq3 or `bern.eq2`.", lambda id: pages.get(id, ""))
    assert html == (
        'By <a href="bern.eq2.html?a&amp;b">bern.eq2</a>, not bern.eq3 or <code>bern.eq2</code>.'
    )


def test_without_the_package_a_sentence_names_the_extra(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "math_core", None)
    mathml._converter.cache_clear()
    try:
        for show in (html_of, complaint):
            with pytest.raises(ValueError, match=r'pip install "banditproof\[report\]"'):
                show("$not_seen_before+1$")
        with pytest.raises(ValueError, match=r'pip install "banditproof\[report\]"'):
            formula_html("never_seen <= 1")
        assert markdown_of("$x$") == latex_of("$x$") == "$x$", "these two need no package"
    finally:
        mathml._converter.cache_clear()


def test_long_formulas_may_be_broken_outside_of_brackets_only() -> None:
    html = html_of(r"$a_1+a_2+a_3=b_1+f(b_2,b_3=4,b_5)+b_6,c_1\ge d_1+d_2+d_3+d_4+d_5+d_6$")
    parts = html.split("<wbr>")
    assert len(parts) > 3
    for part in parts:
        assert shown(part).count("(") == shown(part).count(")")
    wide = r"$(a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u+v)^2$"
    assert html_of(wide).startswith('<span class="wide-formula" tabindex="0"><math>')


def test_search() -> None:
    assert {"eps", "alpha"} <= set(search_words(r"$\epsilon$ and $\alpha$").split())
