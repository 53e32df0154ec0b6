import {
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkFresh } from "../../../src/apply/disk/check-fresh.ts";
import type { FileIdentity } from "../../../src/apply/disk/file-identity.ts";
import { StaleFileError } from "../../../src/model/workspace.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { cliReport } from "../../support/run-cli.ts";
import { readText, tempRepository, tempTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

const change = (path: string, before: string) => ({
  path,
  before,
  after: "new",
  edits: [],
  preHash: sha256(before),
  postHash: sha256("new"),
});

describe("checkFresh", () => {
  it("compares the hash of a large file, which it reads piece by piece", async () => {
    const large = "large\n".repeat(400_000);
    const root = tempTree({ "a.ts": large });
    await expect(checkFresh(root, change("a.ts", large))).resolves.toMatchObject({ links: 1 });
  });

  it("returns the key of the file and the number of its names", async () => {
    const root = tempTree({ "a.ts": "a" });
    linkSync(join(root, "a.ts"), join(root, "b.ts"));
    const { dev, ino, mode } = statSync(join(root, "a.ts"));
    const one = await checkFresh(root, change("a.ts", "a"));
    expect(one).toMatchObject({ file: `${dev} ${ino}`, links: 2, mode: mode & 0o7777 });
    expect(await checkFresh(root, change("b.ts", "a"))).toEqual(one);
  });

  it.each<[what: string, spoil: (root: string) => void]>([
    [
      "a file became a link to its like",
      (root) => {
        renameSync(join(root, "dir/a.ts"), join(root, "moved.ts"));
        symlinkSync("../moved.ts", join(root, "dir/a.ts"));
      },
    ],
    [
      "a folder on the way became a link",
      (root) => {
        renameSync(join(root, "dir"), join(root, "moved"));
        symlinkSync("moved", join(root, "dir"));
      },
    ],
    [
      "a folder on the way leads nowhere",
      (root) => {
        renameSync(join(root, "dir"), join(root, "moved"));
        symlinkSync("gone", join(root, "dir"));
      },
    ],
    [
      "a folder came into its place",
      (root) => {
        renameSync(join(root, "dir/a.ts"), join(root, "moved.ts"));
        mkdirSync(join(root, "dir/a.ts"));
      },
    ],
    [
      "it is larger than can be read at once",
      (root) => truncateSync(join(root, "dir/a.ts"), 3 * 2 ** 30),
    ],
    ["it was saved", (root) => writeFileSync(join(root, "dir/a.ts"), "mine")],
  ])("A18 refuses a file if %s", async (_what, spoil) => {
    const root = tempTree({ "dir/a.ts": "a" });
    spoil(root);
    await expect(checkFresh(root, change("dir/a.ts", "a"))).rejects.toThrow(StaleFileError);
  });

  it("A18 never takes one file for another if a folder and a link are swapped meanwhile", async () => {
    const root = tempTree({ "real/a.ts": "a", "other/a.ts": "a" });
    const { ino } = lstatSync(join(root, "real/a.ts"));
    let isLink = false;
    const swap = () => {
      renameSync(join(root, "real"), join(root, isLink ? "link" : "away"));
      if (isLink) renameSync(join(root, "away"), join(root, "real"));
      else symlinkSync("other", join(root, "real"));
      if (isLink) unlinkSync(join(root, "link"));
      isLink = !isLink;
    };
    for (let round = 0; round < 200; round += 1) {
      // Once only: a swap and back again within one check is the race that remains.
      const found = checkFresh(root, change("real/a.ts", "a")).catch((error: unknown) => error);
      for (let tick = 0; tick < round % 20; tick += 1) await new Promise(setImmediate);
      swap();
      const result = await found;
      if (result instanceof Error) expect(result).toBeInstanceOf(StaleFileError);
      else expect((result as FileIdentity).file.split(" ")[1]).toBe(String(ino));
    }
  });
});

describe("a file with several names", () => {
  it("becomes two files when it is edited: a name out of scope keeps its bytes", async () => {
    const root = tempRepository({
      "src/a.ts": "foo(1);\n",
      "r.yaml": `scope: { include: [src] }\n${recipeOf([["foo($A)", "bar($A)"]])}`,
    });
    linkSync(join(root, "src/a.ts"), join(root, "kept.ts"));
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(report.actions).toMatchObject([{ state: "applied" }]);
    expect(readText(root, "src/a.ts")).toBe("bar(1);\n");
    expect(readText(root, "kept.ts")).toBe("foo(1);\n");
    expect(statSync(join(root, "kept.ts")).nlink).toBe(1);
  });
});
