/**
 * The codes of all faults in files and options that the user wrote. The meaning of a code never changes; the sentence
 * may.
 */
export type DiagnosticCode =
  /** Stands for more diagnostics that are not listed; `count` says how many. */
  | "more-diagnostics"
  /** Not valid YAML. */
  | "yaml-syntax"
  /** The same key twice in one map. */
  | "duplicate-key"
  /** A key that the format does not have. */
  | "unknown-key"
  /** A required key is missing. */
  | "missing-key"
  /** A value of the wrong type or outside of the allowed values. */
  | "invalid-value"
  /** Two steps of one recipe, or two rules of one policy, share an id. */
  | "duplicate-id"
  /** `${{ inputs.x }}` or `--input x=…` names an input that no recipe declares. */
  | "undeclared-input"
  /** An input is declared and never used. A warning. */
  | "unused-input"
  /** A utility rule of a recipe that no op refers to. A warning. */
  | "unused-util"
  /** A setting of another tool's file that has an effect in that tool, and none in Sluice. A warning. */
  | "unused-setting"
  /** Rule files of a step were read, and none of their rules is in use. A warning. */
  | "no-rules"
  /** A required input got no value. */
  | "missing-input"
  /** An input got a value that its declaration does not allow. */
  | "invalid-input"
  /** An expression `${{ … }}` that cannot be parsed. */
  | "invalid-expression"
  /** `steps.<id>` names a step that does not exist, comes later, or has no output. */
  | "unknown-step"
  /** A file reference in a prompt has a value in it, so that it is text (F18). A warning. */
  | "input-in-reference"
  /** A `when` that is not a valid expression, or whose value is never true or false. */
  | "invalid-condition"
  /** A guard or a rule never decides, because of one before it. */
  | "rule-unreachable"
  /** Conditions never hold together. */
  | "never-holds"
  /** A condition always holds, so that it has no effect. A warning. */
  | "always-holds"
  /** Two rules have the same reason, which then names neither. A warning. */
  | "reason-repeated"
  /** The default of a policy applies what no rule covers. A warning. */
  | "default-applies"
  /** A guard applies, so that it hides guards after it. A warning. */
  | "guard-applies"
  /** The window of a guard or a rule is over, so that it counts no longer. A warning. */
  | "window-over"
  /** A local time of a window is skipped by the clock of its zone, or is there twice. A warning. */
  | "time-shifted"
  /** A guard or a rule says who may approve, and holds nothing. A warning. */
  | "approvals-unused"
  /** A rule applies by what somebody says of a change, and looks at nothing else. A warning. */
  | "claims-alone"
  /** No rule of a policy names a check, so that it never runs. A warning. */
  | "check-unused"
  /** A glob of a policy matches no file of the tree. A warning. */
  | "glob-unmatched"
  /** A fact that does not exist. */
  | "unknown-fact"
  /** A pattern or rule that the engine cannot use. */
  | "invalid-pattern"
  /** An `out` in block form ends in a line end, which each replacement gets. A warning. */
  | "line-end-in-out"
  /** The match of a pattern includes a `;` that its `out` lacks. A warning. */
  | "terminator-lost"
  /** The `out` of an op cannot stand alone in a language of its step, such as `$A +`. A warning. */
  | "template-not-whole"
  /** A metavariable has the name of a variable of the language, such as `$HOME`: it matches any code. A warning. */
  | "code-variable"
  /** A pattern looks like a call and is read as something else, so that it matches no call. A warning. */
  | "read-otherwise"
  /** An op changes imports, and its step is only for files of languages whose imports are not known. */
  | "imports-unknown"
  | "names-unknown"
  /** A language that is not supported. */
  | "unknown-language"
  /** A language of a recipe is supported, but the package with its grammar is not installed. */
  | "language-not-installed"
  /** The package with the grammar of a language of a recipe is installed, but cannot be used. */
  | "language-broken"
  /** A path that leaves the root, is absolute, or is reserved. */
  | "path-out-of-root"
  /** A named file does not exist. */
  | "file-not-found"
  /** A file to edit was named in the place of a recipe. */
  | "not-a-recipe"
  /** A named file cannot be read. */
  | "file-unreadable"
  /** A file is larger than the limit. */
  | "file-too-large"
  /** A file of the tree was to configure a run that does not trust the tree with it. */
  | "not-trusted"
  /** A file of the tree would configure the run, and is left out because of the trust. A warning. */
  | "source-ignored"
  /** A line of CODEOWNERS that says nothing, or not all that it seems to say. A warning. */
  | "invalid-owners"
  /** `--since` names the base of the event, and is read as `pull-request`. A warning. */
  | "since-replaced"
  /** The base commit is not known, or is not in the repository. */
  | "base-unavailable"
  /** The commit that the name of a recipe pins cannot be fetched, or is not what its id says. */
  | "commit-unavailable"
  /** A recipe of the tree and one that ships have the same name. A warning. */
  | "recipe-hidden"
  /** No recipe has the name. */
  | "recipe-not-found"
  /** No recipe was named. */
  | "no-recipes"
  /** `run` without a policy. */
  | "policy-missing"
  /** An option of the command line has a value that is not allowed. */
  | "invalid-option"
  /** The root is not a folder, or one in which nothing is edited. */
  | "invalid-root"
  /** `--require-clean`, and something below the root is not committed, or git cannot say. */
  | "dirty-tree"
  /** `--require-clean`, and only a filter, which is not run, could say if a file has changed. A warning. */
  | "dirty-unknown"
  /** A recipe brings code, and the caller has not allowed it (T26). */
  | "custom-tools-not-allowed"
  | "invalid-transform"
  /** A file with custom tools, or one of its tools, cannot be used (T24). */
  | "invalid-tool"
  /** A custom tool has the name of another tool (T24). */
  | "duplicate-tool"
  /** A step calls a tool that does not exist. */
  | "unknown-tool"
  /** The module of a hook cannot be used. */
  | "invalid-hook"
  /** A recipe names an environment variable, and neither the caller nor the policy allows it. */
  | "env-not-allowed"
  /** A file names a repository on this machine, which only the caller may. */
  | "repository-not-allowed"
  /** A recipe names a server, and neither the caller nor the policy allows it. */
  | "host-not-allowed"
  /** `--staged`, and something in the request would look at the work tree; or nothing can be staged here. */
  | "not-with-staged"
  /** The policy wants commits, and none can be made here. In a dry run a warning. */
  | "not-committable"
  | "not-publishable"
  /** The repositories of an organization or a group, which a fleet names, cannot be listed. */
  | "not-listed"
  /** The variable for the key of a model is not set. */
  | "missing-api-key"
  /** A model cannot be opened: a package is not installed, or its settings cannot be used. */
  | "model-unavailable"
  /** A package with native code, such as the engine, cannot be loaded: the installation is not whole. */
  | "engine-unavailable"
  /** A file is not a valid recording of a model's answers. */
  | "invalid-cassette"
  /** The last line of a recording is cut off, and the turns before it are played. A warning. */
  | "cassette-cut"
  /** A case of a recipe has another layout than it may have, a link in it, or too much. */
  | "invalid-case"
  /** The run to resume does not exist. */
  | "invalid-resume"
  /** A file is not a plan. */
  | "not-a-plan"
  /** A plan has a format that this Sluice does not read. */
  | "plan-version"
  /** A plan is incomplete, or does not have the shape of a plan. */
  | "plan-damaged"
  /** A plan was changed after it was made: its digest differs from its content. */
  | "plan-edited"
  /** A plan requests what no plan may, or contradicts itself. */
  | "plan-invalid"
  /** A plan is that of one shard, and not a whole one. */
  | "plan-part"
  /** A plan to merge is that of a whole run. */
  | "not-a-shard"
  /** Two plans to merge are of one shard. */
  | "shard-twice"
  /** Not all shards of a run are there to be merged. */
  | "shards-missing"
  /** Plans to merge are of different runs. */
  | "shards-differ"
  /** The recipes or the policy of shards are not here as they were there. */
  | "shards-stale"
  /** Shards cannot be merged without the tree that they were made on. */
  | "tree-needed";
