"""What a table of data says about one of its rows: leakage of its mean, attacks on a descent.

- `data_tables`, `labelled_table`, `target_rows`: files of rows, labels, and targets as words;
- `column_laws`, `leakage_game`, `exact_leakage`: the score of a target, its limit, exact numbers;
- `attacked_rows`, `attacked_descent`: games against a descent, beside what is certified of it;
- `membership_results`: what these find.
"""
