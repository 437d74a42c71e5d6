"""What a release leaks about one record: leakage scores, powers, and exact finite laws."""
