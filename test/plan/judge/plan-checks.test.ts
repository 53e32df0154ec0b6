import { expect, it } from "vitest";
import { forgePlan } from "../../support/forge-plan.ts";
import { cli } from "../../support/run-cli.ts";
import { readText, tempFolder, tempRepository } from "../../support/temp-tree.ts";
import { USER } from "../../support/user-state.ts";

it.each(["unknown", "only", "limits"])(
  "a plan with a rule that the policy lacks (%s) starts no check of a policy that is not trusted",
  async (ruleId) => {
    const root = tempRepository({
      "r.yaml":
        'version: 1\nname: r\nsteps: [{ id: s, ast_edit: { paths: [src], ops: [{ pat: "f($A)", out: "g($A)" }] } }]\n',
      "sluice.policy.yaml":
        "version: 1\ndefault: { verdict: apply, reason: All. }\nrules: []\nchecks: { c: { run: [touch, ran] } }\n",
      "src/a.js": "f(1);\n",
    });
    const world = { user: USER, env: { PATH: process.env.PATH, HOME: tempFolder() } };
    expect((await cli(root, ["plan", "r.yaml", "-o", "plan.json"], world)).exitCode).toBe(0);
    forgePlan(root, (plan) => {
      for (const action of plan.actions) action.ruleId = ruleId;
    });
    const { exitCode, stderr } = await cli(root, ["apply", "plan.json", "--no-verify"], world);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("[not-trusted]")]);
    expect(readText(root, "src/a.js")).toBe("f(1);\n");
  },
);
