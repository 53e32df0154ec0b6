import { basename, join } from "node:path";
import { readResolved } from "../../apply/state/resolved-actions.ts";
import { listRunFolders, RUN_FILES, type RunFolder } from "../../apply/state/run-folder.ts";
import type { PlannedAction } from "../../plan/plan.ts";
import { MAX_PLAN_BYTES, readPlan } from "../../plan/read-plan.ts";
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
  const file = join(folder.path, RUN_FILES.held);
  const read = await readPlan(file, `What the run ${folder.id} holds`, MAX_PLAN_BYTES);
  if ("diagnostics" in read) {
    const isNone = read.diagnostics.some(({ code }) => code === "file-not-found");
    if (isNone) return none(`The run ${folder.id} holds nothing.`, "See sluice runs.");
    return { kind: "none", problems: read.diagnostics.map(({ message }) => message) };
  }
  const { actions } = read.plan;
  const near = actions.filter(({ id }) => action !== "" && id.startsWith(action));
  const found =
    actions.find(({ id }) => id === action) ?? (near.length === 1 ? near[0] : undefined);
  if (found === undefined) {
    const ids = actions.map(({ id }) => id).join(", ");
    return none(`The run ${folder.id} holds no action \`${action}\`.`, `It holds: ${ids}.`);
  }
  const done = readResolved(folder).find((resolved) => resolved.action === found.id);
  if (done === undefined) return { kind: "found", folder, action: found };
  const words = done.verdict === "apply" ? "applied" : "discarded";
  const by = done.by === null ? "" : ` by the run ${done.by}`;
  return none(`The action ${found.id} was ${words} already${by}: ${done.reason}`);
}
