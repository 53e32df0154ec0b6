import { chmodSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { besidesLoss } from "../support/besides-loss.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import {
  git,
  readText,
  snapshot,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const POLICY = `version: 1
default: { verdict: discard, reason: No rule covers this change. }
guards:
  - { id: generated, when: { anyFile: ["**/*.gen.ts"] }, verdict: discard, reason: Generated. }
rules:
  - id: in-src
    when: { allFiles: ["src/**"] }
    verdict: apply
    reason: "\${{ facts.replacements }} in \${{ facts.files }}."
`;

function shop(recipe: string) {
  return tempRepository({
    "recipe.yaml": recipe,
    "sluice.policy.yaml": POLICY,
    "src/a.ts": "old(1);\nold(2);\n",
    "src/b.gen.ts": "old(3);\n",
    "lib/c.ts": "old(4);\n",
    ".github/d.ts": "old(5);\n",
    "README.md": "old(6)\n",
  });
}

const PER_FILE = recipeOf([["old($A)", "fresh($A)"]], "per: file");

describe("sluice run", () => {
  it("applies what the policy says, discards the rest, and tells why", async () => {
    const root = shop(PER_FILE);
    const { exitCode, report } = await cliReport(root, ["run", "recipe.yaml"]);
    expect(exitCode).toBe(0);
    expect(
      report.actions.map(({ facts, state, ruleId, reason, result }) => [
        facts.files[0],
        state,
        ruleId,
        reason,
        result,
      ]),
    ).toEqual([
      [
        ".github/d.ts",
        "discarded",
        "protected",
        "Touches a protected path (.github/** or a lockfile): .github/d.ts. `lift: [protected]` in the policy allows it.",
        "Discarded: AST Edit: 1 replacement in 1 file. Reason: Touches a protected path (.github/** or a lockfile): .github/d.ts. `lift: [protected]` in the policy allows it.",
      ],
      [
        "lib/c.ts",
        "discarded",
        "default",
        "No rule covers this change.",
        "Discarded: AST Edit: 1 replacement in 1 file. Reason: No rule covers this change.",
      ],
      ["src/a.ts", "applied", "in-src", "2 in src/a.ts.", "Applied 2 replacements in 1 file."],
      [
        "src/b.gen.ts",
        "discarded",
        "generated",
        "Generated.",
        "Discarded: AST Edit: 1 replacement in 1 file. Reason: Generated.",
      ],
    ]);
    expect(git(root, "status", "--porcelain")).toBe(" M src/a.ts\n");
    expect(readText(root, "src/a.ts")).toBe("fresh(1);\nfresh(2);\n");
  });

  it("adds up: every replacement that was found ends in one way", async () => {
    const { report } = await cliReport(shop(PER_FILE), ["run", "recipe.yaml"]);
    expect(report.totals).toEqual({
      filesSearched: 4,
      filesMatched: 4,
      filesSkipped: 0,
      actions: 4,
      pending: 0,
      applied: 1,
      discarded: 3,
      held: 0,
      failed: 0,
      replacements: 2,
      filesChanged: 1,
      ledger: {
        found: 5,
        pending: 0,
        applied: 2,
        superseded: 0,
        discarded: 3,
        held: 0,
        stale: 0,
        failed: 0,
      },
    });
  });

  it("A1 A2 labels, previews as one action by default, and A21 keeps the whole diff", async () => {
    const root = shop(recipeOf([["old($A)", "fresh($A)"]], 'paths: ["src/a.ts", "lib"]'));
    const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    const [action] = report.actions;
    expect(report.actions).toHaveLength(1);
    expect(action).toMatchObject({
      recipe: "recipe",
      step: "edit",
      tool: "ast_edit",
      label: "AST Edit: 3 replacements in 2 files",
      result: "Applied 3 replacements in 2 files.",
      callId: "tool-batch-0-0",
      batchId: "tool-batch-0",
      callIndex: 0,
    });
    expect(action?.files.map(({ diff }) => diff).join("")).toBe(
      git(root, "-c", "diff.noprefix=false", "diff").replaceAll(/^index .*\n/gm, ""),
    );
  });

  it("writes nothing and answers 4 where the policy holds", async () => {
    const root = shop(PER_FILE);
    const before = snapshot(root);
    const { exitCode, report } = await cliReport(root, [
      "run",
      "recipe.yaml",
      "--policy",
      "hold-all",
    ]);
    expect([exitCode, report.outcome, report.totals.held]).toEqual([4, "held", 3]);
    expect(snapshot(root)).toEqual(before);
  });

  it("does nothing and answers 0 where nothing matches (A3)", async () => {
    const root = shop(recipeOf([["nowhere($A)", "x($A)"]]));
    const { exitCode, report } = await cliReport(root, ["run", "recipe.yaml"]);
    expect([exitCode, report.actions]).toEqual([0, []]);
    expect(report.alerts).toMatchObject([
      { level: "warn", code: "no-replacements", message: "No replacements made" },
    ]);
  });

  it("fails where an expectation is not met", async () => {
    const root = shop(`expect: { minReplacements: 3 }\n${PER_FILE}`);
    const { exitCode, report } = await cliReport(root, ["run", "recipe.yaml"]);
    expect(exitCode).toBe(1);
    expect(besidesLoss(report.alerts)).toMatchObject([
      {
        level: "error",
        code: "expectation",
        message: "Expected at least 3 replacements, and there were 2.",
      },
    ]);
  });

  it("answers 1 with --check where it changed something, 0 with --exit-zero", async () => {
    expect((await cli(shop(PER_FILE), ["run", "recipe.yaml", "--check"])).exitCode).toBe(1);
    expect(
      (await cli(shop(PER_FILE), ["run", "recipe.yaml", "--check", "--exit-zero"])).exitCode,
    ).toBe(0);
    expect(
      (await cli(shop(PER_FILE), ["run", "recipe.yaml", "--policy", "hold-all", "--exit-zero"]))
        .exitCode,
    ).toBe(0);
  });

  it("works the same outside of git", async () => {
    const root = tempTree({
      "recipe.yaml": PER_FILE,
      "src/a.ts": "old(1);\n",
      "node_modules/x/i.ts": "old(2);\n",
      ".gitignore": "out\n",
      "out/b.ts": "old(3);\n",
    });
    const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(report.actions.map(({ facts }) => facts.files)).toEqual([["src/a.ts"]]);
  });

  it("A10 takes a file that is named itself, even if git ignores it", async () => {
    const root = tempRepository({
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], 'paths: ["out/b.ts"]'),
      ".gitignore": "out\n",
    });
    writeTree(root, { "out/b.ts": "old(1);\n", "out/c.ts": "old(2);\n" });
    await cli(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect([readText(root, "out/b.ts"), readText(root, "out/c.ts")]).toEqual([
      "fresh(1);\n",
      "old(2);\n",
    ]);
  });

  it("A10 skips node_modules even where git tracks it", async () => {
    const root = tempRepository({
      "recipe.yaml": PER_FILE,
      "node_modules/x/a.ts": "old(1);\n",
      "a.ts": "old(2);\n",
    });
    const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(report.actions.map(({ facts }) => facts.files)).toEqual([["a.ts"]]);
  });

  it("keeps to the scope: exclude beats all, readonly is not written", async () => {
    const scope =
      'scope: { include: ["src/**", "lib/**"], exclude: ["**/*.gen.ts"], readonly: ["lib/**"] }\n';
    const root = shop(scope + PER_FILE);
    const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(report.actions.map(({ facts }) => facts.files)).toEqual([["src/a.ts"]]);
    expect(report.skipped).toEqual([
      { path: ".github/d.ts", step: "edit", why: "excluded" },
      { path: "lib/c.ts", step: "edit", why: "readonly" },
      { path: "src/b.gen.ts", step: "edit", why: "excluded" },
    ]);
  });

  it("A8 skips and reports files with syntax errors, and stops before any write with failOnParseError", async () => {
    const files = { "a.ts": "old(1);\n", "broken.ts": "old(2);\nconst = ;\n" };
    const root = tempTree({ ...files, "recipe.yaml": PER_FILE });
    const { exitCode, report } = await cliReport(root, [
      "run",
      "recipe.yaml",
      "--policy",
      "apply-all",
    ]);
    expect(exitCode).toBe(0);
    expect(report.skipped).toMatchObject([{ path: "broken.ts", why: "syntax-errors" }]);
    const path = "broken.ts";
    expect(besidesLoss(report.alerts)).toMatchObject([
      { code: "syntax-errors", path },
      { code: "leftovers", path },
    ]);
    expect(readText(root, "broken.ts")).toBe(files["broken.ts"]);
    const strict = tempTree({
      ...files,
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "failOnParseError: true\nper: file"),
    });
    const before = snapshot(strict);
    expect((await cli(strict, ["run", "recipe.yaml", "--policy", "apply-all"])).exitCode).toBe(1);
    expect(snapshot(strict)).toEqual(before);
  });

  it("A17 stops at the limits of a step and says so", async () => {
    const files = { "a.ts": "old(1); old(2);\n", "b.ts": "old(3); old(4);\n", "c.ts": "old(5);\n" };
    const byCount = tempTree({
      ...files,
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "maxReplacements: 3"),
    });
    const { report } = await cliReport(byCount, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(report.actions[0]?.facts).toMatchObject({ replacements: 3, limitReached: true });
    expect(report.skipped).toEqual([{ path: "c.ts", step: "edit", why: "over-limit" }]);
    expect(readText(byCount, "b.ts")).toBe("fresh(3); old(4);\n");
    const byFiles = tempTree({
      ...files,
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "maxFiles: 1"),
    });
    const limited = await cliReport(byFiles, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(limited.report.actions[0]?.facts).toMatchObject({ fileCount: 1, limitReached: true });
    const enough = tempTree({
      ...files,
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "maxFiles: 3\nmaxReplacements: 5"),
    });
    const all = await cliReport(enough, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(all.report.actions[0]?.facts).toMatchObject({ replacements: 5, limitReached: false });
  });

  it("A7 edits each file of a mixed tree in its own language, and A6 forces one with lang", async () => {
    const files = {
      "a.ts": "old(1);\n",
      "b.jsx": "old(<b/>);\n",
      "c.tsx": "old(<b/>);\n",
      "d.css": "a { color: old; }\n",
      "e.txt": "old(7);\n",
    };
    const root = tempTree({ ...files, "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]) });
    const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(report.actions[0]?.files.map(({ path, language }) => [path, language])).toEqual([
      ["a.ts", "typescript"],
      ["b.jsx", "javascript"],
      ["c.tsx", "tsx"],
    ]);
    const forced = tempTree({
      ...files,
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], 'lang: js\npaths: ["*.txt"]'),
    });
    await cli(forced, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(readText(forced, "e.txt")).toBe("fresh(7);\n");
  });

  it("A14 names overlaps of different ops, and the earlier op stands", async () => {
    const root = tempTree({
      "a.ts": "f(g(1));\n",
      "recipe.yaml": recipeOf([
        ["g($A)", "h($A)"],
        ["f($A)", "k($A)"],
      ]),
    });
    const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(readText(root, "a.ts")).toBe("f(h(1));\n");
    const left = { code: "leftovers", path: "a.ts" };
    expect(besidesLoss(report.alerts)).toMatchObject([{ code: "overlap", path: "a.ts" }, left]);
    expect(report.totals.ledger).toMatchObject({ found: 2, applied: 1, superseded: 1 });
  });

  it("A23 keeps CRLF, BOM, mode bits and a missing final newline", async () => {
    const text = "\uFEFF// ü\r\nold(1);\r\nold(\r\n  2\r\n);";
    const root = tempTree({ "a.ts": text, "recipe.yaml": PER_FILE });
    chmodSync(join(root, "a.ts"), 0o755);
    await cli(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(snapshot(root)["a.ts"]).toBe(
      `755 ${Buffer.from("\uFEFF// ü\r\nfresh(1);\r\nfresh(2);").toString("latin1")}`,
    );
  });

  it("never follows or writes through links", async () => {
    const outside = tempTree({ "x.ts": "old(1);\n" });
    const root = tempTree({ "recipe.yaml": PER_FILE, "real.ts": "old(2);\n" });
    symlinkSync(join(outside, "x.ts"), join(root, "link.ts"));
    symlinkSync(outside, join(root, "folder"));
    const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(readText(outside, "x.ts")).toBe("old(1);\n");
    expect(report.skipped).toEqual([{ path: "link.ts", step: "edit", why: "symlink" }]);
  });

  it("A12 tells what it skipped sorted by path and once, also where several paths name it", async () => {
    const paths = recipeOf([["old($A)", "fresh($A)"]], 'paths: [l.ts, dangling.ts, "*.ts"]');
    const root = tempTree({ "recipe.yaml": paths, "z.ts": "old(2);\n" });
    symlinkSync("z.ts", join(root, "l.ts"));
    symlinkSync("nowhere", join(root, "dangling.ts"));
    const { report } = await cliReport(root, ["preview", "recipe.yaml"]);
    expect(report.skipped.map(({ path, why }) => [path, why])).toEqual([
      ["dangling.ts", "symlink"],
      ["l.ts", "symlink"],
    ]);
    expect(report.actions[0]?.facts.files).toEqual(["z.ts"]);
  });

  it("passes over files that were deleted from the work tree", async () => {
    const root = shop(PER_FILE);
    rmSync(join(root, "src/a.ts"));
    const { exitCode } = await cli(root, ["run", "recipe.yaml"]);
    expect(exitCode).toBe(0);
  });

  it("gives the same bytes of report for the same tree, but for `run`", async () => {
    const [one, two] = [shop(PER_FILE), shop(PER_FILE)];
    const reports = [
      await cliReport(one, ["run", "recipe.yaml"]),
      await cliReport(two, ["run", "recipe.yaml"]),
    ];
    const [first, second] = reports.map(({ report }) =>
      JSON.stringify({ ...report, run: undefined }),
    );
    expect(first).toBe(second);
  });
});
