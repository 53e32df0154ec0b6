import { compareTree, firstHashes } from "../../tree/compare-tree.ts";
import type { StagedRun } from "../../tree/staged/staged-run.ts";
import type { TreeWatch } from "../../tree/watch-tree.ts";
import type { RunContext } from "../state/run-context.ts";
import type { OpenTree } from "./open-tree.ts";

/**
 * Verifies a dry run: it leaves its files as they were (docs/design/run.md, "A dry run is verified"). `watch` also
 * finds what code of a recipe wrote after its call was over.
 */
export async function verifyDryRun(
  context: RunContext,
  { watch, staged }: Pick<OpenTree, "staged"> & { readonly watch: TreeWatch | undefined },
): Promise<void> {
  if (watch) await refuseWritten(watch, context);
  if (staged) await refuseStagedAgain(context, staged);
  // Of shards that are merged, each was verified; and a tree before is not the one on the disk.
  else if (context.world.replay === undefined && !context.world.isBefore)
    await refuseChanged(context);
}

async function refuseWritten(watch: TreeWatch, { record: { ledger } }: RunContext): Promise<void> {
  if (ledger.alerts.some(({ code }) => code === "preview-wrote")) return;
  const written = await watch.changed();
  if (written.length === 0) return;
  const message = `Files were written during a preview: ${written.join(", ")}.`;
  ledger.alert({ level: "error", code: "preview-wrote", message });
}

/** The same of what is staged. */
async function refuseStagedAgain(
  { world: { stop }, record: { ledger } }: RunContext,
  { tree }: StagedRun,
): Promise<void> {
  if (stop.signal.aborted) return;
  const files = ledger.actions.flatMap((action) => action.files.map(({ path }) => path));
  for (const path of await tree.movedAmong(new Set(files))) {
    const message = `${path} was staged again while it was previewed: a run may give another result. Preview again.`;
    ledger.alert({ level: "error", code: "tree-changed", message, path });
  }
}

/** A preview is worthless if another process changed its files meanwhile. */
async function refuseChanged({
  world: { root, stop },
  record: { ledger },
}: RunContext): Promise<void> {
  if (stop.signal.aborted) return; // A run that was cut off promises nothing.
  if (ledger.alerts.some(({ code }) => code === "preview-wrote" || code === "stale")) return;
  const { moved } = await compareTree(root, firstHashes(ledger.actions), { keepsTexts: false });
  for (const { path, found } of moved) {
    const message = `${path} ${found} while it was previewed: a run may give another result. Preview again.`;
    ledger.alert({ level: "error", code: "tree-changed", message, path });
  }
}
