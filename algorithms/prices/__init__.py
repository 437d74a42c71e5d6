"""What declared parts cost: certified bounds of what all releases of one reward tell together."""
