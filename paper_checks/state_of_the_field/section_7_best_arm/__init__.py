"""Section 7: what privacy costs to find the best of several arms."""
