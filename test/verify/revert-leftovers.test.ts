import { chmodSync, existsSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { git, readText, snapshot, writeTree } from "../support/temp-tree.ts";
import { BASE_TREE, baseTree, verifiedTree } from "../support/verified-tree.ts";

describe("`verify --revert`", () => {
  it("takes back what is refused or held, keeps what is accepted, and is undone", async () => {
    const root = baseTree({ "lib/run.sh": "#!/bin/sh\n" });
    chmodSync(join(root, "lib/run.sh"), 0o755);
    git(root, "commit", "-qam", "Run");
    rmSync(join(root, "lib/run.sh"));
    writeTree(root, { "docs/b.md": "two\n", "src/a.ts": "x\n", "lib/new/d.txt": "d\n" });
    rmSync(join(root, "lib/c.txt"));
    chmodSync(join(root, "docs/b.md"), 0o755);
    chmodSync(join(root, "sluice.policy.yaml"), 0o755);
    const before = snapshot(root);
    expect(await verifiedTree(root, "--revert")).toMatchObject({
      exitCode: 0,
      left: {
        "docs/b.md": "changed hold reverted",
        "lib/c.txt": "deleted discard reverted",
        "lib/new/d.txt": "new discard reverted",
        "lib/run.sh": "deleted discard reverted",
        "sluice.policy.yaml": "mode discard reverted",
        "src/a.ts": "changed apply",
      },
    });
    expect(readText(root, "docs/b.md")).toBe(BASE_TREE["docs/b.md"]);
    expect(readText(root, "src/a.ts")).toBe("x\n");
    expect(existsSync(join(root, "lib/new"))).toBe(false);
    expect(statSync(join(root, "lib/run.sh")).mode & 0o111).toBe(0o111);
    expect((await verifiedTree(root)).left).toEqual({ "src/a.ts": "changed apply" });
    expect((await cli(root, ["undo", "last"])).exitCode).toBe(0);
    expect(snapshot(root)).toEqual(before);
  });

  it("says that what it takes back is still staged, with exit code 1", async () => {
    const root = baseTree();
    writeTree(root, { "docs/b.md": "two\n" });
    git(root, "add", "-A");
    const { exitCode, named } = await verifiedTree(root, "--revert");
    expect(readText(root, "docs/b.md")).toBe(BASE_TREE["docs/b.md"]);
    expect([exitCode, named.map(({ kind, isReverted }) => [kind, isReverted])]).toEqual([
      1,
      [
        ["changed", true],
        ["staged", undefined],
      ],
    ]);
  });

  it("names what it cannot take back, with exit code 1", async () => {
    const root = baseTree();
    writeTree(root, { "docs/b.md": "two\n", "logo.png": Buffer.from([0]) });
    symlinkSync("b.md", join(root, "docs/link.md"));
    const KEPT = {
      exitCode: 1,
      left: { "docs/link.md": "link none", "logo.png": "binary none" },
      reasons: expect.arrayContaining([
        "docs/link.md is a link, or was one. It was not taken back.",
        "logo.png is no text in UTF-8. It was not taken back.",
      ]),
    };
    const left = { ...KEPT.left, "docs/b.md": "changed hold reverted" };
    expect(await verifiedTree(root, "--revert")).toMatchObject({ ...KEPT, left });
    expect(readText(root, "docs/b.md")).toBe("one\n");
    expect(await verifiedTree(root, "--revert")).toMatchObject(KEPT);
  });

  it("takes back the rest if a file comes back where a folder or a link is, and that file the next time", async () => {
    const root = baseTree({ "n.txt": "n\n" });
    for (const path of ["n.txt", "lib", "docs"]) rmSync(join(root, path), { recursive: true });
    writeTree(root, { "n.txt/x.txt": "x\n", lib: "x\n" });
    symlinkSync("src", join(root, "docs"));
    expect(await verifiedTree(root, "--revert")).toMatchObject({
      exitCode: 1,
      left: {
        docs: "link none",
        "docs/b.md": "deleted none",
        lib: "new none reverted",
        "lib/c.txt": "deleted none",
        "n.txt": "deleted discard",
        "n.txt/x.txt": "new none reverted",
      },
    });
    await verifiedTree(root, "--revert");
    expect(readText(root, "n.txt") + readText(root, "lib/c.txt")).toBe("n\none\ntwo\n");
  });

  it("writes nothing if nothing is to be taken back", async () => {
    const root = baseTree();
    writeTree(root, { "src/a.ts": "x\n" });
    const before = snapshot(root);
    expect((await verifiedTree(root, "--revert")).exitCode).toBe(0);
    expect(snapshot(root)).toEqual(before);
    expect(existsSync(join(root, ".sluice"))).toBe(false);
  });
});
