import type { Facts } from "../../model/action/facts.ts";
import type { ConditionName, Conditions } from "../../model/policy/conditions.ts";

/** The form of a condition, which says what may be written and how a fact is compared. */
type ConditionKind =
  /** Globs for one name. */
  | "name"
  /** Names of languages; every language is one of them. */
  | "languages"
  /** Globs and folders for every file, or for at least one. */
  | "all-paths"
  | "any-path"
  | "at-most"
  | "number"
  | "boolean"
  /** A list of paths, of names, or of texts that only a person reads. */
  | "paths"
  | "names"
  | "texts"
  /** Conditions in conditions, and what is about no fact of the action. */
  | "ci"
  | "any"
  | "all"
  | "not"
  | "expression";

/** One kind of condition on one fact. */
interface KindOfCondition {
  readonly kind: ConditionKind;
  /** The fact that is compared; undefined if it is not a single one. */
  readonly fact?: keyof Facts;
}

/**
 * Every condition that a policy can name, in the order of a trace. The schema, the comparison and explanations follow
 * from it.
 */
export const CONDITION_KINDS: { readonly [Name in keyof Required<Conditions>]: KindOfCondition } = {
  recipe: { kind: "name", fact: "recipe" },
  step: { kind: "name", fact: "step" },
  tool: { kind: "name", fact: "tool" },
  label: { kind: "name", fact: "label" },
  lang: { kind: "languages", fact: "languages" },
  allFiles: { kind: "all-paths", fact: "files" },
  anyFile: { kind: "any-path", fact: "files" },
  maxFiles: { kind: "at-most", fact: "fileCount" },
  maxReplacements: { kind: "at-most", fact: "replacements" },
  maxLines: { kind: "at-most" },
  files: { kind: "paths", fact: "files" },
  fileCount: { kind: "number", fact: "fileCount" },
  newFiles: { kind: "paths", fact: "newFiles" },
  deletedFiles: { kind: "paths", fact: "deletedFiles" },
  replacements: { kind: "number", fact: "replacements" },
  additions: { kind: "number", fact: "additions" },
  deletions: { kind: "number", fact: "deletions" },
  languages: { kind: "names", fact: "languages" },
  idempotent: { kind: "boolean", fact: "idempotent" },
  newSyntaxErrors: { kind: "boolean", fact: "newSyntaxErrors" },
  parseErrors: { kind: "number", fact: "parseErrors" },
  limitReached: { kind: "boolean", fact: "limitReached" },
  commentsOnly: { kind: "boolean", fact: "commentsOnly" },
  commentsLost: { kind: "texts", fact: "commentsLost" },
  tokensLost: { kind: "texts", fact: "tokensLost" },
  stringsChanged: { kind: "texts", fact: "stringsChanged" },
  whitespaceOnly: { kind: "boolean", fact: "whitespaceOnly" },
  conflicts: { kind: "texts", fact: "conflicts" },
  dirtyFiles: { kind: "paths", fact: "dirtyFiles" },
  runFiles: { kind: "paths", fact: "runFiles" },
  touchesChangedLines: { kind: "boolean", fact: "touchesChangedLines" },
  owners: { kind: "names", fact: "owners" },
  packages: { kind: "names", fact: "packages" },
  packageScripts: { kind: "paths", fact: "packageScripts" },
  exportsChanged: { kind: "names", fact: "exportsChanged" },
  fromModel: { kind: "boolean", fact: "fromModel" },
  untrusted: { kind: "boolean", fact: "untrusted" },
  ci: { kind: "ci" },
  any: { kind: "any" },
  all: { kind: "all" },
  not: { kind: "not" },
  expr: { kind: "expression" },
};

/** The names of all conditions, in the order of a trace. */
export const CONDITION_NAMES = Object.keys(CONDITION_KINDS) as readonly ConditionName[]; // Its keys.

/** True if the action names no files. A custom tool need not name them; a tool that previews files always does. */
export function namesNoFiles({ files, replacements }: Facts): boolean {
  return files.length === 0 && replacements === undefined;
}

/** Returns the facts without those of files, if the action names none: they are not known then. */
export function knownFacts(facts: Facts): Partial<Facts> {
  if (!namesNoFiles(facts)) return facts;
  const { files: _files, fileCount: _fileCount, conflicts: _conflicts, ...known } = facts;
  return known;
}
