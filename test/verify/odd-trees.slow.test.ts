import { chmodSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { git, snapshot, tempTree, writeTree } from "../support/temp-tree.ts";
import { BASE_TREE, baseTree, verifiedTree } from "../support/verified-tree.ts";

const edited = String(BASE_TREE["src/a.ts"]).replace("a = 1", "a = 3");

describe("an odd work tree is compared with its base", () => {
  it("has nothing left over if nothing differs, whatever the index says", async () => {
    const root = baseTree();
    const before = snapshot(root);
    expect(await verifiedTree(root)).toMatchObject({ exitCode: 0, accepted: 0, left: {} });
    expect(snapshot(root)).toEqual(before);
  });

  it("judges a difference as the change of a model, with the facts of a proposal", async () => {
    const root = baseTree();
    writeTree(root, { "src/a.ts": edited });
    const { actions } = await verifiedTree(root);
    expect(actions[0]?.facts).toMatchObject({ fromModel: true, tool: "patch", dirtyFiles: [] });
  });

  it.each([
    [
      "a mark of the index",
      (root: string) => git(root, "update-index", "--assume-unchanged", "docs/b.md"),
    ],
    [
      "another mark of the index",
      (root: string) => git(root, "update-index", "--skip-worktree", "docs/b.md"),
    ],
    ["a dirty index", (root: string) => git(root, "add", "-A")],
    ["a commit of its own", (root: string) => git(root, "commit", "-qam", "Mine")],
    ["an index that is gone", (root: string) => rmSync(join(root, ".git/index"))],
  ])("is not blinded by %s", async (_what, hide) => {
    const root = baseTree();
    const base = git(root, "rev-parse", "HEAD").trim();
    writeTree(root, { "docs/b.md": "six\n" });
    hide(root);
    const { left } = await verifiedTree(root, "--base", base);
    expect(left).toEqual({ "docs/b.md": "changed hold" });
  });

  it.each<[what: string, stage: (root: string) => void, left: Record<string, string>]>([
    [
      "a text that is staged and no longer in the work tree",
      (root) => {
        writeTree(root, { "src/a.ts": edited });
        git(root, "add", "-A");
        writeTree(root, BASE_TREE);
      },
      { "src/a.ts": "staged none" },
    ],
    [
      "a file that is staged and gone",
      (root) => {
        writeTree(root, { "new.txt": "new\n" });
        git(root, "add", "-A");
        rmSync(join(root, "new.txt"));
      },
      { "new.txt": "staged none" },
    ],
    [
      "a deletion that is staged alone",
      (root) => void git(root, "rm", "-q", "--cached", "docs/b.md"),
      { "docs/b.md": "staged none" },
    ],
    ["nothing but an intent to add", (root) => void git(root, "add", "-N", "."), {}],
    [
      "line ends that git converts",
      (root) => {
        git(root, "config", "core.autocrlf", "true");
        writeTree(root, { "docs/b.md": "six\r\n" });
        git(root, "add", "-A");
      },
      { "docs/b.md": "changed hold" },
    ],
  ])("compares what is staged, too: %s", async (_what, stage, left) => {
    const root = baseTree();
    stage(root);
    expect((await verifiedTree(root)).left).toEqual(left);
  });

  it("names a file that was made executable", async () => {
    const root = baseTree({ "src/run.sh": "#!/bin/sh\n" });
    chmodSync(join(root, "src/run.sh"), 0o755);
    git(root, "config", "core.fileMode", "false");
    expect(await verifiedTree(root)).toMatchObject({
      left: { "src/run.sh": expect.stringMatching(/^mode /) },
    });
  });

  it("names a folder that became a link, and the files that it hides", async () => {
    const root = baseTree();
    rmSync(join(root, "lib"), { recursive: true });
    symlinkSync("src", join(root, "lib"));
    const { exitCode, left } = await verifiedTree(root);
    expect(Object.keys(left)).toEqual(["lib", "lib/c.txt"]);
    expect(exitCode).toBe(1);
  });

  it("names a folder in the place of a file, and both halves of a rename", async () => {
    const root = baseTree();
    rmSync(join(root, "lib/c.txt"));
    writeTree(root, { "lib/c.txt/x.ts": "x\n" });
    git(root, "mv", "src/b.ts", "src/z.ts");
    expect((await verifiedTree(root)).left).toEqual({
      "lib/c.txt": "deleted discard",
      "lib/c.txt/x.ts": "new none",
      "src/b.ts": "deleted apply",
      "src/z.ts": "new apply",
    });
  });

  it("names names with blanks, quotes and line ends, and those that are not UTF-8", async () => {
    const root = baseTree({ "src/a b.ts": "x\n" });
    writeTree(root, { "src/a b.ts": "y\n", 'src/q"é.ts': "x\n", "src/l\nf.ts": "x\n" });
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/src/`), Buffer.from([0xff, 0x2e, 0x74])]),
      "x",
    );
    const { exitCode, left } = await verifiedTree(root);
    expect(left).toMatchObject({ "src/a b.ts": "changed apply", 'src/q"é.ts': "new apply" });
    expect(left["src/\uFFFD.t"]).toBe("new none");
    expect(left["src/l\nf.ts"]).toMatch(/^new /);
    expect(exitCode).toBe(1);
  });

  it("names a repository of its own, also around files that git tracks", async () => {
    const root = baseTree();
    writeTree(root, { "inner/x.ts": "x\n", "src/hidden.ts": "x\n" });
    git(join(root, "inner"), "init", "-q");
    git(join(root, "src"), "init", "-q");
    const { left } = await verifiedTree(root);
    expect(left).toMatchObject({ inner: "repository none", "src/hidden.ts": "new apply" });
  });

  it("names a submodule with another commit or other files", async () => {
    const root = baseTree();
    const inner = tempTree({ "x.ts": "x\n" });
    git(inner, "init", "-q");
    git(inner, "add", "-A");
    git(inner, "commit", "-qm", "One");
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "vendor");
    git(root, "commit", "-qm", "Submodule");
    expect((await verifiedTree(root)).left).toEqual({});
    writeTree(root, { "vendor/x.ts": "y\n" });
    expect((await verifiedTree(root)).left).toEqual({ vendor: "submodule none" });
  });

  it("takes line ends of a checkout for those of the base, and names the lines that differ", async () => {
    const root = baseTree({ ".gitattributes": "*.md text eol=crlf\n" });
    writeTree(root, { "docs/b.md": "one\r\n" });
    expect((await verifiedTree(root)).left).toEqual({});
    writeTree(root, { "docs/b.md": "one\r\ntwo\r\n" });
    const { actions, left } = await verifiedTree(root);
    expect(left).toEqual({ "docs/b.md": "changed hold" });
    expect(actions[0]?.facts).toMatchObject({ additions: 1, deletions: 0 });
  });

  it("takes a file of git-lfs for its pointer only if the digest is the one of the file, and the base says so", async () => {
    const pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881\nsize 1\n";
    const rule = "*.dat filter=lfs\n";
    const root = baseTree({ "src/.gitattributes": rule, "src/big.dat": pointer, "b.dat": pointer });
    writeTree(root, { "src/big.dat": "x" });
    expect((await verifiedTree(root)).left).toEqual({});
    writeTree(root, { ".gitattributes": rule, "b.dat": "x" });
    expect((await verifiedTree(root)).left).toMatchObject({ "b.dat": "changed discard" });
    writeTree(root, { "b.dat": pointer });
    rmSync(join(root, ".gitattributes"));
    writeTree(root, { "src/big.dat": "y" });
    expect((await verifiedTree(root)).left).toEqual({ "src/big.dat": "changed apply" });
  });

  it("does not see what the base ignores, as it says", async () => {
    const root = baseTree();
    writeTree(root, { "dist/x.js": "x\n" });
    expect((await verifiedTree(root)).left).toEqual({});
    expect((await verifiedTree(root, "--root", "src", "--policy", "hold-all")).left).toEqual({});
  });

  it("says what the user's own rules hide", async () => {
    const root = baseTree();
    writeTree(root, { ".git/info/exclude": "mine.txt\n", "mine.txt": "x\n" });
    const { left, alerts } = await verifiedTree(root);
    expect(left).toEqual({});
    expect(alerts.find(({ code }) => code === "not-compared")?.message).toMatch(/: mine\.txt\.$/);
  });

  it("compares during a merge, and in a folder of the repository only what is below it", async () => {
    const root = baseTree();
    git(root, "checkout", "-qb", "other");
    writeTree(root, { "docs/b.md": "other\n" });
    git(root, "commit", "-qam", "Other");
    git(root, "checkout", "-q", "-");
    writeTree(root, { "docs/b.md": "mine\n" });
    git(root, "commit", "-qam", "Mine");
    try {
      git(root, "merge", "-q", "other");
    } catch {
      // It has a conflict.
    }
    expect((await verifiedTree(root)).left).toEqual({ "docs/b.md": "changed hold" });
    const policy = ["--policy", "hold-all"];
    expect((await verifiedTree(root, "--root", "docs", ...policy)).left).toEqual({
      "b.md": "changed hold",
    });
    expect((await verifiedTree(root, "--root", "src", ...policy)).left).toEqual({});
  });

  it("refuses a tree without git, and one without a policy in the base", async () => {
    expect((await cli(tempTree({ "a.ts": "a\n" }), ["verify", "--base", "HEAD"])).exitCode).toBe(2);
    const root = baseTree();
    git(root, "rm", "-q", "--cached", "sluice.policy.yaml");
    git(root, "commit", "-qm", "No policy");
    const { exitCode, stderr } = await cli(root, ["verify", "--base", "HEAD"]);
    expect(stderr).toContain("`verify` needs a policy");
    expect(exitCode).toBe(2);
  });

  it("works in a shallow clone", async () => {
    const root = baseTree();
    const clone = tempTree({});
    git(clone, "clone", "-q", "--depth=1", `file://${root}`, "here");
    writeTree(join(clone, "here"), { "docs/b.md": "two\n" });
    expect((await verifiedTree(join(clone, "here"))).left).toEqual({ "docs/b.md": "changed hold" });
  });
});
