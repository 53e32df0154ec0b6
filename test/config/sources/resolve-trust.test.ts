import { join } from "node:path";
import { expect, it } from "vitest";
import { resolveTrust } from "../../../src/config/sources/resolve-trust.ts";
import { tempTree } from "../../support/temp-tree.ts";

const [SHA, OTHER] = ["a".repeat(40), "b".repeat(40)];
const [OWN, FORK] = [{ id: 1 }, { id: 2 }];

/** Resolves the trust of a job whose event has this content; git has every commit. */
function resolveFor(event: string, content: unknown, trust?: "all" | "none") {
  const root = tempTree({ ".git/HEAD": "", "event.json": JSON.stringify(content) });
  const env = { GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: join(root, "event.json") };
  return resolveTrust({ root, trust, base: undefined }, { cwd: root, env }, async () => `${SHA}\n`);
}

const run = (...bases: unknown[]) => ({
  workflow_run: { pull_requests: bases.map((base) => ({ base })) },
  repository: OWN,
});

it("takes the base of the pull request that a workflow run belongs to", async () => {
  const resolved = await resolveFor("workflow_run", run({ sha: SHA, repo: OWN }));
  expect(resolved).toEqual({ trust: { mode: "base", base: SHA, baseFrom: "event" } });
});

it.each<[event: string, what: string, content: unknown]>([
  ["workflow_run", "of a fork, which names none", run()],
  ["workflow_run", "of a pull request into another repository", run({ sha: SHA, repo: FORK })],
  ["workflow_run", "with two bases", run({ sha: SHA, repo: OWN }, { sha: OTHER, repo: OWN })],
  ["workflow_run", "without repositories", { workflow_run: { pull_requests: [{ base: {} }] } }],
  ["workflow_run", "that is garbage", { workflow_run: { pull_requests: 7 } }],
  ["issue_comment", "of a comment", { issue: { number: 1, pull_request: {} }, repository: OWN }],
])("U3 asks for --trust in a job for %s %s", async (event, _, content) => {
  const { trust, fault } = await resolveFor(event, content);
  expect(trust).toEqual({ mode: "base", base: null });
  expect(fault).toMatchObject({
    code: "base-unavailable",
    message: `The base commit is not known. A job of GitHub (${event}) may have checked out a pull request, and nothing tells.`,
    hint: expect.stringMatching(/--base REF.*`--trust all`.*`--trust none`/),
  });
  expect(await resolveFor(event, content, "all")).toEqual({ trust: { mode: "all", base: null } });
});
