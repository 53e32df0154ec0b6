import { describe, expect, it } from "vitest";
import type { Replay } from "../../../../src/model/policy/replay.ts";
import { explained, FILES, POLICY, ranTree } from "../../../support/explained-run.ts";
import { cli } from "../../../support/run-cli.ts";
import { readText, snapshot, tempRepository, writeTree } from "../../../support/temp-tree.ts";

describe("sluice policy explain RUN", () => {
  it("lists all actions with their verdict, rule and reason, and the rule that came nearest", async () => {
    const root = await ranTree();
    const before = snapshot(root);
    const { exitCode, stdout, stderr } = await cli(root, ["policy", "explain", "last"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain("test-run  run of `run`: 1 apply, 1 hold, 1 discard\n");
    expect(stdout).toContain("policy: sluice.policy.yaml, the one that decided\n");
    expect(stdout).toMatch(/ {2}apply {4}small {2}src\/a\.ts\n {4}Small\.\n/);
    expect(stdout).toContain(
      "nearest: rule small (sluice.policy.yaml:6): any › maxReplacements: 1 — found 2\n",
    );
    expect(stdout).toMatch(/ {2}discard {2}vendored {2}vendor\/v\.ts\n {4}Not ours\.\n$/);
    expect(snapshot(root)).toEqual(before);
  });

  it("explains an action: each guard and rule, each condition as a tree with what was found, and the facts", async () => {
    const root = await ranTree();
    const { explanation } = await explained(root, "last", "src/b.ts:2");
    const [action, ...others] = explanation.actions ?? [];
    expect(others).toEqual([]);
    expect(explanation.policy).toMatchObject({ status: "same", source: "sluice.policy.yaml" });
    expect(action).toMatchObject({
      verdict: "hold",
      ruleId: "default",
      now: { verdict: "hold", ruleId: "default" },
      facts: { replacements: 2 },
    });
    expect(action?.rules?.map(({ id, isHit, decides }) => [id, isHit, decides])).toEqual([
      ["protected", false, false],
      ["vendored", false, false],
      ["small", false, false],
      ["one-file", false, false],
      ["default", true, true],
    ]);
    const { stdout } = await cli(root, ["policy", "explain", "last", action?.id.slice(0, 6) ?? ""]);
    expect(stdout).toContain(`  rule small (sluice.policy.yaml:6): no
      ? any
        ✘ 1.
          ✔ allFiles: ["src/**"] — found ["src/b.ts"]
          ✘ maxReplacements: 1 — found 2
        ? 2.
          ? touchesChangedLines: true — not known
`);
    expect(stdout).toContain("  default: decides: hold\n");
    expect(stdout).toContain("    replacements: 2\n");
  });

  it("shows with --why-not apply only what stands between, the rule with the fewest failing conditions first", async () => {
    const root = await ranTree();
    const { stdout } = await cli(root, ["policy", "explain", "last", "--why-not", "apply"]);
    expect(stdout).not.toContain("src/a.ts");
    expect(stdout).toMatch(
      / {2}src\/b\.ts: held\n {2}default: decides: hold\n {2}rule small .*would apply it, but 1 of 1 condition does not hold:/,
    );
    expect(stdout).toMatch(/rule one-file .*would apply it, but 2 of 2 conditions do not hold:/);
    expect(stdout).toContain(
      "guard vendored (sluice.policy.yaml:4): decides: discard\n      ✔ anyFile",
    );
    expect(stdout).not.toContain("facts");
  });

  it("says that another policy decided, with what was recorded and what the policy of now decides", async () => {
    const root = await ranTree();
    writeTree(root, {
      "sluice.policy.yaml": POLICY.replace("maxReplacements: 1", "maxReplacements: 2"),
    });
    const { explanation } = await explained(root, "last", "src/b.ts");
    expect(explanation.policy.status).toBe("changed");
    expect(explanation.actions?.[0]).toMatchObject({
      verdict: "hold",
      now: { verdict: "apply", ruleId: "small" },
    });
    expect(explanation.actions?.[0]?.trace).toContainEqual(
      expect.objectContaining({ id: "small", hit: false, failed: "any" }),
    );
    const { stdout } = await cli(root, [
      "policy",
      "explain",
      "last",
      "src/b.ts",
      "--policy",
      "safe",
    ]);
    expect(stdout).toContain("The policy sluice.policy.yaml decided, and not safe");
  });

  it("shows what the record has if there is no policy any more", async () => {
    const root = await ranTree();
    writeTree(root, { "sluice.policy.yaml": "version: 2\n" });
    const { exitCode, stdout, stderr } = await cli(root, ["policy", "explain", "last", "src/b.ts"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("only what the record has is shown");
    expect(stdout).toContain("rule one-file: no: maxFiles did not hold, found 1\n");
    expect(stderr).toContain("sluice.policy.yaml:1");
  });
});

describe("sluice policy explain --why-not apply by another policy than the one that decided", () => {
  it("says what was decided then, and that the policy of now applies it", async () => {
    const root = await ranTree();
    writeTree(root, {
      "sluice.policy.yaml": POLICY.replace("maxReplacements: 1", "maxReplacements: 2"),
    });
    const argv = ["policy", "explain", "last", "src/b.ts", "--why-not", "apply"];
    const { stdout } = await cli(root, argv);
    expect(stdout).toContain(
      "src/b.ts: held\n  decided then: hold by default — No rule covers this change.\n  rule small (sluice.policy.yaml:6): decides: apply\n",
    );
    expect(stdout).not.toContain("No other rule");
  });

  it("says that it would not apply what was applied, and names no place of a rule that only has the same id", async () => {
    const root = await ranTree();
    const other = POLICY.replace("maxReplacements: 1", "maxReplacements: 0").replace(
      "\nrules",
      "\n\nrules",
    );
    writeTree(root, { "other.yaml": other });
    const argv = ["policy", "explain", "last", "src/a.ts", "--policy", "other.yaml"];
    const { stdout } = await cli(root, argv);
    expect(stdout).toContain("  apply (applied) by small — Small.\n");
    const why = await cli(root, [...argv, "--why-not", "apply"]);
    expect(why.stdout).toContain(
      "src/a.ts: applied\n  The policy at hand would not apply it:\n  decided then: apply by small — Small.\n  default: decides: hold\n",
    );
  });

  it("says what a person did later, also of all actions, and that `last` is the run that decided", async () => {
    const root = await ranTree();
    const resolve = ["resolve", "last", "--all", "apply", "--reason", "Fine."];
    await cli(root, resolve, { newRunId: () => "zz-later" });
    const table = await cli(root, ["policy", "explain", "last"]);
    expect(table.stdout).toContain("test-run  run of `run`: ");
    expect(table.stdout).toContain(
      "    No rule covers this change.\n    later, a person: apply in the run zz-later — Fine.\n",
    );
    const argv = ["policy", "explain", "last", "src/b.ts", "--why-not", "apply"];
    expect((await cli(root, argv)).stdout).toContain(
      "  Nothing stands between: later, a person: apply in the run zz-later — Fine.\n",
    );
  });

  it("says what was decided then if there is no policy any more", async () => {
    const root = await ranTree();
    writeTree(root, { "sluice.policy.yaml": "version: 2\n" });
    const argv = ["policy", "explain", "last", "src/b.ts", "--why-not", "apply"];
    const { stdout } = await cli(root, argv);
    expect(stdout).toContain(
      "src/b.ts: held\n  decided then: hold by default — No rule covers this change.\n  Which rules apply cannot be said without their policy.\n",
    );
  });
});

describe("sluice policy explain of a file without an action", () => {
  it("says why: the record tells it, or it is found out again from the recipe and the tree", async () => {
    const root = await ranTree();
    const files: readonly (readonly [path: string, told: string])[] = [
      ["src/c.ts", "r › step-1: No pattern matched in it"],
      [
        "src/b.ts:1",
        "1 action in this file, and none touches line 1. They change the lines 2–3 of",
      ],
      ["src/gen/g.ts", "step-1: The scope of the recipe excludes it."],
    ];
    for (const [path, told] of files) {
      const { exitCode, stdout } = await cli(root, ["policy", "explain", "last", path]);
      expect([path, exitCode]).toEqual([path, 0]);
      expect(stdout).toContain("  no action\n");
      expect(stdout).toContain(told);
    }
  });
});

describe("sluice policy explain of plans and reports", () => {
  it("explains them by their paths, like the run that they would be", async () => {
    const root = tempRepository(FILES);
    await cli(root, ["plan", "r.yaml", "-o", "plan.json"]);
    await cli(root, ["preview", "r.yaml", "--report", "json=report.json"]);
    const ofPlan = await explained(root, "plan.json", "src/b.ts:3");
    const ofReport = await explained(root, "./report.json", "src/b.ts:3");
    const ofThis = { kind: "plan", name: "plan.json", command: "plan", recipes: ["r.yaml"] };
    expect(ofPlan.explanation.record).toMatchObject(ofThis);
    expect(ofReport.explanation.record.command).toBe("preview");
    for (const { policy, actions } of [ofPlan.explanation, ofReport.explanation])
      expect([policy.status, actions?.[0]?.now?.ruleId]).toEqual(["same", "default"]);
    const scope = await explained(root, "plan.json", "r.yaml");
    expect(scope.explanation.file?.findings.map(({ code }) => code)).toContain("not-in-paths");
  });

  it("explains a plan that another policy decided without being derived again by the facts that counted", async () => {
    const policy = `version: 1
default: { verdict: hold, reason: None. }
rules:
  - { id: pure, when: { idempotent: true }, verdict: discard, reason: Pure. }
  - { id: any, when: { recipe: [r] }, verdict: apply, reason: Any. }
`;
    const root = tempRepository({ ...FILES, "own.yaml": policy });
    await cli(root, ["plan", "r.yaml", "-o", "plan.json"]);
    await cli(root, ["apply", "plan.json", "--no-verify", "--policy", "own.yaml"]);
    const { explanation } = await explained(root, "last", "src/a.ts");
    expect(explanation.policy.status).toBe("same");
    expect(explanation.actions).toMatchObject([
      { verdict: "apply", ruleId: "any", now: { verdict: "apply", ruleId: "any" } },
    ]);
    expect(explanation.actions?.[0]?.facts).not.toHaveProperty("idempotent");
    expect(explanation.actions?.[0]?.facts).not.toHaveProperty("fromModel");
  });

  it("explains a preview without a policy by that of now", async () => {
    const { "sluice.policy.yaml": policy, ...files } = FILES;
    const root = tempRepository(files);
    await cli(root, ["preview", "r.yaml", "--report", "json=report.json"]);
    writeTree(root, { "sluice.policy.yaml": policy });
    const { stdout } = await cli(root, ["policy", "explain", "report.json", "src/a.ts"]);
    expect(stdout).toContain(
      "No policy decided then. The policy sluice.policy.yaml would decide as follows.",
    );
    expect(stdout).toContain(
      "pending, without a policy\n  the policy by itself: apply by small — Small.\n",
    );
  });
});

describe("sluice policy explain --against", () => {
  it("replays the same policy, and flips nothing", async () => {
    const root = tempRepository({ ...FILES, "src/package.json": '{ "a": a(1) }\n' });
    await cli(root, ["plan", "r.yaml", "-o", "plan.json"]);
    const { exitCode, stdout } = await cli(root, ["policy", "explain", "--against", "plan.json"]);
    expect([exitCode, stdout]).toEqual([
      0,
      "0 verdicts of 3 actions in 1 plan flip with sluice.policy.yaml\n",
    ]);
  });

  it("believes the plan on what does not follow from its edits: owners, packages, and what was not committed", async () => {
    const policy = `version: 1
default: { verdict: hold, reason: No rule covers this change. }
limits: { each: { owner: { maxFiles: 1 } } }
rules:
  - id: own
    when: { owners: [me@acme.com], packages: [app], dirtyFiles: false, idempotent: true }
    verdict: apply
    reason: Ours.
`;
    const own = { ".github/CODEOWNERS": "src/** me@acme.com\n", "package.json": '{"name":"app"}' };
    const root = tempRepository({ ...FILES, ...own, "sluice.policy.yaml": policy });
    await cli(root, ["plan", "r.yaml", "-o", "plan.json"]);
    const { exitCode, stdout } = await cli(root, ["policy", "explain", "--against", "plan.json"]);
    expect([exitCode, stdout]).toEqual([
      0,
      "0 verdicts of 3 actions in 1 plan flip with sluice.policy.yaml\n",
    ]);
    const { explanation } = await explained(root, "plan.json");
    expect(explanation.counts).toEqual({ apply: 1, hold: 2 });
  });

  it("prints which verdicts a changed policy flips, with the rules and the condition that made it", async () => {
    const root = tempRepository(FILES);
    await cli(root, ["plan", "r.yaml", "-o", "plan.json"]);
    writeTree(root, { "new.yaml": POLICY.replace("maxReplacements: 1", "maxReplacements: 0") });
    const argv = [
      "policy",
      "explain",
      "--policy",
      "new.yaml",
      "--against",
      "plan.json",
      "plan.json",
    ];
    const { exitCode, stdout } = await cli(root, argv);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      "    apply (small) → hold (default) — No rule covers this change.\n    because of small: any › maxReplacements: 0 does not hold, found 1\n",
    );
    expect(stdout).toContain(
      "2 verdicts of 6 actions in 2 plans flip with new.yaml: 2 apply → hold\n",
    );
    const json = await cli(root, [...argv, "--format", "json"]);
    const replay = JSON.parse(json.stdout) as Replay;
    expect(replay).toMatchObject({ counts: { "apply → hold": 2 }, beside: 0, more: 0 });
    expect(replay.flips[0]).toMatchObject({
      files: ["src/a.ts"],
      cause: { ruleId: "small", condition: "any › maxReplacements", outcome: "fails" },
    });
  });

  it("names of a guard that hits because a fact is not known the condition on that", async () => {
    const guard = `version: 1
default: { verdict: apply, reason: None. }
guards: [{ id: g, when: { languages: true, touchesChangedLines: true }, verdict: hold, reason: G. }]
`;
    const apply = "version: 1\ndefault: { verdict: apply, reason: None. }\n";
    const root = tempRepository({ ...FILES, "sluice.policy.yaml": apply, "new.yaml": guard });
    await cli(root, ["plan", "r.yaml", "-o", "plan.json"]);
    const argv = ["policy", "explain", "--against", "plan.json", "--policy", "new.yaml"];
    expect((await cli(root, argv)).stdout).toContain(
      "    because of g: touchesChangedLines: true is not known\n",
    );
  });

  it("names of a guard that misses now the condition that fails, and not one that is not known", async () => {
    const guard = (value: boolean) => `version: 1
default: { verdict: apply, reason: None. }
guards: [{ id: g, when: { touchesChangedLines: true, fromModel: ${value} }, verdict: hold, reason: G. }]
`;
    const root = tempRepository({
      ...FILES,
      "sluice.policy.yaml": guard(false),
      "new.yaml": guard(true),
    });
    await cli(root, ["plan", "r.yaml", "-o", "plan.json"]);
    const argv = ["policy", "explain", "--against", "plan.json", "--policy", "new.yaml"];
    expect((await cli(root, argv)).stdout).toContain(
      "    because of g: fromModel: true does not hold, found false\n",
    );
  });

  it("replays limits, and explains by them", async () => {
    const limited = `${POLICY}limits: { maxFiles: 1 }\n`.replace(
      "maxReplacements: 1",
      "maxReplacements: 2",
    );
    const root = tempRepository({ ...FILES, "sluice.policy.yaml": limited });
    await cli(root, ["plan", "r.yaml", "-o", "plan.json"]);
    const why = await cli(root, [
      "policy",
      "explain",
      "plan.json",
      "src/b.ts",
      "--why-not",
      "apply",
    ]);
    expect(why.stdout).toMatch(
      /src\/b\.ts: held\n {2}beside the policy: maxFiles: .* \[limits\]\n/,
    );
    expect(await cli(root, ["policy", "explain", "--against", "plan.json"])).toMatchObject({
      exitCode: 0,
    });
    writeTree(root, { "new.yaml": limited.replace("maxFiles: 1 }", "maxFiles: 2 }") });
    const argv = ["policy", "explain", "--against", "plan.json", "--policy", "new.yaml"];
    const { exitCode, stdout } = await cli(root, argv);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      "    hold (limits) → apply (small) (sluice.policy.yaml:6) — Small.\n1 verdict".replace(
        "sluice.policy",
        "new",
      ),
    );
  });

  it("refuses a plan that was edited by hand, with exit code 2", async () => {
    const root = tempRepository(FILES);
    await cli(root, ["plan", "r.yaml", "-o", "plan.json"]);
    writeTree(root, { "plan.json": readText(root, "plan.json").replace("Small.", "Large.") });
    const { exitCode, stderr } = await cli(root, ["policy", "explain", "--against", "plan.json"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("edited after it was made");
  });
});

describe("sluice policy explain ends with exit code 2", () => {
  it("for what is unknown or invalid, with words that say it", async () => {
    const root = tempRepository({
      "a.ts": "a(1);\n",
      "list.json": "[]",
      "other.json": "{}",
      "src/x.ts": "",
      "p.yaml": FILES["r.yaml"],
    });
    await cli(root, ["preview", "p.yaml", "--report", "json=report.json"]);
    const cases: readonly (readonly [argv: readonly string[], told: string])[] = [
      [[], "The run is missing."],
      [["last"], "No run is kept here."],
      [["last"], "of a preview, `--report json=FILE` makes one."],
      [["20990101"], "There is no run `20990101`."],
      [["nope.json"], "There is no file nope.json."],
      [["src"], "There is no run `src`."],
      [["a.ts"], "a.ts is neither a plan nor a report: it is not JSON."],
      [["list.json"], "list.json is neither a plan nor a report: it is not an object."],
      [
        ["other.json"],
        "other.json is neither a plan nor a report: it does not have the keys of a report: `formatVersion` is missing: it must be `1.0`.",
      ],
      [
        ["report.json", "ffff"],
        "There is no file ffff, and no action `ffff` in the report report.json.",
      ],
      [
        ["report.json", "../x.ts"],
        "`../x.ts` is neither the id of an action nor a path below the root.",
      ],
      [["report.json", "a.ts", "b.ts"], "More than one action is named."],
      [["report.json", "--why-not", "hold"], "--why-not: invalid value `hold`."],
      [["--against", "plan.json", "--policy", "safe"], "There is no file plan.json."],
      [["--against", "plan.json", "--why-not", "apply"], "--against excludes --why-not."],
      [["--against", "report.json", "--policy", "nope"], "There is no file nope."],
    ];
    for (const [argv, told] of cases) {
      const { exitCode, stdout, stderr } = await cli(root, ["policy", "explain", ...argv]);
      expect([argv, exitCode, stdout]).toEqual([argv, 2, ""]);
      expect(stderr).toContain(told);
    }
  });

  it("with the problems as JSON if that is asked for", async () => {
    const root = tempRepository({});
    for (const argv of [["nope.json"], ["--against", "x.json", "--policy", "safe"]]) {
      const { exitCode, stdout } = await cli(root, [
        "policy",
        "explain",
        ...argv,
        "--format",
        "json",
      ]);
      expect(exitCode).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({ formatVersion: "1.0", exitCode: 2 });
      expect(stdout).toMatch(/There is no file (nope|x)\.json\./);
    }
  });
});
