"""The steps of the simplex method on trees, as kernels: whole numbers only, so nothing is rounded.

The lines are the rows, then the columns. The tree hangs from row 0: `above[line]` is the line above
(-1 for the root), and `flow[line]` what goes through the cell of these two lines. The lines below a
line are a list, `first[line]`, then `after[...]`; `before` leads back. All flows are positive.
"""

from typing import Any
import numpy as np
from banditproof.theory.compiled import kernel

STEPS = 2
"""The microseconds of one line in one step, when the kernel is interpreted."""


@kernel
def greedy(order: Any, supply: Any, demand: Any, tree: Any, moved: Any) -> int:
    """Ship as much as possible through the cells in the given order; the number of cells in use.

    The cells and what goes through them are written to `tree` and `moved`, and `supply` and
    `demand` are used up. Every step uses up one line, and only the last one two, if no proper set
    of rows has the supply that a set of columns demands.
    """
    columns, lines, used = len(demand), len(supply) + len(demand), 0
    for cell in order:
        i, j = cell // columns, cell % columns
        amount = min(supply[i], demand[j])
        if amount > 0:
            tree[used], moved[used] = cell, amount
            used += 1
            supply[i] -= amount
            demand[j] -= amount
            if used == lines - 1:
                break
    return used


@kernel
def hang(
    cost: Any, tree: Any, moved: Any, above: Any, flow: Any, price: Any, links: Any, stack: Any
) -> int:
    """Hang a tree of cells from row 0, with its flows and prices; the number of lines reached."""
    rows, columns = cost.shape
    first, after, before = links
    lines = rows + columns
    for line in range(lines):
        first[line] = after[line] = before[line] = above[line] = -1
    # the cells of each line as lists: cell k stands at 2 k for its row, at 2 k + 1 for its column
    heads, rest = stack[lines : 2 * lines], stack[2 * lines : 4 * lines]
    for line in range(lines):
        heads[line] = -1
    for k in range(lines - 1):
        i, j = tree[k] // columns, rows + tree[k] % columns
        rest[2 * k], heads[i] = heads[i], 2 * k
        rest[2 * k + 1], heads[j] = heads[j], 2 * k + 1
    stack[0], price[0], count, done = 0, 0, 1, 0
    while done < count:
        line = stack[done]
        done += 1
        place = heads[line]
        while place >= 0:
            k = place // 2
            i, j = tree[k] // columns, tree[k] % columns
            other = rows + j if line == i else i
            if other != above[line]:
                above[other], flow[other] = line, moved[k]
                price[other] = cost[i, j] - price[line]
                after[other], first[line] = first[line], other
                if after[other] >= 0:
                    before[after[other]] = other
                stack[count] = other
                count += 1
                if count > lines:
                    return count
            place = rest[place]
    return count


@kernel
def exchange(
    i: int,
    j: int,
    rows: int,
    beyond: Any,
    above: Any,
    flow: Any,
    price: Any,
    links: Any,
    stack: Any,
) -> None:
    """Let the cell of the lines i and j enter, which costs `beyond` < 0 beside its two prices.

    Around the cycle every second cell gives what the others get; the first one that has nothing
    left leaves, and the lines that it cuts off hang from the new cell.
    """
    first, after, before = links
    # the lines above i; the first one that is also above j closes the cycle
    line, depth = i, 0
    while line >= 0:
        stack[depth] = line
        depth += 1
        line = above[line]
    line, other = j, 0
    while line >= 0:
        other += 1
        line = above[line]
    # Up from the deeper one to equal depth, then both together to the line where they meet.
    top = j
    while other > depth:
        top, other = above[top], other - 1
    while stack[depth - other] != top:
        top, other = above[top], other - 1
    # a line on the side of i gives if it is a row, one on the side of j if it is a column
    leaving, least = -1, beyond
    # Row i ships through the new cell what its cell upwards ships less; then the signs alternate.
    line = i
    while line != top:
        if line < rows and (leaving < 0 or flow[line] < least):
            leaving, least = line, flow[line]
        line = above[line]
    from_i = True
    line = j
    while line != top:
        if line >= rows and (leaving < 0 or flow[line] < least):
            leaving, least, from_i = line, flow[line], False
        line = above[line]
    line = i
    while line != top:
        flow[line] += -least if line < rows else least
        line = above[line]
    line = j
    while line != top:
        flow[line] += -least if line >= rows else least
        line = above[line]
    # turn the lines between the new cell and the one that leaves
    line, new, amount = (i, j, least) if from_i else (j, i, least)
    root = line
    while True:
        old, carried = above[line], flow[line]
        if before[line] >= 0:
            after[before[line]] = after[line]
        else:
            first[old] = after[line]
        if after[line] >= 0:
            before[after[line]] = before[line]
        before[line], after[line] = -1, first[new]
        if first[new] >= 0:
            before[first[new]] = line
        first[new], above[line], flow[line] = line, new, amount
        if line == leaving:
            break
        new, amount, line = line, carried, old
    # The new cell must cost exactly its two prices: the part that was cut off moves by `beyond`,
    # rows against columns, so that the cells inside of it still cost theirs.
    # the prices of everything below: one more for the side of `root`, one less for the other side
    of_rows = beyond if root < rows else -beyond
    stack[0], count = root, 1
    while count > 0:
        count -= 1
        line = stack[count]
        if line < rows:
            price[line] += of_rows
        else:
            price[line] -= of_rows
        line = first[line]
        while line >= 0:
            stack[count] = line
            count += 1
            line = after[line]


@kernel
def improve(
    cost: Any, block: int, above: Any, flow: Any, price: Any, links: Any, stack: Any, most: int
) -> int:
    """Exchange cells until none costs less than its two prices; the number of exchanges.

    The cells are looked at in blocks of rows, in turn; of each block the cheapest one enters.
    """
    rows, columns = cost.shape
    exchanges, start, clean = 0, 0, 0
    # The end is reached only after all rows in turn had no cheaper cell since the last exchange.
    while clean < rows and exchanges < most:
        stop = min(start + block, rows)
        beyond = cost[start:stop] - price[start:stop].reshape((-1, 1)) - price[rows:]
        place = np.argmin(beyond)
        i, j = place // columns, place % columns
        least = beyond[i, j]
        if least < 0:
            exchange(start + i, rows + j, rows, least, above, flow, price, links, stack)
            exchanges, clean = exchanges + 1, 0
        else:
            clean += stop - start
        start = 0 if stop == rows else stop
    return exchanges
