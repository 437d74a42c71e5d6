"""Section 2: what privacy costs on two worlds without chance."""
