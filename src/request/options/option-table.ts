// Longer than 200 lines because it is one table. CONTRIBUTING.md says how to add a row.
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { REPORT_FORMATS } from "../../model/report/formats.ts";
import { GROUPINGS } from "../../model/report/groupings.ts";
import { DEFAULT_POLICY_FILE } from "./file-names.ts";
import {
  BRIEF,
  COMMAND_NAMES,
  CONFIGURED,
  type CommandName,
  LOADING,
  LOCKING,
  OF_POLICY,
  type OptionSpec,
  PREVIEWING,
  PRINTING,
  REPORTING,
  RUNNING,
} from "./option-spec.ts";

const ONE_LINE = "Write a recipe, and name it in the input `recipes`.";

/**
 * Every option, of the command line and of the GitHub Action, in the order of `--help`. The key of a row with `isField`
 * is the name of the field in the requests of commands and of the library.
 */
export const OPTION_TABLE = {
  root: {
    name: "root",
    kind: "text",
    commands: COMMAND_NAMES,
    summary: "Folder to work in",
    placeholder: "DIR",
    defaultNote: "the working directory",
    adviceInAction: "Use the input `working-directory`.",
  },
  quiet: {
    name: "quiet",
    kind: "flag",
    commands: COMMAND_NAMES,
    summary: "Show only held and failed actions, errors and the totals",
  },
  verbose: {
    name: "verbose",
    kind: "flag",
    commands: COMMAND_NAMES,
    summary: "Show the trace of every decision, and files that were skipped",
  },
  color: {
    name: "color",
    kind: "color",
    commands: COMMAND_NAMES,
    summary: "auto, always or never",
    placeholder: "WHEN",
    default: "auto",
    adviceInAction: "For a log without colors, set the variable `NO_COLOR` of the step.",
  },
  output: {
    name: "output",
    alias: "o",
    kind: "text",
    commands: ["plan", "propose", "merge"],
    summary: "File to write the plan to; replaces an earlier plan",
    placeholder: "FILE",
    adviceInAction: "Use the input `plan`.",
  },
  pat: {
    name: "pat",
    alias: "p",
    longAlias: "pattern",
    kind: "texts",
    commands: [...RUNNING, "explain-match"],
    summary: "Code to find, of a recipe in one line; the words are then paths, and not recipes",
    placeholder: "CODE",
    adviceInAction: ONE_LINE,
  },
  out: {
    name: "out",
    alias: "r",
    longAlias: "rewrite",
    kind: "texts or empty",
    commands: RUNNING,
    summary: "Code in its place; one for each --pat, and an empty one removes what matches",
    placeholder: "CODE",
    adviceInAction: ONE_LINE,
  },
  lang: {
    name: "lang",
    alias: "l",
    kind: "text",
    commands: [...RUNNING, "explain-match"],
    summary: "Language of --pat",
    placeholder: "LANGUAGE",
    defaultNote: "each file by its name",
    adviceInAction: ONE_LINE,
  },
  parens: {
    name: "parens",
    kind: "parens",
    commands: RUNNING,
    summary: "With --out: `auto` writes the parentheses that keep the meaning",
    placeholder: "auto|off",
    defaultNote: "off",
    adviceInAction: ONE_LINE,
  },
  /** Who made a proposal: it is a fact of the policy, which the proposal itself cannot say. */
  by: {
    name: "by",
    kind: "maker",
    commands: ["propose"],
    summary: "Who made the patch: model, tool or person",
    placeholder: "WHO",
    default: "model",
    adviceInAction: "A recipe proposes patches by a step `patch`.",
  },
  as: {
    name: "as",
    kind: "patch format",
    commands: ["propose"],
    summary: "Form of the patch: git, mail, codex, sarif or rdjson",
    placeholder: "FORM",
    defaultNote: "its content tells",
    adviceInAction: "A recipe proposes patches by a step `patch`.",
  },
  per: {
    name: "per",
    kind: "unit",
    commands: ["propose"],
    summary: "What is one action: step, file or hunk",
    placeholder: "UNIT",
    defaultNote: "file",
    adviceInAction: "A recipe proposes patches by a step `patch`.",
  },
  /**
   * `apply` derives the plan again, and refuses it if the result differs. Default: true, unless this user derived the
   * plan here by the same build, or recipes bring code that may not run here.
   */
  verify: {
    name: "verify",
    kind: "switch",
    isField: true,
    commands: ["apply", "publish"],
    summary: "Derive the plan again and compare; --no-verify leaves this out",
    defaultNote: "yes, unless you made it here, or a recipe brings code that may not run",
  },
  /** A file, or the name of a built-in policy. Default: `sluice.policy.yaml` in the root; of a plan its decisions. */
  policy: {
    name: "policy",
    kind: "text",
    isField: true,
    actionInput: "policy",
    commands: [...REPORTING, "hook", "mcp"],
    summary:
      "Decide again, with this policy: a file, or apply-all, safe, safe-for-agents or hold-all",
    placeholder: "FILE",
    adviceInAction: "Use the input `policy`.",
    variants: [
      {
        commands: ["merge"],
        summary: "The policy that the shards were decided with, if it is not where they had it",
      },
      {
        commands: [...PREVIEWING, "hook", "mcp"],
        summary: "Policy file, or apply-all, safe, safe-for-agents or hold-all",
        defaultNote: DEFAULT_POLICY_FILE,
      },
    ],
  },
  /**
   * Values by name, as typed on a command line or as written in a file. A plan must have been made with them: without
   * any its own values count if all of the tree is trusted; otherwise it must have none.
   */
  inputs: {
    name: "input",
    kind: "inputs",
    isField: true,
    actionInput: "inputs",
    commands: [...RUNNING, "merge", "apply", "verify", "publish", "decide", "explain-match"],
    summary: "Value of an input of the recipes, as NAME=VALUE",
    placeholder: "NAME=VALUE",
  },
  /** A YAML or JSON file with values; `inputs` replace those of the same name. */
  inputsFile: {
    name: "inputs-file",
    kind: "text",
    isField: true,
    commands: [...RUNNING, "merge", "apply", "verify", "publish", "decide"],
    summary: "YAML or JSON file with values of inputs",
    placeholder: "FILE",
  },
  /** Files of recipes outside of the root, to verify a plan of theirs. */
  recipes: {
    name: "recipe",
    kind: "texts",
    isField: true,
    commands: ["merge", "apply", "verify", "publish", "decide"],
    summary: "File of a recipe outside of the root, or git:URL@COMMIT:PATH",
    placeholder: "FILE",
  },
  /** A plan whose actions are accepted, if they can be derived in the base. */
  acceptedPlan: {
    name: "plan",
    kind: "text",
    isField: true,
    commands: ["verify"],
    summary: "Accept what this plan applies in the base",
    placeholder: "FILE",
  },
  /** A run whose actions are accepted, as far as its recipes make them again in the base. */
  acceptedRun: {
    name: "run",
    kind: "text",
    isField: true,
    commands: ["verify"],
    summary: "Accept what the recipes of this run make in the base: its id, or `last`",
    placeholder: "RUN",
  },
  /** What is refused or held goes back to the text that is expected. */
  reverts: {
    name: "revert",
    kind: "flag",
    isField: true,
    commands: ["verify"],
    summary: "Take back what is refused or held; `undo` brings it again",
  },
  /** A larger plan is not read; bytes. */
  maxPlanBytes: {
    name: "max-plan-size",
    kind: "size",
    isField: true,
    commands: ["merge", "apply", "verify", "publish", "decide"],
    summary: "Refuse a larger plan",
    placeholder: "SIZE",
    default: "256MB",
  },
  /** The files of shards that are missing are left out of the result, which says so. */
  allowMissing: {
    name: "allow-missing",
    kind: "flag",
    isField: true,
    commands: ["merge"],
    summary: "Leave the files of missing shards out, with a warning",
  },
  format: {
    name: "format",
    kind: "report format",
    commands: REPORTING,
    summary: `Format on standard output: ${REPORT_FORMATS.join(", ")}`,
    placeholder: "FORMAT",
    default: "pretty",
    adviceInAction: "The log is `pretty`. For a file in another format, use --report FORMAT=PATH.",
  },
  productFormat: {
    name: "format",
    kind: "product format",
    commands: PRINTING,
    summary: "pretty or json",
    placeholder: "FORMAT",
    default: "pretty",
  },
  repository: {
    name: "repository",
    kind: "flag",
    commands: ["trust accept", "trust forget"],
    summary: "All policies of the repository, as they are and as they will be",
  },
  stat: {
    name: "stat",
    kind: "flag",
    commands: [...REPORTING, "report"],
    summary: "With pretty: a line for each file in the place of diffs",
  },
  net: {
    name: "net",
    kind: "flag",
    commands: [...REPORTING, "report"],
    summary: "With pretty: the sum of the changes of each file, not those of each action",
  },
  ignoreSpace: {
    name: "ignore-space",
    kind: "flag",
    commands: [...REPORTING, "report"],
    summary: "With pretty, markdown and html: no lines whose white space alone changes",
  },
  groupBy: {
    name: "group-by",
    kind: "grouping",
    commands: [...REPORTING, "report"],
    summary: `With pretty: changes by ${GROUPINGS.join(", ")}`,
    placeholder: "WHAT",
  },
  pager: {
    name: "pager",
    kind: "switch",
    commands: [...REPORTING, "report", "runs", "list", "test", "policy explain"],
    summary: "On a terminal, show the product in SLUICE_PAGER, PAGER or less; --no-pager does not",
    default: true,
    adviceInAction: "A log has no pager.",
  },
  full: {
    name: "full",
    kind: "flag",
    commands: [...REPORTING, "report"],
    summary: "With pretty: every diff, however many lines they have; default: a digest above 400",
  },
  remadeFormat: {
    name: "format",
    kind: "report format",
    commands: ["report", "fleet report"],
    summary: `Format on standard output: ${REPORT_FORMATS.join(", ")}`,
    placeholder: "FORMAT",
    defaultNote: "`pretty`, and nothing with --report",
    variants: [
      {
        commands: ["fleet report"],
        summary: "Format on standard output: pretty, json, markdown, html",
      },
    ],
  },
  report: {
    name: "report",
    kind: "reports",
    actionInput: "reports",
    commands: [...REPORTING, "report", "fleet report"],
    summary: "Write a report to a file, too, as FORMAT or FORMAT=PATH",
    placeholder: "FORMAT[=PATH]",
    variants: [
      {
        commands: ["report", "fleet report"],
        summary: "Write a report to a file, as FORMAT or FORMAT=PATH",
      },
    ],
  },
  compare: {
    name: "compare",
    kind: "flag",
    commands: ["report"],
    summary: "Compare two runs, plans or reports: what is new, gone, decided differently",
  },
  testReport: {
    name: "report",
    kind: "test reports",
    commands: ["test"],
    summary: "Write the outcome to a file, too, as junit or junit=PATH",
    placeholder: "FORMAT[=PATH]",
  },
  /** Only cases whose `RECIPE/CASE` contains it. */
  filter: {
    name: "filter",
    kind: "text",
    isField: true,
    commands: ["test"],
    summary: "Only cases with this in their name, which is RECIPE/CASE",
    placeholder: "TEXT",
  },
  /** Write what comes out as what is expected. */
  isUpdate: {
    name: "update",
    alias: "u",
    kind: "flag",
    isField: true,
    commands: ["test"],
    summary: "Write what comes out as what is expected, below the folders of the cases",
  },
  /** End with 1 if anything is, or would be, applied or held. */
  check: {
    name: "check",
    kind: "flag",
    isField: true,
    actionInput: "check",
    commands: ["report", ...REPORTING],
    summary: "Exit with 1 if anything is, or would be, applied or held",
    variants: [
      { commands: ["report"], summary: "With --compare: exit with 1 if anything is different" },
    ],
  },
  handoff: {
    name: "handoff",
    kind: "flag",
    commands: ["preview"],
    summary: "Ask no model, and print the tasks of prompt steps alone, for another agent",
    adviceInAction: "For an agent, run `sluice preview --handoff` in a step.",
  },
  /** End with 0 instead of 1 and 4. */
  exitZero: {
    name: "exit-zero",
    kind: "flag",
    isField: true,
    commands: REPORTING,
    summary: "Exit with 0 instead of 1 and 4",
  },
  /** Use, and keep, the results of searches by content. The outcome of a run does not depend on it. */
  cache: {
    name: "cache",
    kind: "switch",
    isField: true,
    commands: [...REPORTING, "mcp"],
    summary: "Use the results of earlier searches in .sluice/cache; --no-cache does not",
    default: true,
  },
  /** The facts that are found: those that the policy looks at, or all of them. A plan has all. */
  facts: {
    name: "facts",
    kind: "facts",
    isField: true,
    commands: PREVIEWING,
    summary: "Find the facts that the policy looks at, or all of them; a plan has all",
    placeholder: "asked|all",
    default: "asked",
  },
  /** Tell of each step what it found, and why its ops match nothing. */
  why: {
    name: "why",
    kind: "flag",
    isField: true,
    commands: RUNNING,
    summary: "Tell what each op found, and why it found nothing",
  },
  /**
   * A branch or commit, or `pull-request` for what this CI job merged: the run is about the files that changed since it
   * and HEAD parted, and lines that did make the fact `touchesChangedLines`. Default of a plan: its own commit, which
   * counts only if all of the tree is trusted.
   */
  since: {
    name: "since",
    kind: "text",
    isField: true,
    actionInput: "since",
    commands: REPORTING,
    summary: "Only files that changed since this branch, or `pull-request`, and HEAD parted",
    placeholder: "REF",
    variants: [
      {
        commands: ["merge", "apply", "publish"],
        summary: "Derive the plan again with this branch or commit for --since",
        defaultNote: "the commit of the plan, if all of the tree is trusted",
      },
    ],
  },
  /** Names of files, relative to the working directory. Those that are gone, or outside of the root, are left out. */
  files: {
    name: "files",
    kind: "texts",
    isField: true,
    isOptional: true,
    commands: RUNNING,
    summary: "Only this file; the words behind -- are files, too",
    placeholder: "FILE",
  },
  /** A file with more names, relative to the working directory; `-` for standard input. */
  filesFrom: {
    name: "files-from",
    kind: "text",
    isField: true,
    commands: RUNNING,
    summary: "Only the files in this list, on lines or with NULs; - reads standard input",
    placeholder: "FILE|-",
  },
  /** The run is about the files that are staged, as they are staged, and writes to the index, too. */
  staged: {
    name: "staged",
    kind: "flag",
    isField: true,
    commands: RUNNING,
    summary: "What is staged, as it is in the index; `run` stages its edits, too",
  },
  /** Of edits by patterns only those count that touch lines which changed: needs `since` or `staged`. */
  changedLines: {
    name: "changed-lines",
    kind: "flag",
    isField: true,
    commands: RUNNING,
    summary: "Of these files only the lines that changed: with --since or --staged",
  },
  /** Globs, folders and files, relative to the root. Empty: any. */
  paths: {
    name: "paths",
    kind: "texts",
    isField: true,
    commands: [...RUNNING, "mcp"],
    summary: "Only files that this glob matches, or below this folder, relative to the root",
    placeholder: "GLOB",
  },
  /** The same: files that are left out. */
  exclude: {
    name: "exclude",
    kind: "texts",
    isField: true,
    commands: [...RUNNING, "mcp"],
    summary: "No file that this glob matches, or below this folder",
    placeholder: "GLOB",
  },
  /**
   * One of several parts of the files, each on a machine of its own; `auto` is that of this CI job. Only `merge` makes
   * a whole plan of the plans of all shards.
   */
  shard: {
    name: "shard",
    kind: "shard",
    isField: true,
    actionInput: "shard",
    commands: [...RUNNING, "test"],
    summary: "Only this part of the files, such as 2/4; `auto` asks the CI system. See `merge`",
    placeholder: "INDEX/TOTAL|auto",
    variants: [
      {
        commands: ["preview"],
        summary: "Only this part of the files, such as 2/4, without verdicts",
      },
      { commands: ["test"], summary: "Only this part of the cases, such as 2/4; or auto" },
      { commands: ["run"], summary: "Not here: `plan` takes it, then `merge` and `apply`" },
    ],
  },
  /** The way in which files are dealt to shards. */
  shardBy: {
    name: "shard-by",
    kind: "way of shards",
    isField: true,
    commands: RUNNING,
    summary: "With --shard: deal files by their paths, or so that the bytes are about the same",
    placeholder: "path|size",
    default: "path",
  },
  /** A run refuses more pending actions than this. */
  maxActions: {
    name: "max-actions",
    kind: "count from 1",
    isField: true,
    commands: [...PREVIEWING, "mcp"],
    summary: "Refuse more pending actions than this",
    placeholder: "COUNT",
    default: `${INPUT_LIMITS.actions}`,
  },
  /** The most matches that a run may find. */
  maxMatches: {
    name: "max-matches",
    kind: "count from 1",
    isField: true,
    commands: [...REPORTING, "mcp"],
    summary:
      "End the run at more matches than this, and at more than a quarter of them in one file",
    placeholder: "COUNT",
    default: `${INPUT_LIMITS.matches}`,
  },
  /** The most UTF-16 code units of replacements and diffs that a run may have. */
  maxText: {
    name: "max-text",
    kind: "count from 1",
    isField: true,
    commands: [...REPORTING, "mcp"],
    summary: "The same for the characters of replacements and diffs",
    placeholder: "COUNT",
    default: `${INPUT_LIMITS.text}`,
  },
  /** Refuse to run if anything below the root is not committed. */
  requireClean: {
    name: "require-clean",
    kind: "flag",
    isField: true,
    commands: [...PREVIEWING, "mcp"],
    summary: "Refuse to run if anything below the root is not committed",
  },
  /** The part of the tree that may configure a run. Default: `base` on a pull request in CI, otherwise `all`. */
  trust: {
    name: "trust",
    kind: "trust",
    isField: true,
    actionInput: "trust",
    commands: [
      ...REPORTING,
      "hook",
      "doctor",
      "list",
      "show",
      "explain-match",
      "validate",
      "test",
      "mcp",
      "fleet run",
      "fleet list",
      "fleet merge",
      "fleet worker",
      ...OF_POLICY,
    ],
    summary:
      "Read recipes, policy and rules from all of the tree, from its base commit, or from none of it",
    placeholder: "all|base|none",
    defaultNote: "base on a pull request in CI, otherwise all",
    variants: [
      {
        commands: ["list", "show", "explain-match"],
        summary: "Show the recipes of all of the tree, of its base commit, or of none of it",
      },
      {
        commands: ["validate"],
        summary: "Check the files of all of the tree, of its base commit, or of none of it",
        defaultNote: "all",
      },
      {
        commands: ["test"],
        summary: "Test the recipes of all of the tree, of its base commit, or of none of it",
        defaultNote: "all; with --allow-code base on a pull request in CI",
      },
      {
        commands: OF_POLICY,
        summary: "Read the policy of the tree, of its base commit, or none of the tree",
        defaultNote: "all",
      },
    ],
  },
  resolved: {
    name: "resolved",
    kind: "flag",
    commands: ["policy show"],
    summary: "Print one policy file that needs no other: with everything that it extends",
  },
  minCoverage: {
    name: "min-coverage",
    kind: "percent",
    commands: ["policy test"],
    summary: "Exit with 1 if the tests reach less of the rules and conditions than this",
    placeholder: "PERCENT",
  },
  allowEmpty: {
    name: "allow-empty",
    kind: "flag",
    commands: ["policy test"],
    summary: "Accept a policy without tests",
  },
  explainedPolicy: {
    name: "policy",
    kind: "text",
    commands: ["policy explain"],
    summary: "Explain by this policy: a file, or apply-all, safe, safe-for-agents or hold-all",
    placeholder: "FILE",
    defaultNote: "the one that decided, as it is now; with --against that of the root",
  },
  whyNot: {
    name: "why-not",
    kind: "why-not",
    commands: ["policy explain"],
    summary: "Show only what stands between an action and an apply",
    placeholder: "apply",
  },
  against: {
    name: "against",
    kind: "texts",
    commands: ["policy explain"],
    summary: "Decide this plan again, and show the verdicts that flip; exit with 1 if any does",
    placeholder: "PLAN",
  },
  /** The base commit, as git names it. Default: the one that CI names. */
  base: {
    name: "base",
    kind: "text",
    isField: true,
    commands: [...CONFIGURED, "hook", "mcp"],
    summary: "With --trust base: the commit",
    placeholder: "REF",
    defaultNote: "the one that CI names",
  },
  /** The environment variables that recipes may name. */
  allowEnv: {
    name: "allow-env",
    kind: "variables",
    isField: true,
    commands: [...REPORTING, "mcp"],
    summary: "Let recipes name this environment variable",
    placeholder: "NAME",
  },
  /** The servers that recipes may name, as `HOST` or `HOST:PORT`. */
  allowHosts: {
    name: "allow-host",
    kind: "servers",
    isField: true,
    commands: [...LOADING, "explain-match", "doctor", "mcp"],
    summary: "Let recipes name this server, of a model or of `git:`",
    placeholder: "HOST[:PORT]",
  },
  /** Code of the tree may run: tools and hooks of recipes (T26), packages of languages and models. */
  allowCode: {
    name: "allow-code",
    longAlias: "allow-custom-tools",
    kind: "flag",
    isField: true,
    actionInput: "allow-code",
    commands: [...LOADING, "explain-match", "mcp"],
    summary: "Run code of the tree: tools and hooks of recipes, packages, checks of the policy",
  },
  /** Folders that packages are loaded from, after Sluice's own; relative to the working directory. */
  packages: {
    name: "packages",
    kind: "texts",
    isField: true,
    commands: [
      ...LOADING,
      ...["explain-match", "doctor", "trust accept", "mcp"],
      ...["fleet run", "fleet merge", "fleet worker"],
      ...OF_POLICY,
    ] as const,
    summary: "Load packages of languages, models, policies and recipes from this folder, too",
    placeholder: "DIR",
  },
  /** A file to which the answers of models are recorded. Relative to the working directory. */
  record: {
    name: "record",
    kind: "text",
    isField: true,
    commands: RUNNING,
    summary: "Record the answers of models in this file",
    placeholder: "FILE",
  },
  /** A recording that is played instead of asking models. Relative to the working directory. */
  replay: {
    name: "replay",
    kind: "text",
    isField: true,
    commands: RUNNING,
    summary: "Play recorded answers instead of asking models: no key, no network",
    placeholder: "FILE",
  },
  /** The id of a run whose conversations are resumed. */
  resume: {
    name: "resume",
    kind: "text",
    isField: true,
    commands: RUNNING,
    summary: "Resume the conversations of the run with this id, which was cut off",
    placeholder: "RUN",
    adviceInAction: "A runner keeps no earlier run. Use --record and --replay.",
  },
  timeout: {
    name: "timeout",
    kind: "duration",
    commands: [...REPORTING, ...BRIEF, "hook", "trust accept", "fleet run", "fleet worker", "mcp"],
    summary: "End the run after this time, such as 30s, 10m or 2h",
    placeholder: "TIME",
    variants: [
      { commands: ["hook"], summary: "Deny after this time", defaultNote: "20s" },
      { commands: BRIEF, summary: "End the command after this time, such as 30s, 10m or 2h" },
      { commands: ["mcp"], summary: "End each call after this time, such as 30s, 10m or 2h" },
    ],
  },
  /**
   * Ids, or beginnings of ids, of the actions to apply; this is the consent for held ones. Default: all accepted
   * actions, and no held one.
   */
  only: {
    name: "only",
    kind: "texts",
    isField: true,
    isOptional: true,
    commands: ["apply"],
    summary: "Apply only this action, also if it is held: its id, or the beginning of it",
    placeholder: "ID",
  },
  /** The reason to apply held actions, for the record; only with `only`, and never blank (R23). */
  reason: {
    name: "reason",
    kind: "text",
    isField: true,
    commands: ["apply", "resolve"],
    summary: "With --only: why held actions are applied",
    placeholder: "TEXT",
    variants: [{ commands: ["resolve"], summary: "Why; it is kept with the run" }],
  },
  diff: {
    name: "diff",
    kind: "flag",
    commands: ["runs"],
    summary: "With a run: show the diff of each action that is held",
  },
  export: {
    name: "export",
    kind: "text",
    commands: ["runs"],
    summary: "With a run: write what it holds to a plan file, for apply --only",
    placeholder: "FILE",
  },
  all: {
    name: "all",
    kind: "flag",
    commands: ["resolve"],
    summary: "All actions that the run still holds",
  },
  rule: {
    name: "rule",
    kind: "texts",
    commands: ["resolve"],
    summary: "Those that this rule of the policy holds",
    placeholder: "ID",
  },
  heldRecipe: {
    name: "recipe",
    kind: "texts",
    commands: ["resolve"],
    summary: "Those of this recipe",
    placeholder: "NAME",
  },
  heldPaths: {
    name: "paths",
    kind: "texts",
    commands: ["resolve"],
    summary: "Those whose files all match this glob",
    placeholder: "GLOB",
  },
  prune: {
    name: "prune",
    kind: "flag",
    commands: ["runs"],
    summary: "Remove past runs; needs --older-than, --keep or both",
  },
  /** Runs that started longer ago than this; milliseconds. */
  olderThan: {
    name: "older-than",
    kind: "age",
    isField: true,
    commands: ["runs"],
    summary: "With --prune: runs that are older, such as 12h, 30d or 8w",
    placeholder: "AGE",
  },
  /** Runs other than so many of the newest. */
  keep: {
    name: "keep",
    kind: "count from 0",
    isField: true,
    commands: ["runs"],
    summary: "With --prune: all but this many of the newest; with --older-than, both must hold",
    placeholder: "COUNT",
  },
  /** Also runs with actions that wait for a person. */
  withHeld: {
    name: "held",
    kind: "flag",
    isField: true,
    commands: ["runs"],
    summary: "With --prune: also runs in which an action is held",
  },
  merge: {
    name: "merge",
    kind: "flag",
    commands: ["undo"],
    summary: "Keep later changes of the run's files, as git merges",
  },
  force: {
    name: "force",
    kind: "flag",
    commands: ["undo"],
    summary: "Replace later changes of the run's files",
  },
  github: {
    name: "github",
    kind: "flag",
    commands: ["init"],
    summary: "Make a workflow of GitHub that previews each pull request, too",
  },
  gitlab: {
    name: "gitlab",
    kind: "flag",
    commands: ["init"],
    summary: "Make a job of GitLab that previews each merge request, too",
  },
  preCommit: {
    name: "pre-commit",
    kind: "flag",
    commands: ["init"],
    summary: "Make settings of pre-commit that preview each commit, too",
  },
  agents: {
    name: "agents",
    kind: "flag",
    commands: ["init"],
    summary:
      "Make the agents that are there (Claude Code, Codex, Cursor) ask before they edit a file, too",
  },
  remove: {
    name: "remove",
    kind: "flag",
    commands: ["init"],
    summary: "With --agents: only remove what makes them ask",
  },
  from: {
    name: "from",
    kind: "recipe source",
    commands: ["init"],
    summary: "Make recipes for the rules of this tool: ast-grep, with its sgconfig.yml",
    placeholder: "TOOL",
  },
  /** Only report what would be done. */
  isDryRun: {
    name: "dry-run",
    kind: "flag",
    isField: true,
    commands: ["propose", "publish", "decide", "undo", "comment", "runs", "fleet run"],
    summary: "Only show what would be done",
    variants: [
      {
        commands: ["publish", "decide", "fleet run"],
        summary: "Only show what would be done: the forge is read, and nothing is written",
      },
      {
        commands: ["comment"],
        summary: "Only print the comment: no server is asked, and no token is needed",
      },
      { commands: ["runs"], summary: "With --prune: only show what would be removed" },
    ],
  },
  forge: {
    name: "forge",
    kind: "forge",
    isField: true,
    commands: ["publish", "decide", "comment"],
    summary: "The server of the pull request",
    placeholder: "github|gitlab",
    defaultNote: "that of the CI system",
  },
  /** The address that branches are pushed to. Default: that of the repository of the CI job. */
  remote: {
    name: "remote",
    kind: "text",
    isField: true,
    commands: ["publish", "decide"],
    summary: "Push to this address: https://…, ssh://…, or a path",
    placeholder: "ADDRESS",
    defaultNote: "the repository of the CI job",
  },
  pullRequest: {
    name: "pull-request",
    kind: "count from 1",
    commands: ["comment"],
    summary: "The number of the pull request or merge request",
    placeholder: "NUMBER",
    defaultNote: "that of the job",
  },
  id: {
    name: "id",
    kind: "text",
    commands: ["comment"],
    summary: "Tells several comments on one pull request apart",
    placeholder: "TEXT",
    defaultNote: "the workflow, the job and the root",
  },
  checkRun: {
    name: "check-run",
    kind: "flag",
    commands: ["comment"],
    summary: "Also keep a check run with annotations on the commit, on GitHub",
  },
  suggestions: {
    name: "suggestions",
    kind: "count from 0",
    commands: ["comment"],
    summary: "Suggest changes on lines of the diff, at most this many on a pull request of GitHub",
    placeholder: "COUNT",
    default: "10",
  },
  fleetState: {
    name: "state",
    kind: "text",
    commands: ["fleet run", "fleet status", "fleet merge", "fleet report"],
    summary: "Folder of the ledger, the plans and the results",
    placeholder: "DIR",
    defaultNote: ".sluice/fleet/NAME beside the fleet file",
  },
  resumeFleet: {
    name: "resume",
    kind: "flag",
    commands: ["fleet run"],
    summary: "Go on with the last round: repositories that came to their end stay as they are",
  },
  failedOnly: {
    name: "failed-only",
    kind: "flag",
    commands: ["fleet run"],
    summary: "Go on with the last round: work on its failures again, and on nothing else",
  },
  onlyRepositories: {
    name: "only",
    kind: "texts",
    commands: ["fleet run", "fleet list"],
    summary: "Only this repository of the fleet",
    placeholder: "NAME",
  },
  concurrency: {
    name: "concurrency",
    kind: "count from 1",
    commands: ["fleet run", "fleet worker"],
    summary: "Work on so many repositories at a time",
    placeholder: "NUMBER",
    defaultNote: "the number of processors",
  },
  maxFailed: {
    name: "max-failed",
    kind: "count from 0",
    commands: ["fleet run"],
    summary: "After more failures than this, begin with no other repository",
    placeholder: "NUMBER",
    defaultNote: "no limit",
  },
  repositoryTimeout: {
    name: "repository-timeout",
    kind: "duration",
    commands: ["fleet run", "fleet worker"],
    summary: "Longest time for one repository",
    placeholder: "TIME",
    default: "30m",
  },
  maxRepositorySize: {
    name: "max-repository-size",
    kind: "disk size",
    commands: ["fleet run", "fleet worker"],
    summary: "Refuse a repository of which one commit takes more",
    placeholder: "SIZE",
    default: "4GB",
  },
  refresh: {
    name: "refresh",
    kind: "flag",
    commands: ["fleet status"],
    summary: "Ask the forges first which pull requests are merged or closed",
  },
  publishRate: {
    name: "publish-rate",
    kind: "count from 1",
    commands: ["fleet run"],
    summary: "Open at most so many pull requests an hour, over all repositories",
    placeholder: "NUMBER",
    default: "240",
  },
  mirrors: {
    name: "mirrors",
    kind: "text",
    commands: ["fleet run", "fleet worker"],
    summary: "Folder of what is fetched, for the next round",
    placeholder: "DIR",
    defaultNote: "sluice/mirrors in the cache folder of the user",
  },
  queue: {
    name: "queue",
    kind: "text",
    commands: ["fleet run", "fleet worker"],
    summary: "Jobs are done by workers, through this server: redis://, rediss:// or postgres://",
    placeholder: "ADDRESS",
    defaultNote: "the variable SLUICE_QUEUE",
  },
  once: {
    name: "once",
    kind: "flag",
    commands: ["fleet worker"],
    summary: "Do one job of standard input, or with --queue end when it has no job left",
  },
  /** Milliseconds that the command waits for another run that writes in the root. Default: two minutes. */
  lockTimeout: {
    name: "lock-timeout",
    kind: "duration",
    isField: true,
    commands: LOCKING,
    summary: "Wait this long for another run that writes in the root",
    placeholder: "TIME",
    default: "2m",
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The rows of the table, in order. */
export const ALL_OPTIONS: readonly OptionSpec[] = Object.values(OPTION_TABLE);

/** The options of a command, each as that command has it. */
export function optionsOf(command: CommandName): readonly OptionSpec[] {
  return ALL_OPTIONS.filter(({ commands }) => commands.includes(command)).map((spec) => {
    const variant = spec.variants?.find(({ commands }) => commands.includes(command));
    return variant === undefined ? spec : { ...spec, ...variant };
  });
}
