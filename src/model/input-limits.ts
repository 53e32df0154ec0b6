/**
 * The limits of all input, so that none makes a run hang or run out of memory. Every limit is far above what a user
 * writes; docs/limits.md lists them, with a remedy for each.
 */
export const INPUT_LIMITS = {
  /** Bytes of a recipe, a policy, an inputs file or a rule file. */
  configBytes: 1024 * 1024,
  /** The nodes that the aliases of one YAML file may stand for. */
  yamlAliases: 100,
  /** The aliases themselves in one YAML file: each is looked for among all anchors. */
  yamlReferences: 1000,
  /** The depth of maps and lists in a YAML file. */
  yamlDepth: 64,
  /** Bytes of a commit that is fetched for a recipe, as git packs them; and milliseconds that the fetch may take. */
  fetchedBytes: 256 * 1024 * 1024,
  fetchTime: 120_000,
  /** Bytes of a fleet file, its entries, and the repositories that they stand for. */
  fleetBytes: 10 * 1024 * 1024,
  fleetRepositories: 50_000,
  /** Bytes of a patch, or of a file with fixes. */
  patchBytes: 64 * 1024 * 1024,
  /** Bytes of the call of an agent on standard input: a file of more is not parsed either. */
  hookBytes: 8 * 1024 * 1024,
  /** Recipes of one command line. */
  recipes: 1000,
  /** Inputs that one recipe declares. */
  inputs: 1000,
  /** UTF-16 code units of an input's value; for a list of all items together. */
  inputLength: 65_536,
  /** UTF-16 code units of a text with the values of its inputs in place. */
  filledLength: 1_048_576,
  /** Rule files of one step, and of one folder of utility rules. */
  ruleFiles: 10_000,
  /** Steps of a recipe. */
  steps: 1000,
  /** Recipes that one recipe uses, also through others; and the depth of such a chain. */
  recipeUses: 100,
  useDepth: 8,
  /** Calls of one `parallel` group: all of them run at once. */
  parallelCalls: 100,
  /** UTF-16 code units of a pattern. */
  patternLength: 65_536,
  /** Ops that a step itself contains. */
  ops: 1000,
  /** UTF-16 code units of a prompt. */
  promptLength: 262_144,
  /** Entries of `attach` of one prompt step, and names under its `tools`: this number of each. */
  attachments: 1000,
  /** UTF-16 code units of one expression (`when`). */
  expressionLength: 4096,
  /** Steps of one evaluation; about a tenth of a second. Only loops in loops over long lists come near it. */
  expressionSteps: 500_000,
  /** Files with tools of a recipe, and its hooks. */
  extensions: 100,
  /** Formatters of a recipe, and of a step. */
  formatters: 20,
  /** Globs or paths of one list. */
  globs: 1000,
  /** UTF-16 code units of one glob or path. */
  globLength: 4096,
  /** Guards of a policy, and its rules: this number of each. */
  policyRules: 1000,
  /** UTF-16 code units of a reason as it is written, its expressions, and code units with their values in place. */
  reasonTemplate: 16_384,
  reasonExpressions: 100,
  reasonLength: 65_536,
  /** Conditions in one list of `any` or `all`. */
  policyAlternatives: 100,
  /** Checks of a policy. */
  checks: 100,
  /** Runs of checks in one run that a policy may allow. */
  checkRuns: 10_000,
  /** Policies that one policy extends, and the depth of such a chain. */
  policyExtends: 16,
  /** Tests of a policy file or of a file of tests, and those of one rule: this number of each. */
  policyTests: 1000,
  /** `fileCount` in a test of a policy that names no files. */
  testFiles: 10_000,
  /** UTF-16 code units of the message, a trailer or the branch under `commits` of a policy, and of a title. */
  commitTemplate: 4096,
  /** UTF-16 code units of the body under `publish` of a policy. */
  pullBody: 16_384,
  /** Pull requests that a policy may keep open, or open within an hour. */
  pulls: 1000,
  /** Labels of a pull request, and UTF-16 code units of each. */
  labels: 100,
  labelLength: 255,
  /** Reviewers of a pull request, people and teams who may approve, and approvals that a policy may ask for. */
  people: 100,
  /** Commits of one run. */
  commits: 1000,
  /** Pending actions of one run; `--max-actions` sets another limit. */
  actions: 100_000,
  /** Matches that one run finds; `--max-matches` sets another limit. A file may have a quarter of them. */
  matches: 1_000_000,
  /**
   * UTF-16 code units of the replacements and diffs of one run, which wait in a temporary file; `--max-text` sets
   * another limit, of which a file may have a quarter.
   */
  text: 2_000_000_000,
  /** The same of one file, which are in memory at the same time. */
  fileText: 50_000_000,
  /** The same of one run if no temporary file can hold them. */
  heldText: 200_000_000,
} as const;
