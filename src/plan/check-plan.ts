import { shown } from "../shared/shown.ts";
import { digestOfInputs } from "./digests.ts";
import type { Plan, PlannedAction, PlannedFile } from "./plan.ts";
import { MAX_PLAN_FILES } from "./plan-schema.ts";
import { plannedPathFault } from "./planned-path.ts";
import { ruleOutPaths, type TellFault } from "./rule-out-paths.ts";

/**
 * Everything in a plan that contradicts itself, or that no plan may ask for, one sentence each: ids, paths,
 * verdicts, edits, and the hashes of a file from action to action. A plan is not believed: its digest only
 * says that it was not changed by accident. Pure; what the disk knows is asked when the plan is applied.
 */
export function findPlanFaults(plan: Plan): readonly string[] {
  const faults: string[] = [];
  const tell: TellFault = (where, fault) => faults.push(`${where}: ${fault}`);
  checkRecipes(plan, tell);
  const fileCount = plan.actions.reduce((sum, { files }) => sum + files.length, 0);
  if (fileCount > MAX_PLAN_FILES) {
    tell(
      "actions",
      `they have ${fileCount} files in all, and at most ${MAX_PLAN_FILES} are allowed.`,
    );
    return faults;
  }
  const ids = new Set<string>();
  const hashes = new Map<string, KnownHashes>();
  for (const [index, action] of plan.actions.entries()) {
    const where = `actions[${index}]`;
    if (ids.has(action.id)) tell(where, `the id \`${shown(action.id)}\` stands twice.`);
    ids.add(action.id);
    checkVerdict(action, where, tell);
    checkFiles(action, where, tell);
    for (const [at, file] of action.files.entries())
      checkHashes(file, action.state === "would-apply", hashes, (fault) =>
        tell(`${where}.files[${at}]`, fault),
      );
  }
  ruleOutPaths(plan.actions, tell);
  return faults;
}

function checkRecipes({ recipes, policy, inputs, shard, alerts }: Plan, tell: TellFault): void {
  if (alerts.some(({ level }) => level === "error")) tell("alerts", "one of them fails the run.");
  if (digestOfInputs(inputs.values) !== inputs.sha256)
    tell("inputs", "their digest is not that of their values.");
  if (recipes.length === 0) tell("recipes", "there is none.");
  const names = new Set<string>();
  for (const [index, { name, path, shipped }] of recipes.entries()) {
    const where = `recipes[${index}]`;
    if (names.has(name)) tell(where, `the recipe \`${shown(name)}\` is listed twice.`);
    names.add(name);
    if (path !== null && shipped !== null) tell(where, "it is in two places.");
    checkSource(path ?? shipped, where, tell);
  }
  if (policy.path !== null && policy.builtIn !== null) tell("policy", "it is in two places.");
  checkSource(policy.path, "policy", tell);
  if (shard.index > shard.total) tell("shard", "its index is beyond the total.");
  else if (shard.total !== 1)
    tell("shard", "it is a part of a plan, and only a whole one is applied.");
}

/** A recipe may lie in `.sluice/recipes`; nothing is written there. */
function checkSource(path: string | null, where: string, tell: TellFault): void {
  if (path === null) return;
  const fault = plannedPathFault(path.replace(/^\.sluice\//, ""), { isNew: false });
  if (fault !== undefined) tell(where, `\`${shown(path)}\` ${fault}.`);
}

const STATES = { apply: "would-apply", discard: "discarded", hold: "held" } as const;

function checkVerdict(action: PlannedAction, where: string, tell: TellFault): void {
  const { verdict, state, reason, files, facts } = action;
  if (STATES[verdict] !== state) tell(where, `its verdict is ${verdict}, and its state ${state}.`);
  if (reason.trim() === "") tell(where, "it has no reason.");
  if (state === "would-apply" && files.length === 0)
    tell(where, "it would be applied, and says of no file what it would write.");
  for (const name of ["recipe", "step", "tool", "label"] as const)
    if (facts[name] !== action[name]) tell(where, `its facts have another ${name}.`);
  if (facts.fileCount !== facts.files.length)
    tell(where, "its facts count other files than they name.");
  if (files.length === 0) return; // Of a custom tool: what it says is its own word.
  const paths = files.map(({ path }) => path);
  const fresh = files.flatMap(({ path, preHash }) => (preHash === null ? [path] : []));
  if (!isSame(facts.files, paths) || !isSame(facts.newFiles ?? [], fresh))
    tell(where, "its facts name other files than it has.");
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

function checkFiles({ files }: PlannedAction, where: string, tell: TellFault): void {
  const seen = new Set<string>();
  for (const [index, file] of files.entries()) {
    const at = `${where}.files[${index}]`;
    const fault = plannedPathFault(file.path, { isNew: file.preHash === null });
    if (fault !== undefined) tell(at, `\`${shown(file.path)}\` ${fault}.`);
    if (seen.has(file.path)) tell(at, `\`${shown(file.path)}\` stands twice in one action.`);
    seen.add(file.path);
    checkEdits(file, (editFault) => tell(at, editFault));
  }
}

function checkEdits({ edits, replacements, preHash }: PlannedFile, tell: (fault: string) => void) {
  if (edits.length === 0) tell("it has no edits.");
  if (edits.length !== replacements) tell("it counts other replacements than it has edits.");
  let last = 0;
  for (const [index, { start, end, text }] of edits.entries()) {
    const edit = `edits[${index}]`;
    if (end < start) tell(`${edit} ends before it starts.`);
    if (start < last) tell(`${edit} overlaps the one before it, or stands in the wrong order.`);
    last = Math.max(last, end);
    if (preHash === null && end > 0) tell(`${edit} edits a text that is not there yet.`);
    if (text.includes("\0")) tell(`${edit} has a NUL character: the file would be binary.`);
    if (/\p{Cs}/u.test(text)) tell(`${edit} has half of a surrogate pair.`);
  }
}

/** What is known of one file by then: every hash that it has had, and the one that it has. */
interface KnownHashes {
  readonly all: Set<string | null>;
  current: string | null;
}

/** What is applied rests on what the one before has left; what is not, on anything that the file once was. */
function checkHashes(
  { path, preHash, postHash }: PlannedFile,
  isApplied: boolean,
  hashes: Map<string, KnownHashes>,
  tell: (fault: string) => void,
): void {
  const known = hashes.get(path) ?? { all: new Set([preHash]), current: preHash };
  hashes.set(path, known);
  if (isApplied ? known.current !== preHash : !known.all.has(preHash))
    tell("its hash before is not what the actions before it leave.");
  if (preHash === postHash) tell("its hash before is the one after: it would change nothing.");
  if (!isApplied) return;
  known.current = postHash;
  known.all.add(postHash);
}
