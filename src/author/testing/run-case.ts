import type { ScratchTree } from "../../apply/disk/scratch-tree.ts";
import { WorkTreeFiles } from "../../config/sources/work-tree-files.ts";
import type { Report } from "../../model/report/report.ts";
import { PROTECTED_IDS } from "../../policy/protected-guards.ts";
import { RUN_DEFAULTS } from "../../request/options/request-fields.ts";
import type { Consent, RunRequest, RunWorld } from "../../request/request.ts";
import { NO_LISTING } from "../../tree/no-listing.ts";
import { type CaseTree, type ReadTree, readTree } from "./read-tree.ts";
import type { TreeCase } from "./test-case.ts";

/** The trunk of a run. */
export type ExecuteRun = (
  request: RunRequest,
  world: RunWorld,
) => Promise<{ readonly report: Report }>;

/** The recipe of a test, by a name that finds exactly it, and what the caller consents to. */
export interface TestedBy {
  readonly name: string;
  readonly consent: Consent;
  /** The tree in which cases run; it is emptied for each. */
  readonly scratch: ScratchTree;
  /** Given by the caller: it stands at the end of the longest chain of imports. */
  readonly execute: ExecuteRun;
  /** The world of the command; its events are those of the cases. */
  readonly world: RunWorld;
}

/** One run of a recipe in a tree of its own. */
interface CaseRun {
  readonly report: Report;
  /** The tree afterwards. */
  readonly result: ReadTree;
}

/** The runs of a case: the second one is on the result of the first, if that has changed something. */
export interface CaseRuns {
  readonly first: CaseRun;
  readonly second?: CaseRun;
}

/** Applies everything: a test is about a recipe, and not about a policy. */
const POLICY = {
  version: 1,
  default: { verdict: "apply", reason: "A test of a recipe applies everything." },
  lift: PROTECTED_IDS,
};
const POLICY_NAME = "object:policy-of-tests";

/** Runs the recipe on the input of a case, in the scratch tree. */
export async function runCase({ input, settings }: TreeCase, by: TestedBy): Promise<CaseRuns> {
  const { scratch, world } = by;
  await scratch.clear();
  for (const [path, bytes] of input) await scratch.write(path, bytes);
  let runs = 0;
  const ownWorld: RunWorld = {
    ...world,
    listing: NO_LISTING, // Git is never asked, wherever the temporary files of the system lie.
    newRunId: () => `case-${++runs}`,
  };
  const request = requestOf(settings.inputs ?? {}, by);
  const first = await runOnce(request, ownWorld, by.execute);
  const isChanged = "files" in first.result && !areEqual(first.result.files, input);
  if (!isChanged || ownWorld.interrupted.aborted || ownWorld.timedOut.aborted) return { first };
  return { first, second: await runOnce(request, ownWorld, by.execute) };
}

async function runOnce(
  request: RunRequest,
  world: RunWorld,
  execute: ExecuteRun,
): Promise<CaseRun> {
  const { report } = await execute(request, world);
  const result = await readTree(new WorkTreeFiles(request.root), "", isState);
  return { report, result };
}

function requestOf(inputs: RunRequest["inputs"], by: TestedBy): RunRequest {
  return {
    ...RUN_DEFAULTS,
    ...by.consent,
    command: "run",
    root: by.scratch.folder,
    recipes: [by.name],
    policy: POLICY_NAME,
    objects: new Map([[POLICY_NAME, POLICY]]),
    inputs,
    cache: false,
  };
}

/** The state of Sluice itself. */
function isState(path: string): boolean {
  return path === ".sluice";
}

/** True if two trees have the same files, byte for byte. */
export function areEqual(one: CaseTree, other: CaseTree): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([path, bytes]) => other.get(path)?.equals(bytes) === true);
}
