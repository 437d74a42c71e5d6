"""The names of letters and signs in plain texts: the character of each, and its LaTeX."""

from unicodedata import lookup

_NAMES = (
    "alpha beta gamma delta zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi "
    "omega"
)
GREEK = {
    **{
        name: lookup(f"GREEK SMALL LETTER {name}".replace("lambda", "lamda"))
        for name in _NAMES.split()
    },
    "Delta": "Δ",
    "eps": "ε",
    "epsilon": "ε",
}
"""The Greek letters that a text spells, by name."""
CAPITALS = {
    name: lookup(f"GREEK CAPITAL LETTER {name}".replace("Lambda", "Lamda"))
    for name in ("Gamma", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega")
}
SIGNS = {"<=": "≤", ">=": "≥", "->": "→", "!=": "≠"}
"""The signs that a text writes with two characters."""
STAR = "⋆"
IN_LATEX = {
    **{letter: rf"\{name}" for name, letter in GREEK.items() if name != "eps"},
    "ε": r"\varepsilon",
    "φ": r"\varphi",
    "≤": r"\le",
    "≥": r"\ge",
    "→": r"\to",
    "≠": r"\ne",
    "·": r"\cdot",
    "⇒": r"\Rightarrow",
    "⟺": r"\iff",
    "×": r"\times",
    "±": r"\pm",
    "∞": r"\infty",
    "−": "-",
    "∀": r"\forall",
    "∃": r"\exists",
    "∧": r"\wedge",
    "∨": r"\vee",
    "¬": r"\neg",
    "∼": r"\sim",
    "∈": r"\in",
    "√": r"\surd",
    "∑": r"\sum",
    "∏": r"\prod",
    "∫": r"\int",
    "≈": r"\approx",
    "⊆": r"\subseteq",
    "∪": r"\cup",
    "∩": r"\cap",
    "∅": r"\emptyset",
    "ℝ": r"\mathbb{R}",
    "ℕ": r"\mathbb{N}",
    **{letter: rf"\{name}" for name, letter in CAPITALS.items()},
    STAR: r"\star",
    **{digit: f"^{place}" for place, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    **{digit: f"_{place}" for place, digit in enumerate("₀₁₂₃₄₅₆₇₈₉")},
}
"""The LaTeX, in mathematics, of characters that a plain article class does not know in a text."""
