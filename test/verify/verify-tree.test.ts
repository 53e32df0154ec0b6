import { chmodSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot, writeTree } from "../support/temp-tree.ts";
import { BASE_TREE, baseTree, VERIFY_POLICY, verifiedTree } from "../support/verified-tree.ts";

const edited = String(BASE_TREE["src/a.ts"]).replace("a = 1", "a = 3");

describe("a work tree is compared with its base", () => {
  it("names every difference with its kind and verdict, and writes nothing (V4)", async () => {
    const root = baseTree();
    writeTree(root, { "src/a.ts": edited, "docs/b.md": "two\n", "src/new/x.ts": "x\n" });
    rmSync(join(root, "lib/c.txt"));
    const before = snapshot(root);
    const { exitCode, left, named } = await verifiedTree(root);
    expect(left).toEqual({
      "docs/b.md": "changed hold",
      "lib/c.txt": "deleted discard",
      "src/a.ts": "changed apply",
      "src/new/x.ts": "new apply",
    });
    expect(named[0]).toMatchObject({ ruleId: "docs", at: "sluice.policy.yaml:7" });
    expect(exitCode).toBe(1);
    expect(snapshot(root)).toEqual(before);
  });

  it("ends with 0 if the policy applies all, and with 4 if it holds something", async () => {
    const root = baseTree();
    writeTree(root, { "src/a.ts": edited });
    expect((await verifiedTree(root)).exitCode).toBe(0);
    writeTree(root, { "docs/b.md": "two\n" });
    expect((await verifiedTree(root)).exitCode).toBe(4);
    expect((await verifiedTree(root, "--exit-zero")).exitCode).toBe(0);
  });

  it("names what is no text, and refuses it with its reason", async () => {
    const root = baseTree({ "src/link.ts": "x\n", "src/run.sh": "#!/bin/sh\n" });
    writeTree(root, { "logo.png": Buffer.from([137, 0, 9]), "src/new.bin": Buffer.from([0, 1]) });
    rmSync(join(root, "src/link.ts"));
    symlinkSync("/etc/passwd", join(root, "src/link.ts"));
    symlinkSync("a.ts", join(root, "src/other.ts"));
    const { exitCode, left, reasons, alerts } = await verifiedTree(root);
    expect(left).toEqual({
      "logo.png": "binary none",
      "src/link.ts": "link none",
      "src/new.bin": "binary none",
      "src/other.ts": "link none",
    });
    expect(reasons).toContain("src/link.ts is a link, or was one.");
    expect(alerts.filter(({ code }) => code === "not-judged")).toHaveLength(4);
    expect(exitCode).toBe(1);
  });

  it("judges a file that is new and executable only together with its mode", async () => {
    const root = baseTree();
    writeTree(root, { "src/mode 100644.sh": "#!/bin/sh\n" });
    chmodSync(join(root, "src/mode 100644.sh"), 0o755);
    const { left, actions } = await verifiedTree(root);
    expect(left).toEqual({ "src/mode 100644.sh": "new apply" });
    expect(actions[0]?.files[0]?.mode).toBe("100755");
  });

  it("reads the policy of the base, and names one that was edited first", async () => {
    const root = baseTree();
    writeTree(root, {
      "sluice.policy.yaml": VERIFY_POLICY.replaceAll("verdict: hold", "verdict: apply"),
      "docs/b.md": "two\n",
      ".github/CODEOWNERS": "* @me\n",
    });
    const { exitCode, left, order } = await verifiedTree(root);
    expect(order.slice(0, 2).sort()).toEqual([".github/CODEOWNERS", "sluice.policy.yaml"]);
    expect(left).toMatchObject({
      "docs/b.md": "changed hold",
      "sluice.policy.yaml": "changed discard",
    });
    expect(exitCode).toBe(1);
  });

  it("says in words first how much is accounted for, and each difference with its rule", async () => {
    const root = baseTree();
    writeTree(root, { "docs/b.md": "two\n" });
    const { stdout } = await cli(root, ["verify", "--base", "HEAD"]);
    expect(stdout).toContain("0 differences from ");
    expect(stdout).toContain(
      "held docs/b.md (changed): A person reads it. [rule docs, sluice.policy.yaml:7]",
    );
    const { stdout: markdown } = await cli(root, [
      "verify",
      "--base",
      "HEAD",
      "--format",
      "markdown",
    ]);
    expect(markdown).toContain("### Differences");
    expect(readText(root, "docs/b.md")).toBe("two\n");
  });

  it.each([
    ["no base", [], "Leave --trust out"],
    ["a base that is no commit", ["--base", "nothing"], "is not in this clone"],
    ["a tree", ["--base", "HEAD^{tree}"], "is not in this clone"],
    ["another trust", ["--base", "HEAD", "--trust", "all"], "--base is for --trust base"],
    ["no policy", ["--base", "HEAD~0", "--policy", "missing.yaml"], "missing.yaml"],
    [
      "two sources of actions",
      ["--base", "HEAD", "--plan", "a", "--run", "b"],
      "exclude each other",
    ],
  ])("refuses %s with exit code 2", async (_what, argv, words) => {
    const { exitCode, stderr, stdout } = await cli(baseTree(), ["verify", ...argv]);
    expect(stdout + stderr).toContain(words);
    expect(exitCode).toBe(2);
  });
});
