import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { campaignTree, publishPolicy } from "../support/campaign.ts";
import { isWrite } from "../support/forge/forge-server.ts";
import { planDay, publishKilled } from "../support/killed-campaign.ts";

/** More than a page of pull requests, and than a query of checks. */
const COUNT = Number(process.env.SLUICE_GROUPS ?? 120);

function fileOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}

it("P1 groups that take pages are opened, and a second run writes nothing with few calls", async () => {
  const owners = Array.from({ length: COUNT }, (_, at) => `team-${at}`);
  const tree = await campaignTree({
    "sluice.policy.yaml": publishPolicy("{ per: owner, branch: 'codemod/${{ group }}' }"),
    CODEOWNERS: owners.map((name) => `/${name}/ @org/${name}\n`).join(""),
    ...Object.fromEntries(owners.map((name) => [`${name}/a.ts`, "f(1);\n"])),
  });
  const { bare, demo } = tree;
  demo.tipOf = (branch) => fileOf(join(bare, "refs/heads", branch)); // Git itself takes minutes.
  const plan = await planDay(tree);
  const { report, exitCode } = await publishKilled(tree, plan);
  expect(exitCode).toBe(0);
  expect(new Set(report.pulls?.map(({ state }) => state))).toEqual(new Set(["opened"]));
  expect(new Set(demo.pulls.map(({ branch }) => branch)).size).toBe(COUNT);
  const from = tree.forge.calls.length;
  const second = await publishKilled(tree, plan);
  expect(new Set(second.report.pulls?.map(({ state }) => state))).toEqual(new Set(["kept"]));
  const calls = tree.forge.calls.slice(from);
  expect(calls.filter(isWrite)).toEqual([]);
  expect(calls.length).toBeLessThan(16);
});
