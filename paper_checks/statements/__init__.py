"""What the documents state: places, declared claims, and the register that finds them.

In reading order. What a claim is:
`claim`, `registered`: a statement with a check that can fail, and the dictionary of them.
`declared`, `field_names`, `completed`: what a text says, in which words, and what it leaves out.
`declaration`, `misfits`: what a claim must be made of, and what does not fit together.
`composite`, `recorded_verdicts`: wholes of several claims, and verdicts that others rest on.
`checks`, `mutants_of_checks`, `programmed`: programs of claims, their mutants, short folders.

Texts and their files:
`documents`, `document_header`, `catalogue`: the documents, what is said of each, what they state.
`places`, `files_of_claims`, `ids_in_texts`: where a claim stands, in which file, and its ID there.
`text_files`, `signs_of_texts`, `text_errors`: texts of people, and what is wrong with one.
`text_reader`, `text_writer`: files of claims, read and written.
`listed_sentences`, `coverage`: what a document asserts besides, and what of it is settled.
`errata_text`: the errata as their author reads them.

Claims as they are found, counted and shown:
`registry`, `index`, `claim_facts`: all claims, by programs or by texts alone, and their facts.
`resolver`, `ranking_by_words`, `reader_words`: the claims that a person names.
`claim_search`, `asked_places`: all claims of a kind, or at a place.
`counted_claims`, `without_checks`: which are counted, and which nothing checks yet.
`compared_repetitions`, `words_of_readers`: words that a reader has compared.

Folders of others:
`folders_beside`, `kept_texts`: folders that stand near, and their texts before a program ran.
`programs_of_others`, `told_claim`: where their programs run, and claims that these tell of.
"""
