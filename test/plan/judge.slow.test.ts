import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../src/model/events.ts";
import { applyPlan } from "../../src/plan/apply-plan.ts";
import { APPLY_DEFAULTS } from "../../src/request/options/request-fields.ts";
import { ownProcess } from "../../src/shared/process/own-process.ts";
import { damagePlan, forgePlan } from "../support/forge-plan.ts";
import {
  FORGED,
  FORGED_FOR_TREE,
  FORGED_VERDICTS,
  NO_PLANS,
  TREE,
} from "../support/forged-plans.ts";
import { APPLY, expectForgeryRefused, expectRefused, setUpForged } from "../support/forged-tree.ts";
import { cli, cliReport, SHIPPED_RECIPES } from "../support/run-cli.ts";
import { readText } from "../support/temp-tree.ts";

describe("a plan of somebody who means harm writes nothing", () => {
  // test/plan-file/forged-plans.test.ts reads all of them.
  const some = FORGED.filter((_row, index) => index % 10 === 0);

  it.each([...FORGED_FOR_TREE, ...some.map(([...row]) => [...row, 2] as const)])(
    "where it has %s",
    (...row) => expectForgeryRefused(row),
  );

  it.each(FORGED_VERDICTS)(
    "where it has %s, unless nobody is to verify",
    async (_what, forge, told) => {
      const { folder, root } = await setUpForged();
      forgePlan(folder, forge);
      await expectRefused({ folder, root }, APPLY, { code: 3, told });
    },
  );

  it.each(NO_PLANS.filter((_row, index) => index % 5 === 0))(
    "where it is %s, and says which",
    async (_what, damage, code) => {
      const { folder, root } = await setUpForged();
      damagePlan(folder, damage);
      await expectRefused({ folder, root }, APPLY, { code: 2, told: `[${code}]` });
    },
  );

  it("where it is larger than what is allowed", async () => {
    const { folder, root } = await setUpForged();
    await expectRefused({ folder, root }, [...APPLY, "--max-plan-size", "1KB"], {
      code: 2,
      told: "larger than 1024 bytes",
    });
    await expectRefused({ folder, root }, ["apply", "../nope.json"], {
      code: 2,
      told: "There is no file",
    });
    await expectRefused({ folder, root }, ["apply", "."], { code: 2, told: "is not a file" });
    await expectRefused({ folder, root }, ["apply", "../plan.json", "--max-plan-size", "1TB"], {
      code: 2,
      told: "is more than can be read",
    });
    await expectRefused({ folder, root }, ["apply", "../plan.json", "--max-plan-size", "1GB"], {
      code: 2,
      told: "more than can be read",
    });
  });

  it("tells at most 20 things that are wrong, and that there are more", async () => {
    const { folder, root } = await setUpForged();
    forgePlan(folder, (plan) => {
      plan.actions = Array.from({ length: 60 }, () => ({ ...plan.actions[0], reason: " " }));
    });
    const { stderr } = await cli(root, ["apply", "../plan.json"]);
    expect(stderr.match(/\berror\b/g)).toHaveLength(21);
    expect(stderr).toContain("The plan has more faults");
  });

  it("decides nothing on facts that its edits contradict", async () => {
    const { folder, root } = await setUpForged();
    forgePlan(folder, (plan) => Object.assign(plan.actions[1].facts, { replacements: 1 }));
    const argv = [...APPLY, "--no-verify", "--policy", "apply-all"];
    await expectRefused({ folder, root }, argv, { code: 2, told: "its fact `replacements`" });
  });

  it("believes no fact that only the engine knows, where a policy decides again unverified", async () => {
    const { root } = await setUpForged();
    const argv = [...APPLY, "--no-verify", "--policy", "safe"];
    const { exitCode, report } = await cliReport(root, argv);
    expect(exitCode).toBe(4);
    expect(report.totals).toMatchObject({ applied: 0 });
    expect(readText(root, "src/a.ts")).toBe(TREE["src/a.ts"]);
  });
});

describe("a tree that somebody changes between the check and the write", () => {
  const meddle = async (
    change: (root: string, folder: string, interrupt: (code: number) => void) => void,
  ) => {
    const { folder, root } = await setUpForged();
    let isDone = false;
    const [interrupted, timedOut] = [new AbortController(), new AbortController()];
    const emit = (event: RunEvent) => {
      if (event.type !== "action-queued" || isDone) return;
      isDone = true;
      change(root, folder, (code) => interrupted.abort(code));
    };
    const report = await applyPlan(
      { ...APPLY_DEFAULTS, root, plan: "../plan.json", cache: false, lockTimeout: 1000 },
      {
        ...{ cwd: root, shippedRecipes: SHIPPED_RECIPES, now: () => 0, newRunId: () => "test" },
        ...{ interrupted: interrupted.signal, timedOut: timedOut.signal, emit },
        ...{ after: () => timedOut.signal, self: ownProcess(process) },
        env: { PATH: process.env.PATH },
      },
    );
    return { folder, root, report };
  };

  it("answers 3 where a file became a link, and writes neither it nor its target", async () => {
    const { folder, root, report } = await meddle((tree, beside) => {
      writeFileSync(join(beside, "victim.ts"), TREE["src/a.ts"]);
      rmSync(join(tree, "src/a.ts"));
      symlinkSync("../../victim.ts", join(tree, "src/a.ts"));
    });
    expect(report.exitCode).toBe(3);
    expect(readText(folder, "victim.ts")).toBe(TREE["src/a.ts"]);
    expect(readText(root, "src/b.ts")).toBe(TREE["src/b.ts"]);
  });

  it("answers 3 where a folder became a link, and writes nothing behind it", async () => {
    const { folder, root, report } = await meddle((tree, beside) => {
      renameSync(join(tree, "src"), join(beside, "victim"));
      symlinkSync("../victim", join(tree, "src"));
    });
    expect(report.exitCode).toBe(3);
    expect(readText(folder, "victim/a.ts")).toBe(TREE["src/a.ts"]);
    expect(readText(root, "z/target.ts")).toBe(TREE["z/target.ts"]);
  });

  it("answers 3 where something came to stand in the place of a new file, and keeps it", async () => {
    const { root, report } = await meddle((tree) => {
      mkdirSync(join(tree, "src"), { recursive: true });
      writeFileSync(join(tree, "src/made.ts"), "mine\n");
    });
    expect(report.exitCode).toBe(3);
    expect(report.actions.some(({ state }) => state === "applied")).toBe(false);
    expect(readText(root, "src/made.ts")).toBe("mine\n");
    expect(readText(root, "src/a.ts")).toBe(TREE["src/a.ts"]);
  });

  it("writes nothing, and answers 143, where a signal comes before the write", async () => {
    const { root, report } = await meddle((_tree, _folder, interrupt) => interrupt(143));
    expect(report).toMatchObject({ exitCode: 143, outcome: "interrupted" });
    expect(new Set(report.actions.map(({ state }) => state))).toEqual(new Set(["discarded"]));
    expect(readText(root, "src/a.ts")).toBe(TREE["src/a.ts"]);
  });
});
