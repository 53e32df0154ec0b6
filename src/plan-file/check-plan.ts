import { pathRuleFault } from "../files/path-rules.ts";
import { tidyPath } from "../shared/paths/posix-path.ts";
import { shown } from "../shared/shown.ts";
import { checkPlannedFile } from "./check-planned-file.ts";
import { checkShard } from "./check-shard.ts";
import { digestOfInputs } from "./digests.ts";
import type { Plan, PlannedAction, PlannedFile } from "./plan.ts";
import { MAX_PLAN_FILES } from "./plan-schema.ts";
import { type ReportFault, ruleOutPaths } from "./rule-out-paths.ts";

/**
 * Finds everything in a plan that contradicts itself, or that no plan may ask for, one sentence each: a plan is not
 * trusted, because its digest only shows that it was not changed by accident. Pure; the disk is read when the plan is
 * applied.
 */
export function findPlanFaults(plan: Plan): readonly string[] {
  const faults: string[] = [];
  const report: ReportFault = (where, fault) => faults.push(`${where}: ${fault}`);
  checkRecipes(plan, report);
  const fileCount = plan.actions.reduce((sum, { files }) => sum + files.length, 0);
  if (fileCount > MAX_PLAN_FILES) {
    report(
      "actions",
      `they have ${fileCount} files in all. At most ${MAX_PLAN_FILES} are allowed.`,
    );
    return faults;
  }
  const ids = new Set<string>();
  const hashes = new Map<string, KnownHashes>();
  for (const [index, action] of plan.actions.entries()) {
    const where = `actions[${index}]`;
    if (ids.has(action.id)) report(where, `the id \`${shown(action.id)}\` is used twice.`);
    ids.add(action.id);
    checkVerdict(action, where, report);
    checkFiles(action, where, report);
    for (const [at, file] of action.files.entries())
      checkHashes(file, action.state === "would-apply", hashes, (fault) =>
        report(`${where}.files[${at}]`, fault),
      );
  }
  ruleOutPaths(plan.actions, report);
  return faults;
}

function checkRecipes({ recipes, policy, inputs, shard, alerts }: Plan, report: ReportFault): void {
  if (alerts.some(({ level }) => level === "error"))
    report("alerts", "one of them is an error, which fails the run.");
  if (digestOfInputs(inputs.values) !== inputs.sha256)
    report("inputs", "their digest is not that of their values.");
  if (recipes.length === 0) report("recipes", "the plan names none.");
  const names = new Set<string>();
  for (const [index, { name, path, shipped, text }] of recipes.entries()) {
    const where = `recipes[${index}]`;
    if (names.has(name)) report(where, `the recipe \`${shown(name)}\` is listed twice.`);
    names.add(name);
    if (path !== null && shipped !== null)
      report(where, "both its `path` and its `shipped` are set.");
    if (text !== undefined && (path ?? shipped) !== null)
      report(where, "it has a `text`, and names a file.");
    checkSource(path ?? shipped, where, report);
  }
  if (policy.path !== null && policy.builtIn !== null)
    report("policy", "both its `path` and its `builtIn` are set.");
  checkSource(policy.path, "policy", report);
  checkShard(shard, report);
}

