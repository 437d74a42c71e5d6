"""The characters of formulas: what each command of LaTeX is in Unicode, and of which kind it is.

Kinds: a letter, a relation, a sign between two operands, an opening or a closing bracket, a large
operator, a space. Greek letters have their names in Unicode, so that they need no table.
"""

import unicodedata

_LETTERS = """
infty ∞ emptyset ∅ varnothing ∅ partial ∂ nabla ∇ ell ℓ hbar ℏ aleph ℵ top ⊤ bot ⊥ dots … ldots …
cdots ⋯ vdots ⋮ ddots ⋱ Re Re Im Im forall ∀ exists ∃ neg ¬ lnot ¬ prime ′ star ⋆ ast * square □
qed □ checkmark ✓ triangle △ angle ∠ dagger † vert | lvert | rvert | S § backslash ∖ dotsc …
dotsb ⋯ nexists ∄ varepsilon ε epsilon ε vartheta ϑ varphi φ phi φ varrho ϱ varsigma ς # # % % & &
_ _ $ $
"""
_RELATIONS = """
le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ ll ≪ gg ≫ approx ≈ equiv ≡ sim ∼ simeq ≃
cong ≅ propto ∝ gtrsim ≳ lesssim ≲ triangleq ≜ coloneqq := succeq ⪰ preceq ⪯ succ ≻ prec ≺ perp ⊥
parallel ∥ vdash ⊢ models ⊨ to → rightarrow → leftarrow ← gets ← mapsto ↦ Rightarrow ⇒ Leftarrow ⇐
iff ⇔ Leftrightarrow ⇔ implies ⇒ longrightarrow → Longrightarrow ⇒ leftrightarrow ↔ uparrow ↑
downarrow ↓ in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ subsetneq ⊊ supset ⊃ supseteq ⊇ mid | colon :
Longleftrightarrow ⇔ longmapsto ↦ asymp ≍ lt < gt > hookrightarrow ↪ rightsquigarrow ⇝
"""
_BETWEEN = """
times × cdot · pm ± mp ∓ circ ∘ otimes ⊗ oplus ⊕ odot ⊙ bullet • div ÷ cup ∪ cap ∩ setminus ∖
wedge ∧ land ∧ vee ∨ lor ∨ sqcup ⊔ smallsetminus ∖
"""
_LARGE = """
sum ∑ prod ∏ int ∫ bigcup ⋃ bigcap ⋂ bigotimes ⨂ bigoplus ⨁ bigwedge ⋀ bigvee ⋁ coprod ∐ iint ∬
oint ∮ bigsqcup ⨆
"""
_OPENING = "langle ⟨ lceil ⌈ lfloor ⌊ { { lbrace { lbrack ["
_CLOSING = "rangle ⟩ rceil ⌉ rfloor ⌋ } } rbrace } rbrack ]"
_BARS = "| ‖ Vert ‖ lVert ‖ rVert ‖"
_FUNCTIONS = """
log ln exp max min sup inf lim limsup liminf arg argmax argmin det tr Pr sin cos tan sinh cosh tanh
dim ker deg gcd mod bmod arctan arccos arcsin lg erf sgn
"""
FUNCTIONS = frozenset(_FUNCTIONS.split())
SPACES = {",": "", ";": " ", ":": " ", ">": " ", "!": "", " ": " ", "quad": "  ", "qquad": "   "}
SPACES |= {"enspace": " ", "thinspace": "", "medspace": " ", "/": "", "\n": " "}
_DROPPED = """
left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm middle limits
displaystyle textstyle scriptstyle scriptscriptstyle nolimits notag nonumber mathrel mathbin mathop
mathord mathopen mathclose strut relax allowbreak small normalfont rm bf it boldmath centering hfill
"""
DROPPED = frozenset(_DROPPED.split())
_WORDS = "text textrm textbf textit emph textsc texttt textsf textup mbox hbox"
WORDS = frozenset(_WORDS.split())
_NAMES = "mathrm mathit mathbf mathsf mathtt operatorname boldsymbol bm pmb ensuremath mathds"
NAMES = frozenset(_NAMES.split())
ALPHABETS = {"mathbb": "DOUBLE-STRUCK", "mathcal": "SCRIPT", "mathscr": "SCRIPT"}
ALPHABETS |= {"mathfrak": "FRAKTUR"}
ACCENTS = {"hat": 0x302, "widehat": 0x302, "tilde": 0x303, "widetilde": 0x303, "bar": 0x304}
ACCENTS |= {"overline": 0x304, "dot": 0x307, "ddot": 0x308, "vec": 0x20D7, "check": 0x30C}
ACCENTS |= {"breve": 0x306, "underline": 0x332, "acute": 0x301, "grave": 0x300}
FRACTIONS = frozenset(["frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac"])
_ONE_CHARACTER = "1/2 ½ 1/3 ⅓ 2/3 ⅔ 1/4 ¼ 3/4 ¾ 1/8 ⅛ 3/8 ⅜ 1/5 ⅕ 1/6 ⅙"
ABOVE = dict(
    zip(
        "0123456789+−=()abcdefghijklmnoprstuvwxyz⋆*′⊤",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ⋆⋆′ᵀ",
        strict=True,
    )
)
BELOW = dict(
    zip("0123456789+−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)
)


def _pairs(words: str) -> dict[str, str]:
    parts = words.split()
    return dict(zip(parts[::2], parts[1::2], strict=True))


SINGLE_CHARACTER = _pairs(_ONE_CHARACTER)
KINDS: dict[str, tuple[str, str]] = {
    name: (sign, kind)
    for words, kind in (
        (_LETTERS, "letter"),
        (_RELATIONS, "relation"),
        (_BETWEEN, "between"),
        (_LARGE, "large"),
        (_OPENING, "opening"),
        (_CLOSING, "closing"),
        (_BARS, "bar"),
    )
    for name, sign in _pairs(words).items()
}
CHARACTERS = {
    **dict.fromkeys("([", "opening"),
    **dict.fromkeys(")]", "closing"),
    **dict.fromkeys("=<>:≤≥≠∈", "relation"),
    **dict.fromkeys("+-*·−", "between"),
    **dict.fromkeys(",;", "comma"),
    "/": "slash",
    "|": "bar",
}


def sign_of(command: str) -> tuple[str, str] | None:
    r"""The characters of a command and their kind; None for a command that has none.

    >>> sign_of("le"), sign_of("Delta"), sign_of("frac")
    (('≤', 'relation'), ('Δ', 'letter'), None)
    """
    if command in KINDS:
        return KINDS[command]
    size = "CAPITAL" if command[:1].isupper() else "SMALL"
    name = "LAMDA" if command.lower() == "lambda" else command.upper()
    try:
        return unicodedata.lookup(f"GREEK {size} LETTER {name}"), "letter"
    except KeyError:
        return None


def in_alphabet(text: str, style: str) -> str:
    """A text in double-struck, script or Fraktur letters, as far as Unicode has them.

    >>> in_alphabet("ER1", "DOUBLE-STRUCK"), in_alphabet("D", "SCRIPT")
    ('𝔼ℝ𝟙', '𝒟')
    """
    return "".join(_styled(letter, style) for letter in text)


def _styled(letter: str, style: str) -> str:
    if letter in "01" and style == "DOUBLE-STRUCK":
        return "𝟘𝟙"[int(letter)]
    size = "CAPITAL" if letter.isupper() else "SMALL"
    short = "BLACK-LETTER" if style == "FRAKTUR" else style
    for name in (
        f"{short} {size} {letter.upper()}",
        f"MATHEMATICAL {style} {size} {letter.upper()}",
    ):
        try:
            return unicodedata.lookup(name)
        except KeyError:
            continue
    return letter
