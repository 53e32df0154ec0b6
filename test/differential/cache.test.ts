import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { preview, RECIPE, sources, THREADS, treeOf } from "../support/cached-run.ts";
import { runWith } from "../support/run-request.ts";
import { commitAll, git, tempRepository } from "../support/temp-tree.ts";

describe("a run comes to the same with and without the cache", () => {
  it("after edits, renames, deletions, new files, checkouts and commits", async () => {
    const root = treeOf(300);
    await preview(root, true);
    const steps: readonly (() => void)[] = [
      () => appendFileSync(join(root, "src/d1/f1.ts"), "f(1, 2);\n"),
      () => writeFileSync(join(root, "src/d0/f0.ts"), "// nothing any more\n"),
      () => renameSync(join(root, "src/d3/f10.ts"), join(root, "src/d3/renamed.ts")),
      () => renameSync(join(root, "src/d2/f2.ts"), join(root, "src/d2/f2.py")),
      () => rmSync(join(root, "src/d6/f20.ts")),
      () => writeFileSync(join(root, "src/d4/new.ts"), "f(3, 4);\n"),
      () => commitAll(root),
      () => git(root, "checkout", "-q", "HEAD~1"),
      () => git(root, "checkout", "-q", "main"),
      () => git(root, "mv", "src/d1/f1.ts", "src/moved.ts"),
      () => git(root, "update-index", "--assume-unchanged", "src/d5/f5.ts"),
      () => appendFileSync(join(root, "src/d5/f5.ts"), "f(5, 6);\n"),
      () => git(root, "stash", "-q"),
    ];
    for (const [index, step] of steps.entries()) {
      step();
      const without = await preview(root, false);
      expect([index, await preview(root, true)]).toEqual([index, without]);
      expect([index, await preview(root, true)]).toEqual([index, without]);
    }
  });

  it("where a file was not there for a moment while it waited for its turn", async () => {
    const recipe = RECIPE.replace("f($$$A)", "$A ? $B : $B").replace("g($$$A)", "$B");
    const source = (index: number) =>
      `const v = a ? ${index} : ${index % 20 === 2 ? index : "b"};\n`.repeat(40);
    const files = Array.from({ length: 400 }, (_, index): [string, string] => [
      `src/f${String(index).padStart(3, "0")}.ts`,
      source(index) + "// more\n".repeat(900),
    ]);
    const root = tempRepository({ "recipe.yaml": recipe, ...Object.fromEntries(files) });
    // Read before the event, and in a batch that is not yet whole.
    const file = join(root, "src/f222.ts");
    const text = readFileSync(file);
    const during = await runWith(root, { command: "preview" }, (event) => {
      if (event.type === "progress" && event.done > 210) rmSync(file, { force: true });
    });
    expect(during.skipped.map(({ step, why }) => [step, why])).toEqual([
      ["s", "vanished"],
      ["t", "vanished"],
    ]);
    expect(during.totals.filesSearched).toBe(399);
    writeFileSync(file, text);
    expect(await preview(root, true)).toEqual(await preview(root, false));
  });
});

describe("threads", () => {
  it("never mix the texts of two files, whatever is under way", async () => {
    const root = tempRepository({ "recipe.yaml": RECIPE, ...sources(1500, 40) });
    const [alone, together, again] = [
      await preview(root, false),
      await preview(root, false, { threads: THREADS }),
      await preview(root, false, { threads: THREADS }),
    ];
    expect(together).toEqual(alone);
    expect(again).toEqual(alone);
    for (const { files } of together.actions)
      for (const { path, diff } of files) {
        const index = /f(\d+)\.ts$/.exec(path)?.[1];
        const numbers = new Set(
          [...diff.matchAll(/^[-+](?:f|g|h)\(.*?(\d+)/gm)].map(([, number]) => number),
        );
        expect([...numbers]).toEqual([index]);
      }
  }, 60_000);
});
