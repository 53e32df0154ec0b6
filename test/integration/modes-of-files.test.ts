import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import {
  git,
  setMode,
  snapshot,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";

const KEPT = "1\n2\n3\n4\n5\n6\n7\n8\n";

const TREE = {
  "run.sh": "echo\n",
  "b.ts": `b();\n${KEPT}d();\n`,
  "old.py": "print(1)\n",
  "stay.sh": "1\n",
};
const MODES = { "run.sh": 0o640, "old.py": 0o755, "stay.sh": 0o755 };

const PATCH = `diff --git a/b.ts b/b.ts
old mode 100644
new mode 100755
--- a/b.ts
+++ b/b.ts
@@ -1,4 +1,4 @@
-b();
+c();
 1
 2
 3
@@ -7,4 +7,4 @@
 6
 7
 8
-d();
+e();
diff --git a/new.sh b/new.sh
new file mode 100755
--- /dev/null
+++ b/new.sh
@@ -0,0 +1 @@
+new
diff --git a/old.py b/src/moved.py
similarity index 100%
rename from old.py
rename to src/moved.py
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
diff --git a/stay.sh b/stay.sh
index 0000000..0000000 100644
--- a/stay.sh
+++ b/stay.sh
@@ -1 +1 @@
-1
+2
`;

const AFTER = {
  "b.ts": `755 c();\n${KEPT}e();\n`,
  "new.sh": "755 new\n",
  "run.sh": "750 echo\n",
  "src/moved.py": "755 print(1)\n",
  "stay.sh": "755 2\n",
};

const stdin = (text: string) => ({ standardInput: () => Readable.from([Buffer.from(text)]) });

function tree() {
  const root = tempRepository(TREE);
  for (const [path, mode] of Object.entries(MODES)) setMode(root, path, mode);
  git(root, "add", "-A");
  git(root, "commit", "-qm", "Modes");
  return root;
}

describe("the modes of files (A18, A19, A23, V1)", () => {
  it("of a patch are previewed, written and taken back to the bit, and those of other files stay", async () => {
    const root = tree();
    const before = snapshot(root);
    const { report } = await cliReport(root, ["propose", "-", "--dry-run"], stdin(PATCH));
    expect(
      report.actions.map(({ facts, files }) => [facts.modesChanged, files.at(-1)?.mode]),
    ).toEqual([
      [["b.ts"], "100755"],
      [["new.sh"], "100755"],
      [["src/moved.py"], "100755"],
      [["run.sh"], "100755"],
      [[], undefined],
    ]);
    expect(report.actions[3]?.files[0]).toMatchObject({
      replacements: 0,
      diff: "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n",
    });
    const argv = ["propose", "-", "--policy", "apply-all"];
    const ran = await cli(root, argv, stdin(PATCH));
    expect([ran.exitCode, snapshot(root)]).toEqual([0, AFTER]);
    expect(ran.stdout).toContain("1 mode in 1 file");
    expect(ran.stdout).toContain("6 files changed");
    await cli(root, ["undo", "last"]);
    expect(snapshot(root)).toEqual(before);
  });

  it("are held by `safe`, and by no other built-in policy", async () => {
    const root = tree();
    const mode = PATCH.slice(
      PATCH.indexOf("diff --git a/run.sh"),
      PATCH.indexOf("diff --git a/stay"),
    );
    for (const [policy, rule] of [
      ["safe", "changes-modes"],
      ["apply-all", "default"],
    ] as const) {
      const argv = ["propose", "-", "--dry-run", "--policy", policy];
      const { report } = await cliReport(root, argv, stdin(mode));
      expect(report.actions.map(({ ruleId }) => ruleId)).toEqual([rule]);
    }
  });

  it("are in a plan, which is derived again, written, and refused if it was changed by hand", async () => {
    const root = tree();
    await cli(root, ["propose", "-", "--policy", "apply-all", "-o", "p.json"], stdin(PATCH));
    const applied = await cli(root, ["apply", "p.json", "--policy", "apply-all"]);
    expect(applied.exitCode).toBe(0);
    const { "p.json": plan = "", ...files } = snapshot(root);
    expect(files).toEqual(AFTER);
    const text = plan.slice(plan.indexOf("{"));
    git(root, "checkout", "-q", ".");
    git(root, "clean", "-fdq", "src", "new.sh");
    writeTree(root, { "p.json": text.replace('"mode": "100755"', '"mode": "100644"') });
    expect((await cli(root, ["apply", "p.json"])).exitCode).toBe(2);
  });

  it("are written hunk by hunk, as an action of their own, and are in commits", async () => {
    const root = tree();
    const policy = "version: 1\ncommits: { per: run }\ndefault: { verdict: apply, reason: All. }\n";
    writeTree(root, { "sluice.policy.yaml": policy });
    git(root, "add", "-A");
    git(root, "commit", "-qm", "Policy");
    git(root, "config", "user.name", "Test");
    git(root, "config", "user.email", "test@example.com");
    const argv = ["propose", "-", "--per", "hunk"];
    const { report } = await cliReport(root, argv, stdin(PATCH));
    expect([report.exitCode, report.diagnostics]).toEqual([0, []]);
    const entries = git(root, "ls-tree", "-r", "HEAD").trimEnd().split("\n");
    expect(entries.map((entry) => entry.replace(/ blob .*\t/, " "))).toEqual([
      "100755 b.ts",
      "100755 new.sh",
      "100755 run.sh",
      "100644 sluice.policy.yaml",
      "100755 src/moved.py",
      "100755 stay.sh",
    ]);
    expect(git(root, "status", "--short")).toBe("");
  });

  it("are written at the end by `transaction: run`", async () => {
    const root = tree();
    writeTree(root, {
      "sluice.policy.yaml":
        "version: 1\ntransaction: run\ndefault: { verdict: apply, reason: All. }\n",
    });
    const { exitCode } = await cli(root, ["propose", "-"], stdin(PATCH));
    expect(exitCode).toBe(0);
    expect(snapshot(root)).toMatchObject(AFTER);
  });

  it("are put back to the bit if a check falls, also those of one action of a file", async () => {
    const root = tree();
    const check = "checks: { plain: { run: [test, '!', -x, b.ts], after: run } }";
    const rule =
      "{ id: all, verdict: apply, reason: All., checks: [plain], onCheckFailure: bisect }";
    const rest = "default: { verdict: hold, reason: Not known. }";
    const policy = `version: 1\n${check}\nrules:\n  - ${rule}\n${rest}\n`;
    const at = join(tempTree({ "p.yaml": policy }), "p.yaml");
    const argv = ["propose", "-", "--per", "hunk", "--policy", at];
    const { report } = await cliReport(root, argv, stdin(PATCH));
    expect(report.diagnostics).toEqual([]);
    const taken = report.actions.filter(({ state }) => state === "discarded");
    expect(taken.map(({ label }) => label)).toEqual(["Patch: 1 mode in 1 file"]);
    expect(snapshot(root)).toEqual({ ...AFTER, "b.ts": AFTER["b.ts"].replace("755", "644") });
  });
});
