"""Section 6: what privacy costs on K worlds without chance, one for each arm."""
