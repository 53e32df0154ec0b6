import { linkSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { FAST_WAYS, reportWithout, watchNativePass } from "../support/fast-ways.ts";
import { snapshot, type Tree, tempFolder, tempRepository, tempTree } from "../support/temp-tree.ts";

const RECIPE = `version: 1
steps:
  - id: s
    ast_edit:
      per: file
      ops: [{ pat: "f($$$A)", out: "h($$$A)" }, { pat: "$A === $B", out: "is($A, $B)" }]
`;

/** So much text that the engine searches the files by itself. */
const MUCH: Tree = { "much.ts": `f(0);\n/*${" long".repeat(40_000)} */\n` };

type Report = Awaited<ReturnType<typeof reportWithout>>;

/** Returns what a report says of a file. */
function outcomeIn({ actions, skipped }: Report, path: string) {
  const changes = actions.flatMap(({ files }) => files.filter((each) => each.path === path));
  return { changes, skipped: skipped.filter((each) => each.path === path) };
}

const OLD = "f(1);\nconst x = f(a === b, 2);\n";

/** The ways in which a file changes after it was read, each with its later content; undefined if it is no file. */
const CHANGES: Readonly<Record<string, string | Buffer | undefined>> = {
  "same length": "a();\n\nconst x = f(1); f(a,22);\n",
  "same length and places": OLD.replaceAll("f(", "g(").replace("g(1)", "f(2)"),
  "one character": OLD.replace("1", "7"),
  "no match": "nothing(1);\n",
  "more matches": `${OLD}f(3);\n`.repeat(3),
  truncated: OLD.slice(0, 15),
  empty: "",
  "blanks before": `\n   ${OLD}`,
  "blanks behind": `${OLD}\n\n \t`,
  "fewer blanks": OLD.trim(),
  "a byte order mark": `\uFEFF${OLD}`,
  "other line ends": OLD.replaceAll("\n", "\r\n"),
  "only CR": OLD.replaceAll("\n", "\r"),
  "syntax errors": `${OLD}f(1, ;\n`,
  "astral text": `/* 😀𝒳 */ ${OLD}`,
  "a lone surrogate": Buffer.concat([Buffer.from(OLD), Buffer.from([0xed, 0xa0, 0x80])]),
  "invalid UTF-8": Buffer.concat([Buffer.from([0xff]), Buffer.from(OLD)]),
  "NUL characters": `\0${OLD}`,
  deleted: undefined,
};

const pathOf = (name: string) => `${name.replaceAll(" ", "-")}.ts`;

function treeOf(contents: Readonly<Record<string, string | Buffer | undefined>>): Tree {
  const files = Object.entries(contents).flatMap(([name, content]) =>
    content === undefined ? [] : [[pathOf(name), content] as const],
  );
  return { ...Object.fromEntries(files), ...MUCH, "recipe.yaml": RECIPE };
}

describe("a file that changes while the engine reads it", () => {
  it("is reported as it was before or as it is now, and never mixed of both", async () => {
    const before = Object.fromEntries(Object.keys(CHANGES).map((name) => [name, OLD]));
    const expected = [
      await reportWithout(tempRepository(treeOf(before)), FAST_WAYS),
      await reportWithout(tempRepository(treeOf(CHANGES)), FAST_WAYS),
    ];
    const root = tempRepository(treeOf(before));
    let changed = 0;
    const read = watchNativePass((paths) => {
      for (const [name, content] of Object.entries(CHANGES)) {
        const path = join(root, pathOf(name));
        if (!paths.includes(path)) continue;
        changed += 1;
        if (content === undefined) rmSync(path);
        else writeFileSync(path, content);
      }
    });
    const report = await reportWithout(root, []);
    expect(changed).toBe(Object.keys(CHANGES).length);
    expect(read.length).toBe(changed + 1);
    for (const name of Object.keys(CHANGES)) {
      const gone = { step: "s", path: pathOf(name), why: "vanished" };
      const candidates = [
        ...expected.map((each) => outcomeIn(each, pathOf(name))),
        ...(CHANGES[name] === undefined ? [{ changes: [], skipped: [gone] }] : []),
      ];
      const outcome = outcomeIn(report, pathOf(name));
      const same = candidates.find((each) => isDeepStrictEqual(each, outcome));
      expect([name, outcome]).toEqual([name, same ?? candidates[1]]);
    }
  });

  it("is not read through a link that takes its place, and not written through that of its folder", async () => {
    const files = { "in/a.ts": OLD, "b.ts": OLD, "c.ts": OLD, ...MUCH, "recipe.yaml": RECIPE };
    const outside = tempTree({ "in/a.ts": "f(4);\n", "b.ts": "f('secret');\n" });
    const before = snapshot(outside);
    const moved = tempFolder();
    const root = tempRepository(files);
    const read = watchNativePass(() => {
      for (const name of ["in", "b.ts", "c.ts"]) {
        renameSync(join(root, name), join(moved, name));
        symlinkSync(join(outside, name), join(root, name));
      }
    });
    const report = await reportWithout(root, [], { command: "run", policy: "apply-all" });
    expect(read.length).toBe(4);
    expect(JSON.stringify(report)).not.toContain("secret");
    const applied = report.actions.filter(({ state }) => state === "applied");
    expect(applied.flatMap(({ facts }) => facts.files)).toEqual(["much.ts"]);
    expect(snapshot(outside)).toEqual(before);
  });

  it("is read again if it is now another link to the inode of a file beside it", async () => {
    const root = tempRepository({ "a.ts": OLD, "b.ts": "f(2);\n", ...MUCH, "recipe.yaml": RECIPE });
    watchNativePass(() => {
      rmSync(join(root, "a.ts"));
      linkSync(join(root, "b.ts"), join(root, "a.ts"));
    });
    const report = await reportWithout(root, []);
    const [a, b] = ["a.ts", "b.ts"].map((path) => outcomeIn(report, path).changes[0]?.preHash);
    expect(a).toBe(b);
    expect(b).toMatch(/^[0-9a-f]{64}$/);
  });
});
