import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { reportWithout } from "../support/fast-ways.ts";
import { commitAll, git, readText, tempRepository, writeTree } from "../support/temp-tree.ts";
import { eagerListing } from "../support/text-filter-trees.ts";

it("A25 tells of files that are no text if they hold a text of the search, are named or are in UTF-16", async () => {
  const steps = ['["**"]', '["without-binary.ts", "binary.ts"]'].map(
    (paths) => `  - ast_edit: { paths: ${paths}, ops: [{ pat: "old($A)", out: "fresh($A)" }] }\n`,
  );
  const root = tempRepository({
    "recipe.yaml": `version: 1\nsteps:\n${steps.join("")}`,
    "binary.ts": "old(1);\0",
    "without-binary.ts": "new(1);\0",
    "latin1.ts": Buffer.from("old('é');", "latin1"),
    "without-latin1.ts": Buffer.from("new('é');", "latin1"),
    "utf16.ts": Buffer.from("\uFEFFold(1);", "utf16le"),
  });
  const told = [
    ["binary.ts", "step-1", "binary"],
    ["latin1.ts", "step-1", "not-utf8"],
    ["utf16.ts", "step-1", "not-utf8"],
    ["binary.ts", "step-2", "binary"],
    ["without-binary.ts", "step-2", "binary"],
  ];
  for (const listing of [undefined, eagerListing(root)]) {
    const { skipped } = await reportWithout(root, [], {}, listing && { listing });
    expect(skipped.map(({ path, step, why }) => [path, step, why]).sort()).toEqual(told.sort());
  }
});

it("reads a file that an earlier step has changed", async () => {
  const root = tempRepository({ "a.ts": "first(1);\n", "b.ts": "other(1);\n" });
  const ops = [
    ["first", "second"],
    ["second", "third"],
  ].map(
    ([pat, out]) =>
      `  - ast_edit: { paths: ["**"], ops: [{ pat: "${pat}($A)", out: "${out}($A)" }] }\n`,
  );
  writeTree(root, { "recipe.yaml": `version: 1\nsteps:\n${ops.join("")}` });
  commitAll(root);
  const request = { policy: "apply-all" };
  const report = await reportWithout(root, [], request, { listing: eagerListing(root) });
  expect(report.actions.map(({ state }) => state)).toEqual(["would-apply", "would-apply"]);
});

it("keeps no miss of a content whose bytes git did not look at", async () => {
  const recipe = `version: 1\nsteps:\n  - ast_edit: { paths: ["**"], ops: [{ pat: "old($A)", out: "fresh($A)" }] }\n`;
  // Fewer misses than these are not kept.
  const others = Array.from({ length: 70 }, (_, index) => [`b/${index}.ts`, `new(${index});\n`]);
  const files = { ...Object.fromEntries(others), "a.ts": "old(1);\n", "recipe.yaml": recipe };
  const root = tempRepository(files);
  const file = join(root, "a.ts");
  const text = readText(root, "a.ts");
  const set = (content: string) => {
    writeFileSync(file, content); // Of the same size, at the same time: with `core.trustctime` off git sees no change.
    utimesSync(file, 1, 1);
  };
  set(text);
  git(root, "config", "core.trustctime", "false");
  git(root, "update-index", "--refresh");
  const run = async () =>
    (await reportWithout(root, [], { cache: true }, { listing: eagerListing(root) })).actions
      .length;
  set("new(1);\n");
  expect(await run()).toBe(0);
  set(text);
  expect(await run()).toBe(1);
});
