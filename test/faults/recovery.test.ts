import { cpSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { listRunFolders } from "../../src/apply/state/run-folder.ts";
import { mapBounded } from "../../src/shared/process/map-bounded.ts";
import { heal, onDiskChange } from "../support/fault-hook.ts";
import { tempFolder } from "../support/temp-tree.ts";
import { findViolations } from "./check-whole.ts";
import { runChild } from "./child-run.ts";
import { drop, type FaultTree, makeFaultTree, RUN_RECIPE } from "./fault-tree.ts";
import { Tally } from "./figures.ts";
import { findBrokenAfter } from "./kill-run.ts";
import { recoverTree, runHere } from "./recover-tree.ts";

const RUN = [...RUN_RECIPE, "--quiet"];

afterEach(heal);

/** Lists every change of the disk during an action. */
async function listChanges(act: () => Promise<unknown>): Promise<readonly string[]> {
  const changes: string[] = [];
  onDiskChange((point, path) => changes.push(`${point} ${path}`));
  await act();
  heal();
  return changes;
}

/** Makes a tree as a run leaves it that is killed at a point. */
async function crashed(tree: FaultTree, at: number): Promise<string> {
  const root = tree.copy();
  const { signal } = await runChild(root, RUN, { FAULT_AT: `${at}` });
  expect(signal).toBe("SIGKILL");
  return root;
}

/** Does something with a copy, and removes the copy. */
async function onCopy<Result>(
  original: string,
  place: string,
  act: (root: string) => Promise<Result>,
): Promise<Result> {
  const root = join(place, `${Math.random()}`);
  cpSync(original, root, { recursive: true });
  try {
    return await act(root);
  } finally {
    drop(root);
  }
}

/** Makes a tree, and lists the changes of the disk of its undisturbed run. */
async function treeWithPoints(transaction: "action" | "run") {
  const tree = await makeFaultTree({ files: 10, actions: 3, transaction });
  const root = tree.copy();
  const points = await listChanges(() => runHere(root));
  drop(root);
  return { tree, points };
}

describe("the recovery", () => {
  it.for(["action", "run"] as const)(
    "that is killed itself at any change of the disk is finished by the next one (transaction: %s)",
    async (transaction, context) => {
      const { tree, points } = await treeWithPoints(transaction);
      const tally = new Tally(`recovery killed at every change, transaction: ${transaction}`);
      for (const share of [0.2, 0.5, 0.65, 0.85]) {
        const at = Math.round(points.length * share);
        const root = await crashed(tree, at);
        const place = tempFolder();
        const changes = await onCopy(root, place, (copy) => listChanges(() => recoverTree(copy)));
        const numbers = changes.map((_change, index) => index + 1);
        await mapBounded(numbers, 2, (number) =>
          onCopy(root, place, async (copy) => {
            const { signal } = await runChild(copy, RUN, { FAULT_AT: `${number}` });
            const broken =
              signal === "SIGKILL" ? await findBrokenAfter(copy, tree) : ["it was not killed"];
            tally.add(`run ${at}, recovery ${number}`, broken);
          }),
        );
      }
      tally.end(context);
    },
  );

  it("reads a journal up to the byte at which it was cut, for every byte", async (context) => {
    const { tree, points } = await treeWithPoints("action");
    const tally = new Tally("journal cut at every byte of a record");
    // Records that are flushed before the next step cannot be lost. Records behind them can.
    const syncs = points.flatMap((each, index) =>
      /^sync .*journal/.test(each) ? [index + 1] : [],
    );
    for (const at of [syncs[0], syncs[2], syncs.at(-3), syncs.at(-1)]) {
      const root = await crashed(tree, at ?? 0);
      const journal = join(listRunFolders(root)[0]?.path ?? "", "journal.jsonl");
      const bytes = readFileSync(journal);
      const lines = bytes.subarray(0, -1).toString("latin1").split("\n");
      const isBegin = lines.at(-1)?.includes('"kind":"begin"') === true;
      // The record of a transaction follows that of the outcome of the one before: both may be lost.
      const count = isBegin && lines.length > 2 ? 2 : 1;
      const lost = lines.slice(-count).join("\n").length + 1;
      const place = tempFolder();
      for (let length = bytes.length - lost; length <= bytes.length; length += 1) {
        await onCopy(root, place, async (copy) => {
          truncateSync(journal.replace(root, copy), length);
          await recoverTree(copy);
          tally.add(`run ${at}, cut at ${length}`, findViolations(copy, tree.before));
        });
      }
    }
    tally.end(context);
  });

  it("leaves a file that another process has edited since the crash, names it, and does the rest", async (context) => {
    const { tree, points } = await treeWithPoints("action");
    const tally = new Tally("file edited between crash and recovery");
    const path = "src/d0/f0.ts";
    const renames = points.flatMap((each, index) =>
      /^rename .*\.ts$/.test(each) ? [index + 1] : [],
    );
    const ofLargeStep = renames.slice(3);
    for (const at of ofLargeStep.slice(1)) {
      const root = await crashed(tree, at);
      writeFileSync(join(root, path), "mine\n");
      const recovered = await recoverTree(root);
      const left = recovered.flatMap(({ actions }) => actions.flatMap((each) => each.left));
      const named = left.length === 1 && left[0]?.path === path ? [] : [JSON.stringify(left)];
      const violations = findViolations(root, tree.before).filter(
        (each) => !each.startsWith(`${path} should be`) || !each.endsWith('is "755 mine\\n"'),
      );
      tally.add(`run ${at}`, [...named, ...violations]);
      expect(readFileSync(join(root, path), "utf8")).toBe("mine\n");
      drop(root);
    }
    tally.end(context);
  });
});
