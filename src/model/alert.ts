/** A warning for the user that does not end the run. */
export interface Alert {
  readonly level: "warn" | "error";
  readonly code: /** A step matched nothing (A3). */
    | "no-replacements"
    /** A path or glob of a step matches no file. */
    | "no-files"
    /** Files of a language were left out: the package with its grammar is not installed, or broken. */
    | "language-unavailable"
    /** A step searched no file: its languages leave out all files of its paths. */
    | "other-languages"
    /** Files of a language were left out: ops would match there by chance, as single tokens of it. */
    | "language-left-out"
    /**
     * A pattern looks like a call, and matches none in a language of the files: alone, it is read as something else.
     */
    | "read-otherwise"
    /** The files of a path are of no known language. */
    | "unknown-language"
    /** Replacements of different ops overlap; the earlier op's stand (A14). */
    | "overlap"
    /** A name was not imported, because the file has it for something else. */
    | "import-left-out"
    /** An op removes the import of a module that calls of the file still load. */
    | "import-kept"
    | "unresolved-name"
    /** A declaration around an edit has the name of an import that the edit mentions. */
    | "import-shadowed"
    /** An op changes imports, and the files that a step has edited are of languages whose imports are not known. */
    | "imports-unknown"
    /** Places that look like matches of an op could not be edited. */
    | "leftovers"
    /** Edits of a file lose comments, tokens or the content of literals that no op names (L1). */
    | "loss"
    /** `maxFiles` or `maxReplacements` cut something off (A17). */
    | "limit-reached"
    /** A condition of the policy cannot be evaluated for an action, and that mattered. */
    | "condition-unknown"
    /** An action exceeds a limit of the policy that ends the run (`onExceed: fail`). */
    | "limit-exceeded"
    /** Files are left alone, or a recipe ends, because an action of an earlier step was held or discarded (X1). */
    | "held-before"
    /** `passes` was used up, or the ops went round in circles, with work left. */
    | "passes"
    /** Files were left out because of syntax errors (A8). */
    | "syntax-errors"
    /** Some of them are valid code, which their grammar can't read. */
    | "grammar-limit"
    /** A tool call failed. */
    | "tool-failed"
    | "transform-failed"
    /** A part of the result of a command cannot be taken over. */
    | "command-failed"
    /** A part of a patch is left out, is elsewhere than it says, or is more than a text. */
    | "patch-left"
    /** A formatter failed for what a step made of a file. */
    | "format-failed"
    /** The result of a step for a file was not formatted. */
    | "not-formatted"
    /** It cannot be told if a result has new syntax errors: the parser failed, or refuses the text before, too. */
    | "parser-failed"
    /** An apply failed. */
    | "apply-failed"
    /** A custom tool queued actions that name no files, and the policy does not allow that. */
    | "unnamed-files"
    /** The `reject` of an action failed, or did not end (R28). */
    | "reject-failed"
    /** The files differ from the preview (A18). */
    | "stale"
    /** A hook denied a call. */
    | "call-denied"
    /** A hook ended a batch (T9). */
    | "batch-aborted"
    /** A hook paused a batch: its calls wait for the user (T10). */
    | "batch-paused"
    /** A hook ended the run (T14). */
    | "run-cancelled"
    /** Files were written while calls only read. */
    | "preview-wrote"
    /** A file has changed since a preview began to read it, and the preview did not change it. */
    | "tree-changed"
    /** A plan differs from the result of its recipes, its policy and the tree. */
    | "plan-differs"
    /** Shards were left out of a merge. */
    | "shards-missing"
    /** A merged plan is larger than can be read. */
    | "plan-too-large"
    /** A plan was not compared with the result of its recipes. */
    | "not-verified"
    /** A difference of a tree cannot be judged, as that of a binary file. */
    | "not-judged"
    /** Files of a tree were not compared: the user's own rules hide them from git. */
    | "not-compared"
    /** A file that a prompt names may not be read (F5). */
    | "file-ref-out-of-scope"
    /** A file that a prompt names looks like a secret, or git ignores it, and the scope does not name it (F21). */
    | "file-ref-withheld"
    /** A file that a prompt names does not exist (F5). */
    | "file-ref-not-found"
    /** A file that a prompt names is not text (F5). */
    | "file-ref-binary"
    /** A file that a prompt names cannot be read (F5). */
    | "file-ref-unreadable"
    /** A file that a prompt names was read from the base commit, and differs in the work tree. */
    | "file-ref-base"
    /** A hook cancelled a prompt (F12). */
    | "prompt-cancelled"
    /** A model cannot be asked, or breaks a requirement. */
    | "model-failed"
    /** The provider of a model ignored a part of the request (M4). */
    | "model-ignored"
    /** The provider of a model gave a call no id, a second time the same one, or one that cannot be kept (T27). */
    | "call-id"
    /** Turns, tokens or time of a prompt step were used up. */
    | "prompt-limit"
    /** No forced turn made the model resolve an action (Q12). */
    | "unresolved"
    /** The model said that it is done, and none of its changes was applied or held. */
    | "vacuous"
    /** The transcript of a prompt step cannot be saved. */
    | "transcript-unwritten"
    /** Recorded answers were not used. */
    | "replay-unused"
    /** `when`, or an output of an earlier step, cannot be evaluated. */
    | "expression-failed"
    /** `expect` was not met. */
    | "expectation"
    /** An action that a crash had interrupted was completed or rolled back. */
    | "recovered"
    /** Actions were applied, and the commit that the policy wants of them was not made. */
    | "not-committed"
    | "not-published"
    /** The pull requests that were opened start no workflows: the token is the one of the job. */
    | "starts-no-workflows"
    /** A comment decides nothing, or its decision could not be done or answered. */
    | "not-decided"
    /** Files that are staged cannot be edited there, and are left alone. */
    | "not-staged"
    /** The run that is taken back staged files, and the index keeps what it staged. */
    | "still-staged"
    /** The run that is taken back made commits, and they stay. */
    | "commits-stay"
    /** What a run did, or held, was ended or taken back since. */
    | "changed-since"
    /** A report or a plan that was asked for cannot be written, or there is no plan. */
    | "output-unwritten"
    /** Another run writes in the root, and did not end in time. */
    | "locked"
    /** Nothing can be written in the root. */
    | "refused"
    /** A part of the run is left for `recover`. */
    | "unfinished"
    /** Code of a recipe wrote files directly, so that `undo` does not know them. */
    | "foreign-files"
    /** A temporary folder outside of the root cannot be removed. */
    | "left-behind"
    /** A check of the policy failed, and its actions were taken back. */
    | "check-failed"
    /** Checks no longer ran: `maxCheckRuns` was reached. */
    | "check-limit"
    /** Files changed while a check ran. */
    | "check-wrote"
    /** Actions whose check failed could not be taken back. */
    | "check-stuck"
    /** A recipe says that its changes are safe, and what was measured says something else. */
    | "class-contradicted"
    /** The time limit ended the run. */
    | "timeout";
  readonly message: string;
  readonly path?: string;
  /** The name of its recipe. */
  readonly recipe?: string;
  /** The id of its step. */
  readonly step?: string;
}

/** The alerts that a person need not see where work was done, or none is needed: a report has all of them. */
const QUIET: ReadonlySet<string> = new Set(["no-replacements", "language-left-out"]);

/** True if an alert says only that there was nothing to do. */
export function isQuiet({ code }: { readonly code: string }): boolean {
  return QUIET.has(code);
}
