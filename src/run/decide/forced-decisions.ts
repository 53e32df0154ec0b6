import { createGate, type Gate } from "../../files/gate.ts";
import type { Scope } from "../../files/scope.ts";
import type { Decision } from "../../model/policy.ts";
import type { PendingAction } from "../../resolve/pending-action.ts";
import { CustomPreview } from "../../tools/custom/custom-preview.ts";
import type { RunContext } from "../state/run-context.ts";

/** Discards what a call queued, whatever the policy says. */
export function discardQueued(
  callId: string,
  { ruleId, reason }: Pick<Decision, "ruleId" | "reason">,
  { session, origins, forced }: RunContext,
): void {
  for (const { id } of session.pending.list())
    if (origins.get(id)?.context.callId === callId && !forced.has(id))
      forced.set(id, { verdict: "discard", reason, ruleId, trace: [] });
}

/**
 * Discards what names files that its recipe may not write, whatever the policy says. Built-in tools never do. A
 * link is refused even if it leads to what may be written: guards would judge another name than is written.
 */
export async function discardOutOfScope(
  { id, details }: PendingAction,
  scope: Scope,
  { forced, workspace }: Pick<RunContext, "forced" | "workspace">,
): Promise<void> {
  if (!(details instanceof CustomPreview) || forced.has(id)) return;
  const gate = createGate({ workspace, scope });
  const faults = new Map<string, string[]>();
  for (const path of details.files) {
    const fault = await faultOf(path, gate, scope);
    if (fault !== undefined) faults.set(fault, [...(faults.get(fault) ?? []), path]);
  }
  const worst = FAULTS.find((fault) => faults.has(fault));
  if (worst === undefined) return;
  const reason = `${worst}: ${faults.get(worst)?.join(", ")}.`;
  forced.set(id, { verdict: "discard", reason, ruleId: "scope", trace: [] });
}

/** Discards what cannot be taken back, where everything that the run applies is written or nothing is. */
export function discardUntakeable(
  { id, details }: PendingAction,
  { forced, policy }: RunContext,
): void {
  if (!(details instanceof CustomPreview) || policy?.transaction !== "run") return;
  if (forced.has(id)) return;
  const reason =
    "The run is one transaction (transaction: run), and what a custom tool writes cannot be taken back.";
  forced.set(id, { verdict: "discard", reason, ruleId: "transaction", trace: [] });
}

const OUTSIDE = "Out of scope";
const LINK = "Reached through a link";
const FOLDER = "Names folders, where only files can be judged";
const FAULTS = [OUTSIDE, LINK, FOLDER];

async function faultOf(path: string, gate: Gate, scope: Scope): Promise<string | undefined> {
  const passage = await gate.mayWrite(path);
  if (passage.kind === "refused") return OUTSIDE;
  // The name of a folder, also of a new one, stands for what is below it, which globs of files do not match.
  if ([path, `${path}/x`].some((name) => scope.accessTo(name) !== "write")) return OUTSIDE;
  if (passage.path !== path) return LINK;
  return passage.kind === "folder" ? FOLDER : undefined;
}
