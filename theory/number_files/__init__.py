"""Files of numbers, which are read exactly or as one matrix, within stated limits.

- `exact_rows`: the rows of a file as rationals, or as words that `exact` reads;
- `number_table`: large files as one matrix of floats, whose words are read again on demand;
- `row_formats`: rows that are separated by a mark, or written as JSON or YAML.
"""
