"""A formula in one line of characters, from its MathML."""

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SIMPLE = re.compile(r"[+−⊤]\Z|[\w.'′⋆∗^]+\Z")


def in_one_line(element: str) -> str:
    """The characters of a MathML element; an index follows `_`, a power `^`, a quotient has `/`.

    >>> in_one_line("<math><msup><mi>x</mi><mrow><mi>a</mi><mn>2</mn></mrow></msup></math>")
    'x^a2'
    """
    text = _line(ElementTree.fromstring(element.replace("<mspace/>", "")))
    text = re.sub(r"(?<=[,;:]) *(?=\S)", " ", text)
    text = re.sub(r"(?<=[^(^_]) *([=<>≤≥≈≠∼∈⊂⊆⇒⇔⟺→]) *", r" \1 ", text)
    return re.sub(r" +", " ", text).strip()


def _line(one: Element) -> str:
    parts = [_line(child) for child in one]
    if one.tag in ("msub", "munder"):
        return (
            f"{parts[0]}_{_closed(parts[1])} " if _named(one) else f"{parts[0]}_{_closed(parts[1])}"
        )
    if one.tag in ("msubsup", "munderover"):
        return f"{parts[0]}_{_closed(parts[1])}^{_closed(parts[2])}"
    if one.tag == "msup":
        prime = set(parts[1]) <= set("′")
        return parts[0] + (parts[1] if prime else f"^{_closed(parts[1])}")
    if one.tag == "mover":
        return parts[0]
    if one.tag == "mfrac":
        return f"{_closed(parts[0])}/{_closed(parts[1])}"
    if one.tag == "msqrt":
        return f"√{_closed(''.join(parts))}"
    if one.tag == "mspace":
        return " "
    if one.tag == "mo" and one.text == "\N{FUNCTION APPLICATION}":
        return " "
    return (one.text or "") + "".join(parts) if not parts else "".join(parts)


def _named(one: Element) -> bool:
    """Whether the first part is a name of several letters, such as a limit."""
    first = "".join(one[0].itertext())
    return len(first) > 1 and first.isalpha()


def _closed(text: str) -> str:
    text = text.strip()
    return text if SIMPLE.match(text) else f"({text})"
