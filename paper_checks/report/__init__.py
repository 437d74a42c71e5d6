"""The report: a static site about claims, their verdicts, and what these rest on.

In reading order. What is shown:
`reported`, `earlier_results`: claims as they were found, in this run or in the file of another.
`contents`, `neighbourhood`: claims by document and section, and the parts of their graph.
`proved_tested_trusted`: what stands behind a verdict, in one line.
`written_findings`, `mutants_in_words`, `symbols`: what texts say of a claim, of its mutants, and
of the letters in its statement.
`formal_elsewhere`: the theorems of other libraries beside the statements.

The site:
`site`, `site_folder`, `stamp`: its pages, the folder they are written to, what differs in two runs.
`page_names`, `page_templates`: where each page stands, and the templates.
`style_sheet`, `palette`: the style of every page, and its colours.
`claim_page`, `pieces_of_claims`: the page of one claim: its data; its graph, program and command.
`document_pages`, `field_page`, `search_rows`: pages about a document and the field; the search.
`drawn_figures`, `drawn_graphs`: figures and graphs on pages.
`source_listing`, `program_files`, `proof_listing`: the program of a claim, and its proof as text.

Texts to send:
`claim_summary`, `one_claim`: what a text tells of one claim, and its forms.
`claim_in_markdown`, `claim_in_latex`: two of these forms.
`errata`, `errata_to_send`, `review_to_send`: what is not true as printed, and two pages of review.
`markdown_text`, `latex_text`, `pdf_of_latex`: words in Markdown and in LaTeX, and a PDF of these.

Mathematics:
`mathematics`, `text_pieces`, `letters`: one text in all its forms, cut into words and formulas.
`mathml`, `math_font`, `write_math_font`: formulas on pages, with the font that is in them.
`readable_text`, `formula_line`, `formula_tree`, `formula_signs`: formulas in plain characters.
"""
