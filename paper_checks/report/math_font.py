"""The font of the formulas: a part of Latin Modern Math, put into the style of a page.

Without a font that has a table of mathematics, browsers place indices and brackets wrongly.
`write_math_font.py` makes the file; the licence of the font, and what was changed, stand beside it.
"""

from base64 import b64encode
from functools import cache
from importlib.resources import files

FAMILY = "Banditproof Math"
FILE = "fonts/latin-modern-math.woff2"
LICENCE = "fonts/GUST-FONT-LICENSE.txt"
STYLE = """
@font-face {
  font-family: "%s";
  src: url("data:font/woff2;base64,%s") format("woff2");
  font-display: block;
}
math { font-family: "%s", math; font-size: 1.08em; }
.wide-formula {
  display: inline-block;
  max-width: 100%%;
  overflow-x: auto;
  overflow-y: hidden;
  vertical-align: middle;
}
@media print { .wide-formula { overflow: visible; } }
""".lstrip()


def math_font() -> bytes:
    """The font as a WOFF2 file, for a site that keeps it once.

    >>> math_font()[:4]
    b'wOF2'
    """
    return files(__package__).joinpath(FILE).read_bytes()


def font_licence() -> str:
    """The licence of the font, which a site that contains the font should carry."""
    return files(__package__).joinpath(LICENCE).read_text(encoding="utf-8")


@cache
def font_face() -> str:
    """The style of formulas, with the font inside: pages need no other file for them.

    >>> font_face().startswith("@font-face")
    True
    """
    return STYLE % (FAMILY, b64encode(math_font()).decode("ascii"), FAMILY)
