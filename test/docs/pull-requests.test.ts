import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { PULL_STATES } from "../../src/model/report/pull-schema.ts";
import { runStep } from "../action/run-step.ts";
import { type CampaignTree, campaignTree, publishPolicy } from "../support/campaign.ts";
import { TOKEN } from "../support/forge/hasty-port.ts";
import { cli } from "../support/run-cli.ts";
import { git, snapshot } from "../support/temp-tree.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(ROOT, "docs/pull-requests.md"), "utf8");
const waits = (milliseconds: number) =>
  milliseconds <= 1000 ? AbortSignal.abort() : new AbortController().signal;

/** A checkout on the default branch, and the variables of its job. */
async function startTree(): Promise<CampaignTree & { readonly env: Record<string, string> }> {
  const tree = await campaignTree({
    "sluice.policy.yaml": publishPolicy("{ per: run }"),
    "src/a.ts": "f(1);\n",
  });
  const sha = git(tree.root, "rev-parse", "HEAD").trim();
  const own = Object.entries({ ...tree.env, GITHUB_SHA: sha });
  const env = Object.fromEntries(own.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return { ...tree, env };
}

describe("the page about pull requests", () => {
  it("has a row for each state, and no other", () => {
    const section = page.split(/^## /m).find((text) => text.startsWith("States\n")) ?? "";
    const rows = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, state]) => state);
    expect(rows.sort()).toEqual([...PULL_STATES].sort());
  });

  it("has commands that do what they say", async () => {
    const { env, ...tree } = await startTree();
    const block = /```sh\n(.*?)```/s.exec(page)?.[1] ?? "";
    const commands = [...block.matchAll(/^sluice (.*?)(?: {2,}#.*)?$/gm)].map(
      ([, text = ""]) => text,
    );
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const more = command.startsWith("publish") ? ["--remote", tree.bare] : [];
      const words = command.replace("plan.json", join(tree.bare, "plan.json")).split(" ");
      const pulls = tree.demo.pulls.length;
      const ended = await cli(tree.root, [...words, ...more], { env, after: waits });
      expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
      const isLast = command === commands.at(-1);
      expect(tree.demo.pulls.length - pulls).toBe(isLast ? 1 : 0);
    }
  });

  it("has jobs of GitLab whose commands are the program's", async () => {
    const { env, ...tree } = await startTree();
    const { plan, publish } = parse(/```yaml\n(.*?)```/s.exec(page)?.[1] ?? "");
    const lines = [...plan.script, ...publish.script].filter((line) => !line.startsWith("npm "));
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const words = line.replace('"$HOME/sluice/bin/sluice" ', "").split(" ");
      const dry = words[0] === "publish" ? ["--dry-run", "--remote", tree.bare] : [];
      const argv = words.map((word: string) => word.replace(/^plan\.json$/, join(tree.bare, word)));
      const { exitCode, stderr } = await cli(tree.root, [...argv, ...dry], { env, after: waits });
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    }
  });
});

it("examples/workflows/publish.yml plans, publishes, and leaves the checkout as it is", async () => {
  const { env, ...tree } = await startTree();
  const text = readFileSync(join(ROOT, "examples/workflows/publish.yml"), "utf8");
  const { jobs } = parse(text) as Record<
    "jobs",
    Record<string, { steps: { uses: string; with: Record<string, string> }[] }>
  >;
  const steps = Object.values(jobs).flatMap(({ steps: all }) =>
    all.filter(({ uses }) => uses.startsWith("sluice/")),
  );
  expect(steps).toHaveLength(2);
  const before = { files: snapshot(tree.root), refs: git(tree.root, "for-each-ref") };
  for (const { with: given } of steps) {
    const plan = join(tree.bare, "example.json");
    const args = given.mode === "publish" ? `${given.args} --remote ${tree.bare}` : "";
    const inputs = { ...given, plan, args, "github-token": TOKEN };
    const step = await runStep(tree.root, inputs, { after: waits }, env);
    expect(step).toMatchObject({ exitCode: 0, outputs: { outcome: "ok" } });
  }
  expect(tree.demo.pulls.map(({ branch, state }) => [branch, state])).toEqual([
    ["sluice/swap", "open"],
  ]);
  expect({ files: snapshot(tree.root), refs: git(tree.root, "for-each-ref") }).toEqual(before);
});
