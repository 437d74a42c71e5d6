"""The logical lines of a proof as text: an indented line continues the one above it."""

from .pieces import LogicalLine, UnreadableProof


def logical_lines(text: str, path: str, first: int = 1) -> tuple[list[LogicalLine], list[str]]:
    """The logical lines, and the comments below the last one.

    A comment is a line that begins with #. It belongs to the logical line below it, or to the one
    that goes on below it. So does an empty line, of which several are one.

    >>> lines, below = logical_lines("# first\\n1. So\\n    it is.\\n# last", "a.proof")
    >>> lines[0].text, lines[0].comments, lines[0].place(6), below
    ('1. So it is.', ('# first',), (3, 5), ['# last'])
    """
    lines: list[LogicalLine] = []
    comments: list[str] = []
    parts: list[tuple[str, int, int]] = []
    above: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), first):
        words = line.strip()
        if not words:
            if comments[-1:] != [""]:
                comments.append("")
        elif line[0] == "#":
            comments.append(line.rstrip())
        elif line[0].isspace():
            column = line.index(words) + 1
            if not parts:
                message = f"{words!r} is indented and continues no line; begin it in column 1."
                raise UnreadableProof(path, number, column, message)
            if words[0] == "#":
                message = "A comment begins in column 1; this # is indented, as a step continued."
                raise UnreadableProof(path, number, column, message)
            parts.append((words, number, column))
            above, comments = (*above, *filter(None, comments)), []
        else:
            if parts:
                lines.append(_joined(parts, path, above))
            parts, above, comments = [(words, number, 1)], tuple(comments), []
    if parts:
        lines.append(_joined(parts, path, above))
    return lines, comments


def _joined(parts: list[tuple[str, int, int]], path: str, comments: tuple[str, ...]) -> LogicalLine:
    starts, at = [], 0
    for words, _, _ in parts:
        starts.append(at)
        at += len(words) + 1
    text = " ".join(words for words, _, _ in parts)
    return LogicalLine(text, path, tuple(starts), tuple(part[1:] for part in parts), comments)
