import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { PULL_STATES } from "../../src/model/report/pull-schema.ts";
import { heldMarker } from "../../src/report/pull/held-marker.ts";
import { runStep } from "../action/run-step.ts";
import { type CampaignTree, campaignTree, publishPolicy } from "../support/campaign.ts";
import { TOKEN } from "../support/forge/hasty-port.ts";
import { cli } from "../support/run-cli.ts";
import { git, snapshot, tempFolder } from "../support/temp-tree.ts";

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

describe("examples/gitlab/find-plan.mjs", () => {
  const PLAN = `{"kind":"plan"}`;
  const list = (run: number) =>
    `<!-- sluice held plan=${"a".repeat(64)} head=${"b".repeat(40)} at=1 run=${run} -->\n\nText.`;
  const answers: Readonly<Record<string, unknown>> = {
    "/user": { id: 3 },
    "/projects/42/merge_requests/7/notes?per_page=100&page=1": [
      { body: list(5), author: { id: 4 } },
      { body: `Look: ${list(5)}`, author: { id: 3 } },
      { body: list(77), author: { id: 3 } },
      { body: list(6), author: { id: 3 } },
    ],
    "/projects/42/pipelines/77/jobs?per_page=100": [
      { name: "test", id: 1 },
      { name: "decide", id: 2 },
    ],
    "/projects/42/jobs/2/artifacts/plan.json": PLAN,
  };

  it.each([
    ["number", { object_kind: "merge_request", object_attributes: { iid: 7 } }, "7\n"],
    ["plan", { object_kind: "merge_request", object_attributes: { iid: 7 } }, ""],
    ["plan", { object_kind: "note", merge_request: { iid: 7 } }, PLAN],
    ["number", { object_kind: "note", issue: { iid: 7 } }, ""],
    [
      "number",
      { object_kind: "merge_request", object_attributes: { iid: 7, source_branch: "sluice/a" } },
      "",
    ],
  ])("prints the %s of %j", async (word, event, expected) => {
    const server = createServer(({ url = "", headers }, response) => {
      const answer = headers["private-token"] === TOKEN ? answers[url] : undefined;
      response.statusCode = answer === undefined ? 404 : 200;
      response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const payload = join(tempFolder(), "payload.json");
    writeFileSync(payload, JSON.stringify(event));
    const job = {
      CI_API_V4_URL: `http://127.0.0.1:${port}`,
      CI_PROJECT_ID: "42",
      GITLAB_TOKEN: TOKEN,
    };
    const env = { PATH: process.env.PATH, TRIGGER_PAYLOAD: payload, ...job };
    const script = join(ROOT, "examples/gitlab/find-plan.mjs");
    const { stdout } = await promisify(execFile)(process.execPath, [script, word], { env });
    server.close();
    expect(stdout).toBe(expected);
  });

  it("is what decide.yml uses, with options that the program has", async () => {
    const text = readFileSync(join(ROOT, "examples/gitlab/decide.yml"), "utf8");
    const { decide } = parse(text) as { decide: { script: string[] } };
    const lines = decide.script.join("\n");
    expect(lines.match(/find-plan\.mjs \w+/g)).toEqual([
      "find-plan.mjs number",
      "find-plan.mjs plan",
    ]);
    for (const [, command = "", rest = ""] of lines.matchAll(
      /bin\/sluice" (\w+) (.*?)(?: \|\||$)/gm,
    ))
      for (const option of rest.match(/--[\w-]+/g) ?? [])
        expect((await cli(ROOT, [command, "--help"])).stdout).toContain(`${option} `);
  });
});

it.each([
  ["a tick", { RUN: "" }, "77"],
  ["a plan that was made", { RUN: "5" }, "5"],
])("examples/workflows/decide.yml finds the run of the plan, for %s", async (_what, given, run) => {
  const text = readFileSync(join(ROOT, "examples/workflows/decide.yml"), "utf8");
  const { jobs } = parse(text) as { jobs: { decide: { steps: { run?: string }[] } } };
  const [script = ""] = jobs.decide.steps.flatMap((step) => step.run ?? []);
  const list = heldMarker({ plan: "a".repeat(64), head: "b".repeat(40), at: 1, run: "77" });
  const output = join(tempFolder(), "output");
  const env = { PATH: process.env.PATH, ...given, GITHUB_OUTPUT: output };
  const comment = given.RUN === "" ? `Hello\r\n\r\n${list}\r\n\r\n- [x] …` : "";
  await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
    env: { ...env, COMMENT: comment },
  });
  expect(readFileSync(output, "utf8")).toBe(`run=${run}\n`);
});
