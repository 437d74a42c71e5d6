"""The state of the field: bounds that no document states, one program per statement."""