/** A recipe may be in `.sluice/recipes` or in a package, because nothing is written there. */
function checkSource(path: string | null, where: string, report: ReportFault): void {
  if (path === null) return;
  const judged = path.replace(/^\.sluice\//, "").replaceAll(/(?<=^|\/)node_modules\//g, "");
  const fault = plannedPathFault(judged, { isNew: false });
  if (fault !== undefined) report(where, `\`${shown(path)}\` ${fault}.`);
}

const STATES = { apply: "would-apply", discard: "discarded", hold: "held" } as const;

function checkVerdict(action: PlannedAction, where: string, report: ReportFault): void {
  const { verdict, state, reason, files, facts } = action;
  if (STATES[verdict] !== state)
    report(where, `its verdict is ${verdict}, and its state ${state}.`);
  if (reason.trim() === "") report(where, "it has no reason.");
  if (state === "would-apply" && files.length === 0)
    report(where, "it would be applied, but lists no file.");
  for (const name of ["recipe", "step", "tool", "label"] as const)
    if (facts[name] !== action[name]) report(where, `its facts have another ${name}.`);
  if (facts.fileCount !== facts.files.length)
    report(where, "its facts count other files than they name.");
  const { sourceToolName = action.tool } = action;
  if (files.length > 0 && sourceToolName !== action.tool)
    report(where, "its source tool is not its tool.");
  if (files.length === 0) return; // Of a custom tool, whose facts cannot be compared with anything.
  const paths = files.map(({ path }) => path);
  const fresh = files.flatMap(({ path, preHash }) => (preHash === null ? [path] : []));
  const gone = files.flatMap(({ path, postHash }) => (postHash === null ? [path] : []));
  const moded = files.flatMap(({ path, mode }) => (mode === undefined ? [] : [path]));
  const { newFiles = [], deletedFiles = [], modesChanged = [] } = facts;
  const isOfFiles = isSame(newFiles, fresh) && isSame(deletedFiles, gone);
  if (!isSame(facts.files, paths) || !isOfFiles || !isSame(modesChanged, moded))
    report(where, "its facts name other files than it has.");
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

function checkFiles({ files }: PlannedAction, where: string, report: ReportFault): void {
  const seen = new Set<string>();
  for (const [index, file] of files.entries()) {
    const at = `${where}.files[${index}]`;
    const fault = plannedPathFault(file.path, { isNew: file.preHash === null });
    if (fault !== undefined) report(at, `\`${shown(file.path)}\` ${fault}.`);
    if (seen.has(file.path)) report(at, `\`${shown(file.path)}\` is in one action twice.`);
    seen.add(file.path);
    checkPlannedFile(file, (fileFault) => report(at, fileFault));
  }
}

/** The hashes of one file, up to the action that is checked. */
interface KnownHashes {
  /** Every hash that the file has had. */
  readonly all: Set<string | null>;
  /** The hash that the applied actions so far leave. */
  current: string | null;
  /** The hashes of the last write, if it was one for many actions. */
  joint?: string | undefined;
}

/** An action that is applied must rest on what the one before it left, any other on anything that the file once was. */
function checkHashes(
  { path, preHash, postHash, mode, isJoint }: PlannedFile,
  isApplied: boolean,
  hashes: Map<string, KnownHashes>,
  report: (fault: string) => void,
): void {
  const known = hashes.get(path) ?? { all: new Set([preHash]), current: preHash };
  hashes.set(path, known);
  const write = isJoint === true ? `${preHash} ${postHash}` : undefined;
  if (isApplied && write !== undefined && known.joint === write) return; // One more action of the same write.
  if (isApplied ? known.current !== preHash : !known.all.has(preHash))
    report("its hash before is not what the actions before it leave.");
  if (preHash === postHash && mode === undefined)
    report("its hash before is the one after: it would change nothing.");
  if (!isApplied) return;
  known.joint = write;
  known.current = postHash;
  known.all.add(postHash);
}

/**
 * Returns why a plan may not name a path, in words that follow it; undefined if it may. Pure: a new file must also have
 * a name that every system allows, but the disk is read only when the plan is applied.
 */
export function plannedPathFault(
  path: string,
  { isNew }: { readonly isNew: boolean },
): string | undefined {
  const fault = pathRuleFault(path, { use: isNew ? "create" : "edit" });
  if (fault !== undefined) return fault;
  if (tidyPath(path) !== path) return "is not written in its shortest form";
  return isNew && path.split("/").some(isForbiddenSomewhere)
    ? "has a name that not every system can have"
    : undefined;
}

function isForbiddenSomewhere(name: string): boolean {
  return /[. ]$/.test(name) || /[<>:"|?*]/.test(name);
}
