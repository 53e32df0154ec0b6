import { describe, expect, it } from "vitest";
import { heldRun } from "../../support/held-run.ts";
import { readText, snapshot, writeTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

/** A tree with one file, and a recipe that makes one action for each match. */
const perMatch = (
  text: string,
  ops: Parameters<typeof recipeOf>[0] = [["old($A)", "fresh($A)"]],
) => ({
  "a.ts": text,
  "recipe.yaml": recipeOf(ops, "per: match"),
});

const THREE = "old(1);\nkeep();\nold(2);\nold(3);\n";

describe("a held action whose file has changed since", () => {
  it.each([[[0, 1, 2]], [[0, 2, 1]], [[1, 0, 2]], [[1, 2, 0]], [[2, 0, 1]], [[2, 1, 0]]])(
    "X2 is applied, whatever the order of three in one file: %j",
    async (order) => {
      const { root, ids, resolve } = await heldRun(perMatch(THREE));
      for (const index of order) expect((await resolve(`${ids[index]}`, "apply")).exitCode).toBe(0);
      expect(readText(root, "a.ts")).toBe("fresh(1);\nkeep();\nfresh(2);\nfresh(3);\n");
    },
  );

  it("X2 is applied exactly where it was, also if all lines are equal", async () => {
    const { root, ids, resolve } = await heldRun(
      perMatch("old();\nold();\nold();\nold();\n", [["old()", "longer.name()"]]),
    );
    for (const index of [2, 0]) await resolve(`${ids[index]}`, "apply");
    expect(readText(root, "a.ts")).toBe("longer.name();\nold();\nlonger.name();\nold();\n");
  });

  it("X2 is applied on the same line as others, and where its line moved", async () => {
    const { root, ids, resolve } = await heldRun(perMatch("old(1); old(2); old(3);\n"));
    await resolve(`${ids[1]}`, "apply");
    writeTree(root, { "a.ts": `// Mine.\n\n${readText(root, "a.ts")}// Mine, too.\n` });
    expect((await resolve(`${ids[2]}`, `${ids[0]}`, "apply")).exitCode).toBe(0);
    const text = "// Mine.\n\nfresh(1); fresh(2); fresh(3);\n// Mine, too.\n";
    expect(readText(root, "a.ts")).toBe(text);
  });

  it.each<[what: string, before: string, change: (text: string) => string, after: string]>([
    ["CRLF", "a();\r\nold(1);\r\n", (text) => `b();\r\n${text}`, "b();\r\na();\r\nfresh(1);\r\n"],
    ["a BOM", "\uFEFFold(1);\n", (text) => `${text}b();\n`, "\uFEFFfresh(1);\nb();\n"],
    ["no final line end", "a();\nold(1)", (text) => `b();\n${text}`, "b();\na();\nfresh(1)"],
    ["a final line end that came", "a();\nold(1)", (text) => `${text}\n`, "a();\nfresh(1)\n"],
  ])("A23 X2 is applied in a file with %s", async (_what, before, change, after) => {
    const { root, ids, resolve } = await heldRun(perMatch(before));
    writeTree(root, { "a.ts": change(before) });
    expect(await resolve(`${ids[0]}`, "apply")).toMatchObject({ exitCode: 0 });
    expect(readText(root, "a.ts")).toBe(after);
  });

  it("X2 is applied at the very end of a file, which another one moved", async () => {
    const { root, ids, resolve } = await heldRun(perMatch("old(1);\nold(2)"));
    expect((await resolve(`${ids[0]}`, "apply")).exitCode).toBe(0);
    expect((await resolve(`${ids[1]}`, "apply")).exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("fresh(1);\nfresh(2)");
  });

  it.each([
    [
      "its place",
      "old(1);\nkeep();\nmine(2);\nold(3);\n",
      "a.ts:3 has changed. Expected: `old(2);` Found: `mine(2);`",
    ],
    ["the whole file", "other();\n", "a.ts:3 has changed. Expected: `old(2);`"],
    ["a copy beside it", THREE.replace("old(2);", "old(2);\nold(2);"), "a.ts:3"],
  ])(
    "X2 stays held, with the place and both texts, after a change of %s",
    async (_what, text, said) => {
      const { root, ids, resolve } = await heldRun(perMatch(THREE));
      writeTree(root, { "a.ts": text });
      const before = snapshot(root);
      const answer = await resolve(`${ids[1]}`, "apply");
      expect(answer.exitCode).toBe(3);
      expect(answer.said).toContain(said);
      expect(snapshot(root)).toEqual(before);
    },
  );

  it("X2 is applied after a later step of its run, and after another run was undone", async () => {
    const recipe = [
      "version: 1",
      "onHeld: continue",
      "steps:",
      "  - id: hold",
      "    ast_edit: { ops: [{ pat: old($A), out: fresh($A) }] }",
      "  - id: write",
      "    ast_edit: { ops: [{ pat: keep(), out: 'kept.by.a.step()' }] }",
    ].join("\n");
    const policy = [
      "version: 1",
      "default: { verdict: apply, reason: Fine. }",
      "guards: [{ id: look, when: { step: [hold] }, verdict: hold, reason: Look at it. }]",
    ].join("\n");
    const tree = { "a.ts": "keep();\nold(1);\n", "recipe.yaml": recipe, "p.yaml": policy };
    const { root, ids, command, resolve } = await heldRun(tree, "p.yaml");
    expect(readText(root, "a.ts")).toBe("kept.by.a.step();\nold(1);\n");
    writeTree(root, { "more.yaml": recipeOf([["old($A)", "other($A)"]]) });
    await command("run", "more.yaml", "--policy", "apply-all");
    expect(readText(root, "a.ts")).toBe("kept.by.a.step();\nother(1);\n");
    await command("undo");
    expect((await resolve(`${ids[0]}`, "apply")).exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("kept.by.a.step();\nfresh(1);\n");
  });

  it("X2 is applied in a file that another run changed, and undone", async () => {
    const { root, ids, command, resolve } = await heldRun(perMatch(THREE));
    await resolve(`${ids[0]}`, "apply");
    await resolve(`${ids[2]}`, "apply");
    await command("undo", "z-run-1", "--merge");
    expect((await resolve(`${ids[1]}`, "apply")).exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("old(1);\nkeep();\nfresh(2);\nfresh(3);\n");
  });

  it("A18 X2 needs the exact state of a file that is gone or that is a link", async () => {
    const { root, ids, resolve } = await heldRun(perMatch(THREE));
    const { rmSync, symlinkSync } = await import("node:fs");
    rmSync(`${root}/a.ts`);
    expect(await resolve(`${ids[0]}`, "apply")).toMatchObject({ exitCode: 3 });
    writeTree(root, { "b.ts": THREE });
    symlinkSync("b.ts", `${root}/a.ts`);
    const answer = await resolve(`${ids[0]}`, "apply");
    expect(answer).toMatchObject({ exitCode: 3 });
    expect(answer.said).toContain("is a link");
    expect(readText(root, "b.ts")).toBe(THREE);
  });
});
