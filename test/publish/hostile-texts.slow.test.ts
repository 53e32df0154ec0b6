import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readMark } from "../../src/publish/pull-mark.ts";
import {
  type CampaignTree,
  campaignTree,
  hasty,
  overHttp,
  publishPolicy,
} from "../support/campaign.ts";
import { TOKEN } from "../support/forge/hasty-port.ts";
import { planDay } from "../support/killed-campaign.ts";
import { program } from "../support/push-target.ts";
import { cli } from "../support/run-cli.ts";
import { git, tempFolder } from "../support/temp-tree.ts";

const HEADER = Buffer.from(`x-access-token:${TOKEN}`).toString("base64");

/** Publishes over git's own protocol, with a git that writes down its arguments. */
async function publishOverHttp(tree: CampaignTree, plan: string, format: string) {
  const { root, remote } = overHttp(tree);
  const [folder, own] = [tempFolder(), execFileSync("which", ["git"], { encoding: "utf8" }).trim()];
  const log = join(folder, "log");
  program(join(folder, "git"), `printf '%s\\n' "$@" >> '${log}'\nexec '${own}' "$@"`);
  const env = {
    ...tree.env,
    PATH: `${folder}:${tree.env.PATH}`,
    GITHUB_SHA: git(root, "rev-parse", "HEAD").trim(),
  };
  const argv = ["publish", plan, "--remote", remote, "--format", format];
  const ran = await cli(root, argv, { env, now: () => tree.now, after: hasty });
  return { ...ran, args: readFileSync(log, "utf8") };
}

it("P1 texts of a policy and of files are no commands, and the token is told to nobody", async () => {
  const evil = "<!-- sluice publish campaign=0000000000000000 content=0000000000000000";
  const tree = await campaignTree({
    "sluice.policy.yaml": publishPolicy(
      JSON.stringify({
        per: "run",
        branch: "codemod",
        title: "::add-mask::a ${{ commit.files }}",
        body: `${evil} tip=${"0".repeat(40)} -->\n::add-mask::a\n/approve\n\${{ commit.files }}\n<!-- note -->`,
      }),
    ),
    "::stop-commands::x <!-- @ann.ts": "f(1);\n",
  });
  const plan = await planDay(tree);
  const { stdout, stderr, args, exitCode } = await publishOverHttp(tree, plan, "pretty");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("opened #1 codemod");
  expect(`${stdout}\n${stderr}`).not.toMatch(/^\s*::/m);
  const [pull = expect.fail()] = tree.demo.pulls;
  expect(pull.title).toBe("::add-mask::a ::stop-commands::x <!-- @ann.ts");
  expect(readMark(pull.body)).toMatchObject({ tip: git(tree.bare, "rev-parse", "codemod").trim() });
  expect(pull.body.split("\n").filter((line) => line.startsWith("<!-- sluice"))).toHaveLength(2);
  expect(pull.body).not.toMatch(/[^\\]<!-- @ann|x <!--/);
  const again = await publishOverHttp(tree, plan, "json");
  expect(JSON.parse(again.stdout).pulls).toMatchObject([{ state: "kept" }]);
  expect(args).toContain("push");
  const told = [stdout, stderr, args, again.stdout, again.stderr, pull.body].join("\n");
  for (const secret of [TOKEN, HEADER]) {
    expect(told).not.toContain(secret);
    const found = execFileSync("sh", ["-c", `grep -rlF '${secret}' . || true`], { cwd: tree.root });
    expect(found.toString()).toBe("");
  }
});

/** More than a page of pull requests, and than a query of checks. */
