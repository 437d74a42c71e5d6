"""The graph of what rests on what: as data, laid out, and drawn."""
