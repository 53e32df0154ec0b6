/** A piece of one line with a mark below it: of code, or of a pattern. */
export interface Excerpt {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units, in the line itself. */
  readonly column: number;
  /** The line, or the part of a long one around the mark. */
  readonly text: string;
  /** The mark in `text`: UTF-16 code units before it, and its length, at least 1. */
  readonly mark: { readonly start: number; readonly length: number };
}

/** One sentence about an op, with a code that keeps its meaning. */
export interface MatchNote {
  readonly code: string;
  readonly message: string;
  /** Advice to the author. */
  readonly hint?: string | undefined;
  /** The key of the op that it is about: `rule.has.pattern`. */
  readonly part?: string | undefined;
}

/** How a pattern was read. */
export interface PatternReading {
  /** The key of the op that has the pattern: `pat`, `rule.pattern`. */
  readonly part: string;
  readonly text: string;
  readonly strictness: string;
  readonly selector?: string | undefined;
  /** The kind of the node that is searched; undefined if none could be picked. */
  readonly kind?: string | undefined;
  /** The lines of its tree: kinds with texts, metavariables as written. Bounded. */
  readonly tree: readonly string[];
}

/** The node of a file that comes nearest to a match, and the first part of the op that does not fit. */
export interface NearestNode extends MatchNote {
  readonly kind: string;
  /** Is larger for a node that fits more of the same op. */
  readonly fits: number;
  /** The difference, marked in the code. */
  readonly code: string;
  readonly found: Excerpt;
  /** The same in the pattern; absent if the part that fails has none. */
  readonly wanted?: Excerpt | undefined;
}

/** The state of an op in one file. */
type OpState =
  | "matches"
  | "no-match"
  /** It is not valid in the language of the file. */
  | "invalid"
  /** It is for another language. */
  | "other-language"
  /** It matches code of the language by chance, or its `files` and `ignores` leave the file out. */
  | "left-out";

/** An op in one language of a file. */
export interface ExplainedOp {
  readonly id: string;
  readonly language: string;
  readonly state: OpState;
  /** The matches that become edits, or would. */
  readonly matches: number;
  /** The matches that gave way to an earlier op, or to a match around them. */
  readonly superseded: number;
  /** The first matches. */
  readonly places: readonly Excerpt[];
  readonly patterns: readonly PatternReading[];
  readonly notes: readonly MatchNote[];
  readonly nearest?: NearestNode | undefined;
}

/** How a step reads a file. */
interface FileReading {
  /** True if its text is searched. */
  readonly isRead: boolean;
  /** The language whose grammar reads it. */
  readonly language?: string | undefined;
  readonly notes: readonly MatchNote[];
}

/** A step of a recipe and one file. */
export interface ExplainedStep {
  readonly step: string;
  readonly tool: string;
  readonly reading: FileReading;
  readonly ops: readonly ExplainedOp[];
}

/** The product of `sluice explain-match`. Keys keep their meaning while `formatVersion` keeps its major number. */
export interface MatchExplanation {
  readonly formatVersion: "1.0";
  readonly recipe: string;
  readonly path: string;
  /** The line that was asked about. */
  readonly line?: number | undefined;
  readonly steps: readonly ExplainedStep[];
}
