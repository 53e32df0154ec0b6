/** One textual change. Offsets are UTF-16 code units into the text that was searched; `end` is exclusive. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  /** What stands there afterwards. Empty deletes (A5). */
  readonly text: string;
}

/** A {@link TextEdit} and the op that made it. */
export interface Replacement extends TextEdit {
  /** Id of the op, unique in its step: `ops[0]`, or the id of a rule. */
  readonly opId: string;
}

/** A replacement that was found and gave way to another one of the same step (A14, A16). */
export interface SupersededReplacement extends Replacement {
  /** The op whose replacement stands where this one would have been. */
  readonly byOpId: string;
  /**
   * The place of that replacement, in the text that was searched. Absent where what stands there
   * changes nothing, so that it is no replacement itself.
   */
  readonly winner?: Pick<TextEdit, "start" | "end">;
}

/** How exactly a pattern must match, weakest last; ast-grep's own terms. */
export type Strictness = "cst" | "smart" | "ast" | "relaxed" | "signature" | "template";

/** A pattern, and what to write where it matches. */
export interface PatternOp {
  readonly kind: "pattern";
  /** Unique in the step, `ops[<n>]`. */
  readonly id: string;
  /** The pattern: code with metavariables (`$A`, `$$$A`). Never empty (A4). */
  readonly pat: string;
  /** The replacement template. Empty deletes (A5). */
  readonly out: string;
  /** Kind of the node inside the pattern's tree that is really looked for. */
  readonly selector?: string;
  /** Default `smart`. */
  readonly strictness?: Strictness;
}

/** A map as a person wrote it; what stands in it is checked when the op is compiled. */
export type WrittenMap = Readonly<Record<string, unknown>>;

/** A glob of a rule's `files` or `ignores`, in the dialect of Rust's globset: `*` crosses folders. */
export interface FileGlob {
  readonly glob: string;
  /** Letters match whatever their case. Default false. */
  readonly caseInsensitive?: boolean;
}

/**
 * An ast-grep rule, and what to write where it matches. Its maps are ast-grep's own, as they are written;
 * their format is that of ast-grep's rule reference.
 */
export interface RuleOp {
  readonly kind: "rule";
  /** Unique in the step: `ops[<n>]`, or the id of a rule file's rule. */
  readonly id: string;
  readonly rule: WrittenMap;
  /** Rules that captured nodes have to match, by metavariable. */
  readonly constraints?: WrittenMap;
  /** Rules that `matches` refers to, by id. */
  readonly utils?: WrittenMap;
  /** Variables made from captures, by name. */
  readonly transform?: WrittenMap;
  /** What a `rewrite` transformation does inside of a capture. */
  readonly rewriters?: readonly WrittenMap[];
  /**
   * A replacement template, empty deletes (A5), or a map with `template`, `expandStart`, `expandEnd`; or
   * several of them with titles, of which the first counts, as with `ast-grep scan -U`.
   */
  readonly out: string | WrittenMap | readonly WrittenMap[];
  /** Only files of this language, by any of its names. Default: of every language in which the rule is valid. */
  readonly language?: string;
  /** Only files that match one of these; relative to the root. Default: all. */
  readonly files?: readonly FileGlob[];
  /** Not the files that match one of these; beats `files`. */
  readonly ignores?: readonly FileGlob[];
  /** Utility rules of the project (`utilDirs` of an sgconfig.yml) that `matches` may refer to. */
  readonly globalUtils?: readonly GlobalUtil[];
}

/** A utility rule of a whole project. Its metavariables are its own. */
export interface GlobalUtil {
  readonly id: string;
  readonly language: string;
  /** Names of the rules that a call has to pass (`matches: { id: { NAME: rule } }`). */
  readonly arguments?: readonly string[];
  readonly rule: WrittenMap;
  readonly utils?: WrittenMap;
}

/** One structural edit of a step. */
export type EditOp = PatternOp | RuleOp;

/** What is wrong with an op for one language. */
export interface OpProblem {
  readonly code:
    | "pattern-syntax"
    | "pattern-multiple-nodes"
    | "pattern-empty"
    | "pattern-invalid"
    | "unbound-metavariable"
    | "unknown-kind"
    | "unknown-key"
    | "invalid-rule";
  /** The key of the op that is at fault, as a path inside the op: `["pat"]`, `["rule", "pattern"]`. */
  readonly field: readonly (string | number)[];
  /** The key itself is at fault, not its value. Default false. */
  readonly isAboutKey?: boolean;
  /** One line: what is wrong. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** A place where the parser found no valid syntax. Line and column start at 1. */
export interface ParseIssue {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What the ops of one step would do to one text. */
export type FilePlan =
  | { readonly kind: "no-match" }
  /** The ops matched, and the text has syntax errors: nothing is edited (A8). `issues` are deduplicated, at most 20, with the total (A9). */
  | {
      readonly kind: "syntax-errors";
      readonly issues: readonly ParseIssue[];
      readonly total: number;
    }
  | {
      readonly kind: "edited";
      /** Sorted by `start`, never overlapping, none of them without effect. */
      readonly replacements: readonly Replacement[];
      readonly superseded: readonly SupersededReplacement[];
      /** The whole text afterwards. */
      readonly text: string;
      /** Error nodes before the edit. Not 0 only where errors were allowed. */
      readonly parseErrorsBefore: number;
      /** Error nodes in `text`. */
      readonly parseErrorsAfter: number;
    };
