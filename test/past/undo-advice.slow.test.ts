import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { snapshot, tempTree, writeTree } from "../support/temp-tree.ts";

const undo = (root: string, ...argv: string[]) => cli(root, ["undo", ...argv]);

/** A repository in which a recipe has run, and its files before the run. */
async function changed(files: Parameters<typeof tempTree>[0]) {
  const root = tempTree(files);
  const before = snapshot(root);
  const argv = ["run", "recipe.yaml", "--policy", "apply-all", "--no-cache"];
  expect((await cli(root, argv)).exitCode).toBe(0);
  return { root, before };
}

/** States of a file that a run edited (`a.ts`) or made (`made.ts`), and the options that take the run back all the same. */
const STATES: readonly (readonly [
  state: string,
  spoil: (root: string) => void,
  refusal: string,
  options: readonly string[],
])[] = [
  [
    "changed in other lines",
    (root) => writeTree(root, { "a.ts": "fresh(1);\n\nmine();\n\nfresh(2);\n" }),
    "a.ts has changed since",
    ["--merge", "--force"],
  ],
  ["deleted", (root) => rmSync(join(root, "a.ts")), "a.ts is gone by now", ["--force"]],
  [
    "deleted with its folder",
    (root) => rmSync(join(root, "src"), { recursive: true }),
    "src/c.ts is gone by now",
    ["--force"],
  ],
  [
    "made by the run, and changed",
    (root) => writeTree(root, { "made.ts": "mine();\n" }),
    "made.ts has changed since the run made it",
    ["--force"],
  ],
  [
    "deleted, beside one that is changed",
    (root) => {
      rmSync(join(root, "a.ts"));
      writeTree(root, { "b.ts": "mine();\nmore();\n" });
    },
    "a.ts is gone by now",
    ["--force"],
  ],
];

/** States in which something has to be moved away first. */
const IN_THE_WAY: readonly (readonly [
  state: string,
  spoil: (root: string) => string,
  refusal: string,
])[] = [
  [
    "binary",
    (root) => replace(root, "a.ts", () => writeTree(root, { "a.ts": Buffer.from([1, 0]) })),
    "a.ts has changed since and is not a text that can be kept (binary)",
  ],
  [
    "replaced by a folder",
    (root) => replace(root, "a.ts", (path) => mkdirSync(path)),
    "a.ts is not a regular file",
  ],
  [
    "replaced by a link",
    (root) => replace(root, "a.ts", (path) => symlinkSync("b.ts", path)),
    "a.ts is not a regular file",
  ],
  [
    "made by the run, and replaced by a folder",
    (root) => replace(root, "made.ts", (path) => mkdirSync(path)),
    "made.ts is not a regular file",
  ],
  [
    "made by the run, and replaced by a link",
    (root) => replace(root, "made.ts", (path) => symlinkSync("b.ts", path)),
    "made.ts is not a regular file",
  ],
  [
    "behind a folder that is a link",
    (root) => replace(root, "src", (path) => symlinkSync("other", path)),
    "src/c.ts is reached through a link",
  ],
  [
    "behind a folder that is a file",
    (root) => replace(root, "src", (path) => writeFileSync(path, "")),
    "src/c.ts cannot be brought back: something on the way to it is not a folder",
  ],
];

function replace(root: string, path: string, by: (absolute: string) => void): string {
  rmSync(join(root, path), { recursive: true });
  by(join(root, path));
  return join(root, path);
}

describe("the advice of a refusal", () => {
  const files = {
    ...{
      "a.ts": "old(1);\n\n\n\nold(2);\n",
      "b.ts": "old(3);\n",
      "src/c.ts": "old(4);\n",
      "other/c.ts": "more();\n",
    },
    "recipe.yaml": `version: 1
steps:
  - { id: edit, ast_edit: { ops: [{ pat: "old($A)", out: "fresh($A)" }] } }
  - { id: make, tool: write_file, with: { path: made.ts, content: "made();\\n" } }
`,
  };
  const adviceIn = (stdout: string) =>
    [...stdout.matchAll(/^With (--\w+)/gm)].map(([, name]) => name);

  it.each(STATES)(
    "names the options that help where a file is %s",
    async (_state, spoil, refusal, options) => {
      for (const option of ["--merge", "--force"] as const) {
        const { root } = await changed(files);
        spoil(root);
        for (const argv of [[], ["--dry-run"]]) {
          const { exitCode, stdout } = await undo(root, ...argv);
          expect([exitCode, stdout]).toEqual([3, expect.stringContaining(`  ${refusal}\n`)]);
          expect(adviceIn(stdout)).toEqual(options);
        }
        const isAdvised = options.includes(option);
        const { exitCode, stdout } = await undo(root, option);
        expect([option, exitCode]).toEqual([option, isAdvised ? 0 : 3]);
        if (!isAdvised) expect(adviceIn(stdout)).toEqual(options);
        if (!isAdvised) expect((await undo(root, option, "--dry-run")).exitCode).toBe(3);
      }
    },
  );

  it.each(IN_THE_WAY)(
    "says what to move first where a file is %s",
    async (_state, spoil, refusal) => {
      const { root, before } = await changed(files);
      const inTheWay = spoil(root);
      for (const argv of [[], ["--merge"], ["--force"], ["--dry-run"], ["--dry-run", "--merge"]]) {
        const { exitCode, stdout } = await undo(root, ...argv);
        expect([exitCode, stdout]).toEqual([
          3,
          expect.stringContaining(`  ${refusal}\nFirst move the files and folders in the way`),
        ]);
        expect(adviceIn(stdout)).toEqual(["--force"]);
      }
      rmSync(inTheWay, { recursive: true });
      expect((await undo(root, "--force")).exitCode).toBe(0);
      expect(snapshot(root)).toEqual(before);
    },
  );

  it("is missing where no option helps: the journal is damaged", async () => {
    const { root } = await changed(files);
    writeTree(root, { "a.ts": "mine();\n", ".sluice/runs/test-run/images": "" });
    const { exitCode, stdout } = await undo(root);
    expect([exitCode, adviceIn(stdout)]).toEqual([1, []]);
    expect(stdout).toContain("a.ts cannot be taken back: its text is damaged in the journal");
  });
});
