import { describe, expect, it } from "vitest";
import { listRunFolders } from "../../../src/apply/state/run-folder.ts";
import { RunJournal } from "../../../src/apply/transaction/run-journal.ts";
import { locateActions } from "../../../src/past/record/locate-actions.ts";
import type { PlannedAction } from "../../../src/plan-file/plan.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { heldAction } from "../../support/held-action.ts";
import { readText, tempTree, writeTree } from "../../support/temp-tree.ts";

const NEW = heldAction("new", [{ path: "a.ts", before: "", edits: [[0, 0, "NEW\n"]] }]);

/** Files on the disk, and runs that wrote them. */
function bench(before: string) {
  const root = tempTree({ "a.ts": before });
  let runs = 0;
  const locate = (chosen: readonly PlannedAction[], all = chosen) =>
    locateActions(chosen, {
      root,
      texts: new Map([[sha256(before), before]]),
      runs: { folders: listRunFolders(root), isBrought: () => false },
      all,
      signal: new AbortController().signal,
    });
  const run = async (more: object, write: (journal: RunJournal) => Promise<unknown>) => {
    runs += 1;
    const about = { id: `r${runs}`, command: "x", startedAt: "2026-01-01T00:00:00.000Z" };
    const journal = new RunJournal(root, { ...about, recipes: [], ...more });
    await write(journal);
    await journal.close();
  };
  /** Applies actions as `resolve` and `apply --only` do. */
  const apply = async (chosen: readonly PlannedAction[], all = chosen) => {
    const { changes, refused } = await locate(chosen, all);
    if (refused.length > 0) return refused.flatMap(({ problems }) => problems);
    const resolves = [{ run: null, actions: chosen.map(({ id }) => id) }];
    const note = { id: "many", label: "", reason: "" };
    await run({ resolves }, (journal) => journal.commit(changes, note));
    return readText(root, "a.ts");
  };
  return { root, locate, run, apply, text: () => readText(root, "a.ts") };
}

describe("held actions found again", () => {
  it("X2 are not applied twice: an insertion into an empty file", async () => {
    const { root, apply } = bench("");
    expect(await apply([NEW])).toBe("NEW\n");
    expect(await apply([NEW])).toEqual([expect.stringContaining("is already as the action makes")]);
    writeTree(root, { "a.ts": "NEW\nmine\n" });
    expect(await apply([NEW])).toEqual([expect.stringContaining("run r1 has applied the action")]);
  });

  it("X2 are applied again if the run that applied them was undone", async () => {
    const { root, run, apply, text } = bench("");
    await apply([NEW]);
    const back = { path: "a.ts", preHash: sha256("NEW\n"), postHash: sha256("") };
    const edits = [{ start: 0, end: 4, text: "" }];
    await run({ undoes: "r1" }, (journal) =>
      journal.commit([{ ...back, before: "NEW\n", after: "", edits }], {
        id: "undo",
        label: "",
        reason: "",
      }),
    );
    expect(text()).toBe("");
    expect(await apply([NEW])).toBe("NEW\n");
    expect(readText(root, "a.ts")).toBe("NEW\n");
  });

  it("X2 know their places exactly after an undo, and an undo of that, which name no actions", async () => {
    const before = "old(1);\nx(old(2), old(3));\nold(4);\n";
    const actions = [...before.matchAll(/old/g)].map(({ index }, at) =>
      heldAction(`${at}`, [{ path: "a.ts", before, edits: [[index, index + 3, "fresh"]] }]),
    );
    const [one, two, three, four] = actions as [PlannedAction, PlannedAction, ...PlannedAction[]];
    const { run, apply, text } = bench(before);
    await apply([one, three] as PlannedAction[], actions);
    const swap = async (undoes: string, after: string) => {
      const old = text();
      const hashes = { preHash: sha256(old), postHash: sha256(after) };
      const edits = [{ start: 0, end: old.length, text: after }];
      const change = { path: "a.ts", ...hashes, before: old, after, edits };
      const note = { id: "undo", label: "", reason: "" };
      await run({ undoes }, (journal) => journal.commit([change], note));
    };
    const applied = text();
    await swap("r1", before);
    await swap("r2", applied);
    expect(await apply([one], actions)).toEqual([expect.stringContaining("run r1 has applied")]);
    expect(await apply([two, four] as PlannedAction[], actions)).toBe(
      "fresh(1);\nx(fresh(2), fresh(3));\nfresh(4);\n",
    );
  });

  it("says if only the line ends differ", async () => {
    const before = "a();\nold(1);\nb();\n";
    const { root, locate } = bench(before);
    writeTree(root, { "a.ts": before.replaceAll("\n", "\r\n") });
    const action = heldAction("a", [{ path: "a.ts", before, edits: [[5, 8, "fresh"]] }]);
    const { refused } = await locate([action]);
    expect(refused[0]?.problems).toEqual([expect.stringContaining("has other line ends by now")]);
  });

  it("X2 keep the order of insertions at one place, whichever is applied first", async () => {
    const before = "f(1);\n";
    const [a, b] = ["a", "b"].map((id) =>
      heldAction(id, [{ path: "a.ts", before, edits: [[3, 3, `, ${id}`]] }]),
    ) as [PlannedAction, PlannedAction];
    const { apply } = bench(before);
    expect(await apply([b], [a, b])).toBe("f(1, b);\n");
    expect(await apply([a], [a, b])).toBe("f(1, a, b);\n");
  });

  it("X2 never land two places in one: lines were cut, and pasted over equal ones", async () => {
    const before = "u();\nfoo(1);\na();\nb();\nc();\nx();\nw();\nfoo(1);\na();\nb();\nc();\n";
    const [first, last] = [before.indexOf("1)") + 1, before.lastIndexOf("1)") + 1];
    const after = "x();\nu();\nfoo(1);\na();\nb();\nc();\n";
    const both = [
      [first, first, ", 2"],
      [last, last, ", 2"],
    ] as const;
    for (const chosen of [
      [heldAction("one", [{ path: "a.ts", before, edits: both }])],
      both.map((edit, at) => heldAction(`${at}`, [{ path: "a.ts", before, edits: [edit] }])),
    ]) {
      const { root, locate } = bench(before);
      writeTree(root, { "a.ts": after });
      const { changes, refused } = await locate(chosen);
      expect(refused).not.toEqual([]);
      for (const change of changes) expect(change.after).not.toContain("2, 2");
    }
  });

  it.each<[what: string, added: string, before: string, person: string]>([
    ["start", "#!/usr/bin/env node\nrun();\n", "run();\n", "// Copyright\nrun();\n"],
    ["end", "run();\nNEW;\n", "run();\n", "run();\n}\n"],
  ])("X2 add no lines at the %s of a file if a person did", async (_what, text, before, person) => {
    const edits = [[0, before.length, text]] as const;
    const { root, locate } = bench(before);
    writeTree(root, { "a.ts": person });
    const { refused, changes } = await locate([heldAction("a", [{ path: "a.ts", before, edits }])]);
    expect(refused).toHaveLength(1);
    expect(changes).toEqual([]);
  });

  it("says of an insertion that it has no place, and what to do", async () => {
    const { root, locate } = bench("");
    writeTree(root, { "a.ts": "mine\n" });
    const { refused } = await locate([NEW]);
    expect(refused[0]?.problems.join()).not.toContain("could be in two places");
    expect(refused[0]?.problems.join()).toContain("Run the recipe again, or discard the action.");
  });
});
