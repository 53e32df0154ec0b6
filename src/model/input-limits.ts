/**
 * How much of anything a run takes, so that no input makes it hang or run out of memory. Every bound is far above
 * what a person writes; docs/limits.md lists them, with what to do at each.
 */
export const INPUT_LIMITS = {
  /** Bytes of a recipe, a policy, an inputs file or a rule file. */
  configBytes: 1024 * 1024,
  /** How many nodes the aliases of one YAML file may stand for. */
  yamlAliases: 100,
  /** How deep maps and lists of a YAML file may be nested. */
  yamlDepth: 64,
  /** Recipes of one command line. */
  recipes: 1000,
  /** Inputs that one recipe declares. */
  inputs: 1000,
  /** UTF-16 code units of an input's value; of a list all items together. */
  inputLength: 65_536,
  /** Steps of a recipe. */
  steps: 1000,
  /** Calls of one `parallel` group: they all run at once. */
  parallelCalls: 100,
  /** Ops that a step writes out itself. */
  ops: 1000,
  /** UTF-16 code units of a prompt. */
  promptLength: 262_144,
  /** Entries of `attach` of one prompt step, and names under its `tools`: so many of each. */
  attachments: 1000,
  /** UTF-16 code units of one expression (`when`). */
  expressionLength: 4096,
  /** Files with tools of a recipe, and its hooks. */
  extensions: 100,
  /** Globs or paths of one list. */
  globs: 1000,
  /** UTF-16 code units of one glob or path. */
  globLength: 4096,
  /** Guards of a policy, and its rules: so many of each. */
  policyRules: 1000,
  /** Pending actions of one run; `--max-actions` says otherwise. */
  actions: 100_000,
} as const;
