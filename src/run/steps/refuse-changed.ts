import type { ActionReport } from "../../model/report/report.ts";
import type { RunContext } from "../state/run-context.ts";
import { compareTree } from "../tree/compare-tree.ts";

/** A dry run leaves its files as they were, and is worth nothing where somebody else did not. */
export async function refuseChanged({ root, ledger, stop }: RunContext): Promise<void> {
  if (stop.signal.aborted) return; // What was not finished promises nothing.
  const isTold = ledger.alerts.some(({ code }) => code === "preview-wrote" || code === "stale");
  if (isTold) return;
  const { moved } = await compareTree(root, firstHashes(ledger.actions), { keepsTexts: false });
  for (const { path, found } of moved) {
    const message = `${path} ${found} while it was previewed: this is not what a run would come to.`;
    ledger.alert({ level: "error", code: "tree-changed", message, path });
  }
}

/** What each file of the actions had for a hash before the first of them; null where there was none. */
export function firstHashes(
  actions: readonly {
    readonly files: readonly Pick<ActionReport["files"][number], "path" | "preHash">[];
  }[],
): ReadonlyMap<string, string | null> {
  const hashes = new Map<string, string | null>();
  for (const { files } of actions)
    for (const { path, preHash } of files) if (!hashes.has(path)) hashes.set(path, preHash);
  return hashes;
}
