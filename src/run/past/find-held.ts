import { basename } from "node:path";
import { readKeptText } from "../../apply/state/kept-report.ts";
import { readResolved } from "../../apply/state/resolved-actions.ts";
import { listRunFolders, RUN_FILES, type RunFolder } from "../../apply/state/run-folder.ts";
import type { ResolvedAction } from "../../model/past/resolution.ts";
import { type ParsedPlan, parsePlan } from "../../plan/parse-plan.ts";
import type { PlannedAction } from "../../plan/plan.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { IsBrought } from "../tree/brought-state.ts";
import { matchRun } from "./find-run.ts";

/** The result of the search for a held action. */
export type FoundHeld =
  | { readonly kind: "found"; readonly folder: RunFolder; readonly action: PlannedAction }
  | { readonly kind: "none"; readonly problems: readonly string[]; readonly hint?: string };

/** Finds a held action by the ids of its run and its own, or by their beginnings. */
export async function findHeld(
  root: string,
  { run, action }: { readonly run: string; readonly action: string },
  isBrought: IsBrought,
): Promise<FoundHeld> {
  const none = (problem: string, hint?: string): FoundHeld => ({
    kind: "none",
    problems: [problem],
    ...(hint === undefined ? {} : { hint }),
  });
  const match = matchRun(run, listRunFolders(root));
  if (match.kind === "none") return none(match.message, match.hint);
  const { folder } = match;
  if (isBrought(`runs/${basename(folder.path)}`))
    return none(
      `The repository brings the run ${folder.id}: runs that come with a repository are not trusted.`,
    );
  if (folder.isOpen)
    return none(`The run ${folder.id} has not ended.`, "If it was killed: sluice recover.");
  const read = readHeld(folder);
  if (read === undefined) return none(`The run ${folder.id} holds nothing.`, "See sluice runs.");
  if ("diagnostics" in read)
    return { kind: "none", problems: read.diagnostics.map(({ message }) => message) };
  const { actions } = read.plan;
  const near = actions.filter(({ id }) => action !== "" && id.startsWith(action));
  const found =
    actions.find(({ id }) => id === action) ?? (near.length === 1 ? near[0] : undefined);
  if (found === undefined) {
    const ids = actions.map(({ id }) => id).join(", ");
    return none(`The run ${folder.id} holds no action \`${action}\`.`, `It holds: ${ids}.`);
  }
  const fault = resolvedFault(folder, found);
  return fault === undefined ? { kind: "found", folder, action: found } : none(fault);
}

/** Returns why a held action cannot be resolved: it was, or that is not known. */
function resolvedFault(folder: RunFolder, { id }: PlannedAction): string | undefined {
  let done: ResolvedAction | undefined;
  try {
    done = readResolved(folder).find((resolved) => resolved.action === id);
  } catch (error) {
    return messageOf(error);
  }
  if (done === undefined) return undefined;
  const words = done.verdict === "apply" ? "applied" : "discarded";
  const by = done.by === null ? "" : ` by the run ${done.by}`;
  return `The action ${id} was ${words} already${by}: ${done.reason}`;
}

/** Reads the held actions of a run; undefined if it has none. Follows no link, and waits for no pipe. */
function readHeld(folder: RunFolder): ParsedPlan | undefined {
  const name = `What the run ${folder.id} holds`;
  try {
    return parsePlan(readKeptText(folder, RUN_FILES.held), name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    const message = `${name} cannot be read: ${messageOf(error)}.`;
    return { diagnostics: [{ code: "file-unreadable", severity: "error", message }] };
  }
}
