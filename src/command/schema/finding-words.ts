/** The meaning of the keys of what a step `find` tells. */
export const FINDING_WORDS = {
  "findings.note": "More about it, of the rule or the step.",
  "findings.severity": "As ast-grep has it; only an error counts for `--check`.",
  "findings.message": "The sentence of the rule or the step, with the code of its metavariables.",
  "findings.startLine": "From 1.",
  "findings.startColumn": "From 1, in UTF-16 code units.",
  "findings.endLine": "From 1.",
  "bytes.start": "From 1.",
  "bytes.end": "From 1, exclusive.",
  "found.total": "All of them.",
  "found.files": "The number of files that have some.",
  "found.errors": "Those of severity `error`.",
  "found.warnings": "Those of severity `warning`.",
  "found.infos": "Those of severity `info`.",
  "found.hints": "Those of severity `hint`.",
  "base.commit": "The id of the commit.",
};
