import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { type CampaignTree, campaignTree, publishPolicy } from "../support/campaign.ts";
import { planDay, publishKilled } from "../support/killed-campaign.ts";
import { git } from "../support/temp-tree.ts";

const BRANCH = "codemod";

/** A job whose event is about something. */
function jobOf({ bare }: CampaignTree, name: string, event: object): Record<string, string> {
  const file = join(bare, "event.json");
  writeFileSync(file, JSON.stringify(event));
  return { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file };
}

const pullEvent = (head: string) => ({
  pull_request: {
    number: 7,
    head: { sha: "1".repeat(40), ref: "x", repo: { full_name: head, fork: head !== "octo/demo" } },
    base: { sha: "2".repeat(40), ref: "main", repo: { full_name: "octo/demo" } },
  },
});
const runEvent = {
  workflow_run: {
    head_sha: "1".repeat(40),
    head_branch: "main",
    event: "pull_request",
    head_repository: { full_name: "eve/demo" },
    repository: { full_name: "octo/demo" },
  },
};

/** Something that is wrong with a job or its tree, and a part of what is said of it. */
type Wrong = readonly [
  what: string,
  act: (tree: CampaignTree) => Record<string, string> | undefined,
  said: RegExp,
];

const change =
  (path: string, text: string) =>
  ({ root }: CampaignTree) => {
    writeFileSync(join(root, path), text);
    return undefined;
  };

const WRONG: readonly Wrong[] = [
  ["no token", () => ({ GITHUB_TOKEN: "" }), /no token in GITHUB_TOKEN or GH_TOKEN/],
  ["no repository", () => ({ GITHUB_REPOSITORY: "octo" }), /does not name a repository/],
  ["an API by http", () => ({ GITHUB_API_URL: "http://forge.test" }), /reached by http/],
  [
    "a pull request of a fork",
    (tree) => jobOf(tree, "pull_request", pullEvent("eve/demo")),
    /not trusted|for a fork/,
  ],
  [
    "a policy of the head",
    (tree) => jobOf(tree, "pull_request", pullEvent("octo/demo")),
    /not trusted/,
  ],
  ["a run of a fork", (tree) => jobOf(tree, "workflow_run", runEvent), /not trusted|for a fork/],
  ["a file that has changed", change("a.ts", "f(2);\n"), /a\.ts/],
  ["a policy that has changed", change("sluice.policy.yaml", "version: 1\n"), /policy/],
  [
    "a recipe that has changed",
    change("recipes/swap.yaml", "version: 1\nname: swap\nsteps: []\n"),
    /recipe|swap/,
  ],
];

const failed = (why: RegExp) => ({ state: "failed", why: expect.stringMatching(why) }) as const;

describe("P1 bad input of a publication", () => {
  it("is told, and nothing is written", async () => {
    const tree = await campaignTree({
      "sluice.policy.yaml": publishPolicy(`{ per: run, branch: ${BRANCH} }`),
      "a.ts": "f(1);\n",
    });
    const plan = await planDay(tree);
    const refs = git(tree.bare, "for-each-ref");
    for (const [what, act, said] of WRONG) {
      git(tree.root, "checkout", "--quiet", ".");
      const env = { ...tree.env, ...act(tree) };
      const { exitCode, report, deeds } = await publishKilled(
        { ...tree, env },
        plan,
        undefined,
        ...["--trust", "all"],
      );
      expect(`${exitCode} ${textOf(report)}`, what).toMatch(said);
      expect(exitCode, what).not.toBe(0);
      expect({ deeds, pulls: tree.demo.pulls }, what).toEqual({
        deeds: [],
        pulls: [],
      });
    }
    expect(git(tree.bare, "for-each-ref")).toBe(refs);
  });

  it("ends its group alone if its commits cannot be made", async () => {
    const tree = await campaignTree({
      "sluice.policy.yaml": publishPolicy(
        `{ per: run, branch: ${BRANCH} }`,
        "commits: { per: run, message: Swap, sign: true }\n",
      ),
      "a.ts": "f(1);\n",
    });
    const env = { ...tree.env, GNUPGHOME: join(tree.bare, "none") };
    const { report, writes, exitCode } = await publishKilled({ ...tree, env }, await planDay(tree));
    expect(report.pulls).toMatchObject([failed(/sign/)]);
    expect({ writes, exitCode }).toEqual({ writes: [], exitCode: 1 });
    expect(git(tree.bare, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main\n");
  });
});

function textOf({ diagnostics, alerts, pulls }: Report): string {
  return JSON.stringify({ diagnostics, alerts, pulls }).replaceAll("\\\\", "\\");
}
