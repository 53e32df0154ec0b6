/** A warning for people that does not end the run. */
export interface Alert {
  readonly level: "warn" | "error";
  readonly code: /** A step matched nothing (A3). */
    | "no-replacements"
    /** A path or glob of a step matches no file. */
    | "no-files"
    /** Files of a language were left out: the package with its grammar is not installed, or broken. */
    | "language-unavailable"
    /** Replacements of different ops overlap; the earlier op's stand (A14). */
    | "overlap"
    /** `maxFiles` or `maxReplacements` cut something off (A17). */
    | "limit-reached"
    /** `passes` was used up, or went round in circles, with work left. */
    | "passes"
    /** Files were left out because of syntax errors (A8). */
    | "syntax-errors"
    /** A tool call failed. */
    | "tool-failed"
    /** An apply failed. */
    | "apply-failed"
    /** The files are not what was previewed (A18). */
    | "stale"
    /** A hook said no to a call. */
    | "call-denied"
    /** A hook ended a batch (T9). */
    | "batch-aborted"
    /** A hook paused a batch: its calls wait for a person (T10). */
    | "batch-paused"
    /** A hook ended the run (T14). */
    | "run-cancelled"
    /** Files were written while calls only looked. */
    | "preview-wrote"
    /** A file is not what it was when a preview began to look at it, and the preview did not do that. */
    | "tree-changed"
    /** A plan is not what its recipes, its policy and the tree come to. */
    | "plan-differs"
    /** Nobody has compared a plan with what its recipes come to. */
    | "not-verified"
    /** A file that a prompt names is none that may be read (F5). */
    | "file-ref-out-of-scope"
    /** A file that a prompt names does not exist (F5). */
    | "file-ref-not-found"
    /** A file that a prompt names is no text (F5). */
    | "file-ref-binary"
    /** A file that a prompt names cannot be read (F5). */
    | "file-ref-unreadable"
    /** A hook said no to a prompt (F12). */
    | "prompt-cancelled"
    /** A model cannot be asked, or does not do what it has to. */
    | "model-failed"
    /** Turns, tokens or time of a prompt step were used up. */
    | "prompt-limit"
    /** No forced turn made the model resolve an action (Q12). */
    | "unresolved"
    /** The model said that it is done, and nothing of it was applied or held. */
    | "vacuous"
    /** The transcript of a prompt step cannot be kept. */
    | "transcript-unwritten"
    /** Recorded answers were not asked for. */
    | "replay-unused"
    /** `when`, or an output of an earlier step, cannot be had. */
    | "expression-failed"
    /** `expect` was not met. */
    | "expectation"
    /** Something that a crash had cut off was put in order. */
    | "recovered"
    /** Another run writes in the root, and did not end in time. */
    | "locked"
    /** Nothing can be written in the root. */
    | "refused"
    /** Something of the run is left to do for `recover`. */
    | "unfinished"
    /** Code of a recipe wrote by itself, so that `undo` does not know which files. */
    | "foreign-files"
    /** The time limit ended the run. */
    | "timeout";
  readonly message: string;
  readonly path?: string;
  /** Name of the recipe that it belongs to. */
  readonly recipe?: string;
  /** Id of the step that it belongs to. */
  readonly step?: string;
}
