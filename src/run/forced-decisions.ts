import { lstatSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { dirname } from "node:path/posix";
import { realPathOf } from "../files/real-path.ts";
import { isDependency, type Scope } from "../files/scope.ts";
import type { Decision } from "../model/policy.ts";
import type { PendingAction } from "../resolve/pending-action.ts";
import { CustomPreview } from "../tools/custom/custom-preview.ts";
import type { RunContext } from "./run-context.ts";

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

/** Discards what names files that its recipe may not write, whatever the policy says. Built-in tools never do. */
export function discardOutOfScope(
  { id, details }: PendingAction,
  scope: Scope,
  { forced, root }: RunContext,
): void {
  if (!(details instanceof CustomPreview)) return;
  const outside = details.files.filter((path) => {
    // The name of a folder stands for what is below it, which globs of files do not match.
    const names = [path, `${path}/x`];
    return (
      isOutside(path) ||
      isDependency(`${path}/`) ||
      names.some((name) => scope.accessTo(name) !== "write")
    );
  });
  const folders = details.files.filter((path) => isFolder(join(root, path)));
  const links = details.files.filter((path) => !isReachedDirectly(root, path));
  const refuse = (reason: string) =>
    forced.set(id, { verdict: "discard", reason, ruleId: "scope", trace: [] });
  if (outside.length > 0) refuse(`Out of scope: ${outside.join(", ")}.`);
  else if (links.length > 0) refuse(`Reached through a link: ${links.join(", ")}.`);
  else if (folders.length > 0)
    refuse(`Names folders, where only files can be judged: ${folders.join(", ")}.`);
}

/** Discards what cannot be taken back, where everything that the run applies is written or nothing is. */
export function discardUntakeable(
  { id, details }: PendingAction,
  { forced, policy }: RunContext,
): void {
  if (!(details instanceof CustomPreview) || policy?.transaction !== "run") return;
  const reason =
    "The run is one transaction (transaction: run), and what a custom tool writes cannot be taken back.";
  forced.set(id, { verdict: "discard", reason, ruleId: "transaction", trace: [] });
}

function isOutside(path: string): boolean {
  return path === "" || path === ".." || path.startsWith("../") || isAbsolute(path);
}

/** Whether no link is on the way to it, as far as there is a way, and it is none itself. */
function isReachedDirectly(root: string, path: string): boolean {
  for (let name = path; name !== "."; name = dirname(name)) {
    const real = realPathOf(join(root, name));
    if (real !== undefined) return real === join(realPathOf(root) ?? root, name);
    if (lstatSync(join(root, name), { throwIfNoEntry: false })) return false; // It leads nowhere.
  }
  return true;
}

/** Also where a link leads to one. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
