import { splice } from "../../edit/text/splice.ts";
import { createGate, type Gate } from "../../files/gate.ts";
import { createScope, type Scope } from "../../files/scope.ts";
import type { LeftAlone } from "../../model/left-alone.ts";
import type { Decision, Policy } from "../../model/policy.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { TextChange, Workspace } from "../../model/workspace.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { WorkTreeMerge } from "../../tree/staged/work-tree-merge.ts";
import type { ActionBook, ActionRecord, CallName } from "../state/action-book.ts";
import type { RunContext } from "../state/run-context.ts";

/** Imposes a decision on everything that a call queued, whatever the policy says. */
export function discardQueued(
  call: CallName,
  reasons: Pick<Decision, "ruleId" | "reason">,
  book: ActionBook,
): void {
  for (const action of book.queuedBy(call)) discard(action, reasons);
}

/** Imposes on the actions that a call queued what no policy may decide otherwise. */
export async function imposeOnQueued(
  recipe: Recipe,
  queued: readonly ActionRecord[],
  { world, record }: RunContext,
): Promise<void> {
  const scope = createScope(recipe.scope);
  for (const action of queued) {
    await discardOutOfScope(action, scope, world.workspace);
    await holdUnmergeable(action, world.staged, world.workspace);
    discardLeftAlone(action, record.leftAlone);
    discardIrreversible(action, record.policy);
  }
}

/**
 * Discards an action of a custom tool that names files which its recipe may not write, whatever the policy says. A
 * link is refused even if it leads to a file that may be written: guards would judge another name than is written.
 */
async function discardOutOfScope(
  action: ActionRecord,
  scope: Scope,
  workspace: Workspace,
): Promise<void> {
  const { preview } = action;
  if (preview.kind !== "custom" || action.imposed !== undefined) return;
  const gate = createGate({ workspace, scope });
  const faults = new Map<string, string[]>();
  for (const path of preview.files) {
    const fault = await faultOf(path, gate, scope);
    if (fault !== undefined) faults.set(fault, [...(faults.get(fault) ?? []), path]);
  }
  const worst = FAULTS.find((fault) => faults.has(fault));
  if (worst === undefined) return;
  const reason = `${worst}: ${faults.get(worst)?.join(", ")}.`;
  discard(action, { reason, ruleId: "scope" });
}

/** Discards an action of a custom tool that names files which its step leaves alone (X1). */
function discardLeftAlone(action: ActionRecord, leftAlone: LeftAlone): void {
  const { preview } = action;
  if (preview.kind !== "custom") return;
  const named = preview.files.find((path) => leftAlone.whyOf(path) !== undefined);
  if (named === undefined) return;
  discard(action, {
    reason: `${named}: ${leftAlone.whyOf(named)} (onHeld).`,
    ruleId: "held-before",
  });
}

/** Holds an action on staged files that does not fit into the work tree, where other changes are in its lines. */
async function holdUnmergeable(
  action: ActionRecord,
  merge: WorkTreeMerge | undefined,
  workspace: Workspace,
): Promise<void> {
  const { preview } = action;
  if (merge === undefined || preview.kind !== "files" || action.imposed !== undefined) return;
  const changes: TextChange[] = [];
  for (const { path, preHash, postHash, edits, mode } of preview.changes) {
    const read = preHash === null ? undefined : await workspace.read(path);
    const before = read?.kind === "text" ? read.text : "";
    const after = splice(before, edits);
    changes.push({ path, preHash, postHash, before, after, edits, ...definedOnly({ mode }) });
  }
  const reason = await merge.faultOf(changes);
  if (reason === undefined) return;
  action.imposed = { verdict: "hold", reason, ruleId: "staged", trace: [] };
}

/** Discards an action that cannot be taken back if the run is one transaction, which writes all or nothing. */
function discardIrreversible(action: ActionRecord, policy: Policy | undefined): void {
  if (action.preview.kind !== "custom" || policy?.transaction !== "run") return;
  const reason =
    "The run is one transaction (transaction: run), and the changes of a custom tool cannot be taken back.";
  discard(action, { reason, ruleId: "transaction" });
}

/** The first imposed decision stands. */
function discard(
  action: ActionRecord,
  { reason, ruleId }: Pick<Decision, "ruleId" | "reason">,
): void {
  action.imposed ??= { verdict: "discard", reason, ruleId, trace: [] };
}

const OUTSIDE = "Out of scope";
const LINK = "Reached through a link";
const FOLDER = "Names folders, where only files can be judged";
const FAULTS = [OUTSIDE, LINK, FOLDER];

async function faultOf(path: string, gate: Gate, scope: Scope): Promise<string | undefined> {
  const passage = await gate.mayWrite(path);
  if (passage.kind === "refused") return OUTSIDE;
  // The name of a folder, also of a new one, means the files below it, which globs of files do not match.
  if ([path, `${path}/x`].some((name) => scope.accessTo(name) !== "write")) return OUTSIDE;
  if (passage.path !== path) return LINK;
  return passage.kind === "folder" ? FOLDER : undefined;
}
