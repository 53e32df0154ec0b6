import type { Policy, PolicyRule } from "../model/policy.ts";

const NEW_SYNTAX_ERRORS: PolicyRule = {
  id: "new-syntax-errors",
  when: { newSyntaxErrors: true },
  verdict: "hold",
  reason:
    "The result would have new syntax errors, by lines and columns of the result: " +
    "${{ facts.newSyntaxErrorPlaces }}.",
};

const NAME_FAULTS: readonly PolicyRule[] = [
  {
    id: "unbound-names",
    when: { unboundNames: true },
    verdict: "hold",
    reason: "Nothing would declare or import these names: ${{ facts.unboundNames }}.",
  },
  {
    id: "captured-names",
    when: { capturedNames: true },
    verdict: "hold",
    reason: "These names would mean another declaration: ${{ facts.capturedNames }}.",
  },
  {
    id: "duplicate-names",
    when: { duplicateNames: true },
    verdict: "hold",
    reason: "These names would be declared twice: ${{ facts.duplicateNames }}.",
  },
];

/** The rules that hold code which would not run, or would mean another thing, whoever wrote it. */
export const FAULTS_OF_CODE: readonly PolicyRule[] = [NEW_SYNTAX_ERRORS, ...NAME_FAULTS];

/** The rules of `safe` that hold what loses or breaks code (L2): the reason names the first places. */
const LOSS_RULES: readonly PolicyRule[] = [
  {
    id: "deletes-files",
    when: { deletedFiles: true },
    verdict: "hold",
    reason: "Files would be deleted: ${{ facts.deletedFiles }}.",
  },
  {
    id: "changes-modes",
    when: { modesChanged: true },
    verdict: "hold",
    reason: "Files would become executable, or no longer be: ${{ facts.modesChanged }}.",
  },
  {
    id: "comments-lost",
    when: { commentsLost: true },
    verdict: "hold",
    reason: "Comments would be lost: ${{ facts.commentsLost }}.",
  },
  {
    id: "tokens-lost",
    when: { tokensLost: true },
    verdict: "hold",
    reason: "Code that no pattern names would be lost: ${{ facts.tokensLost }}.",
  },
  {
    id: "strings-changed",
    when: { stringsChanged: true },
    verdict: "hold",
    reason: "The content of literals would change: ${{ facts.stringsChanged }}.",
  },
  NEW_SYNTAX_ERRORS,
  {
    id: "regrouped",
    when: { regrouped: true },
    verdict: "hold",
    reason:
      "The replacement would be read in another way than it is written: ${{ facts.regrouped }}. " +
      "`parens: auto` on the op writes the parentheses that keep the meaning.",
  },
  {
    id: "imports-left-out",
    when: { importsLeftOut: true },
    verdict: "hold",
    reason:
      "A name would mean something else than what the step imports: ${{ facts.importsLeftOut }}. " +
      "Rename what has the name there, or import it under another one (`a as b`).",
  },
  ...NAME_FAULTS,
  {
    id: "whitespace-only",
    when: { whitespaceOnly: true },
    verdict: "hold",
    reason: "Nothing but white space would change.",
  },
];

/** The rules of `safe` that name one fault, so that its default is left for what is not known. */
const FAULT_RULES: readonly PolicyRule[] = [
  {
    id: "not-idempotent",
    when: { idempotent: false },
    verdict: "hold",
    reason: "Not idempotent: the same edit would change its own result again.",
  },
];

const NO_LOSS_OF_CODE = {
  commentsLost: false,
  tokensLost: false,
  stringsChanged: false,
  whitespaceOnly: false,
} as const;

const NO_NAME_FAULT = {
  importsLeftOut: false,
  unboundNames: false,
  capturedNames: false,
  duplicateNames: false,
} as const;

/** The condition of `safe` on every fact that an edit can have a fault in. */
const NO_LOSS = { ...NO_LOSS_OF_CODE, regrouped: false, ...NO_NAME_FAULT } as const;

/**
 * The rules of `safe` after the one that applies, for actions without a known fault: each says what is not known if
 * that is all.
 */
const UNKNOWN_RULES: readonly PolicyRule[] = [
  {
    id: "idempotence-unknown",
    when: { newSyntaxErrors: false, ...NO_LOSS },
    verdict: "hold",
    reason: "It cannot be told if the same edit would change its own result again.",
  },
  {
    id: "syntax-unknown",
    when: { idempotent: true, ...NO_LOSS },
    verdict: "hold",
    reason: "It cannot be told if the result would have new syntax errors.",
  },
  {
    id: "regrouped-unknown",
    when: { idempotent: true, newSyntaxErrors: false, ...NO_LOSS_OF_CODE, ...NO_NAME_FAULT },
    verdict: "hold",
    reason: "It cannot be told if the replacement would be read as it is written.",
  },
  {
    id: "names-unknown",
    when: { idempotent: true, newSyntaxErrors: false, ...NO_LOSS_OF_CODE, regrouped: false },
    verdict: "hold",
    reason: "It cannot be told if all names would mean what they are meant to.",
  },
  {
    id: "losses-unknown",
    when: { idempotent: true, newSyntaxErrors: false },
    verdict: "hold",
    reason: "It cannot be told if code would be lost.",
  },
];

/** The policy `safe`: applies what has none of the faults that can be told. */
export const SAFE: Pick<Policy, "default" | "rules"> = {
  default: {
    verdict: "hold",
    reason:
      "Not safe to apply unseen: it cannot be told if it is idempotent, adds syntax errors or loses code.",
  },
  rules: [
    ...LOSS_RULES,
    ...FAULT_RULES,
    {
      id: "safe",
      when: {
        idempotent: true,
        newSyntaxErrors: false,
        ...NO_LOSS,
      },
      verdict: "apply",
      reason:
        "Idempotent, adds no syntax error (by ${{ facts.syntaxJudges }}), keeps its grouping, and loses nothing.",
    },
    ...UNKNOWN_RULES,
  ],
};
