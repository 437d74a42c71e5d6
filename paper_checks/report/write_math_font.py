"""Make the embedded font anew: `python -m banditproof.paper_checks.report.write_math_font FONT`.

FONT is `latinmodern-math.otf`, as TeX distributions and the Debian package fonts-lmodern have it.
Needs fonttools and brotli (the package `fonttools[woff]`). Kept are the signs that formulas of a
paper on bandits may have, with their larger forms, and the table of mathematics.
"""

import sys
from pathlib import Path
from .math_font import FILE

RANGES = (
    (0x20, 0x7E),  # Latin letters and digits
    (0xA0, 0xB7),
    (0xD7, 0xD7),
    (0xF7, 0xF7),
    (0x131, 0x131),
    (0x237, 0x237),
    (0x2C6, 0x2DD),  # accents over letters
    (0x300, 0x338),
    (0x391, 0x3F6),  # Greek
    (0x2000, 0x2064),  # blanks, dashes, primes, invisible signs
    (0x20D0, 0x20DD),
    (0x2100, 0x214F),  # letters such as the real numbers and Planck's h, which is an italic h
    (0x2190, 0x21D5),  # arrows
    (0x2200, 0x22FF),  # operators and relations
    (0x2308, 0x230B),
    (0x23DC, 0x23E1),  # braces above and below
    (0x25A0, 0x25A1),
    (0x25CB, 0x25CB),
    (0x27E6, 0x27EB),  # brackets
    (0x27F5, 0x27FA),
    (0x2A00, 0x2A06),
    (0x2A7D, 0x2A7E),
    (0x2AAF, 0x2AB0),
    (0x1D400, 0x1D467),  # bold, italic
    (0x1D49C, 0x1D4CF),  # script
    (0x1D504, 0x1D56B),  # fraktur, blackboard
    (0x1D6A4, 0x1D71B),  # Greek, bold and italic
    (0x1D7CE, 0x1D7E1),
)
FEATURES = ("dtls", "flac")
"""Letters without dots below accents, and flat accents; forms for indices would double the size."""
OWN_FAMILY, OWN_FILE_NAME = "Banditproof Math", "BanditproofMath-Regular"
"""The licence asks for another name of a changed font."""


def write_font(source: Path, target: Path) -> int:
    """Write the part of a font that pages need, and return its size in bytes."""
    from fontTools.subset import Options, Subsetter, load_font, save_font

    options = Options()
    options.flavor = "woff2"
    options.layout_features = list(FEATURES)
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.hinting = False
    options.desubroutinize = False
    options.recalc_timestamp = False
    options.drop_tables += ["FFTM"]
    font = load_font(str(source), options)
    wanted = [code for first, last in RANGES for code in range(first, last + 1)]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    for record in list(font["name"].names):
        names = {1: OWN_FAMILY, 4: OWN_FAMILY, 6: OWN_FILE_NAME, 16: OWN_FAMILY}
        if record.nameID in names:
            record.string = names[record.nameID]
    if "CFF " in font:
        font["CFF "].cff.fontNames = [OWN_FILE_NAME]
    if "MATH" not in font:
        raise ValueError(f"The font {source} has no table of mathematics; give Latin Modern Math.")
    # a browser lowers the index of a letter with a descender by this; TeX does not
    font["MATH"].table.MathConstants.SubscriptBaselineDropMin.Value = 0
    target.parent.mkdir(exist_ok=True)
    save_font(font, str(target), options)
    return target.stat().st_size


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("Give one file: latinmodern-math.otf.")
    size = write_font(Path(sys.argv[1]), Path(__file__).parent / FILE)
    print(f"{FILE}: {size} bytes")
