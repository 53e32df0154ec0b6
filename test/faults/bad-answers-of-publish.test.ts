import { expect, it } from "vitest";
import { type CampaignTree, campaignTree, changeBase, publishPolicy } from "../support/campaign.ts";
import { deedOf, type ForgeCall, type ForgeReply } from "../support/forge/forge-server.ts";
import { TOKEN } from "../support/forge/hasty-port.ts";
import {
  doublesOf,
  forgeState,
  type KilledPublication,
  keepForge,
  planDay,
  publishKilled,
} from "../support/killed-campaign.ts";
import { git } from "../support/temp-tree.ts";

const OWNERS = ["ann", "bob", "cyd", "dan"];
const KEYS =
  "labels: [codemod], reviewers: owners, autoMerge: whenGreen, draft: whileChecksFail, perHour: 9";

/** A day on which one is refreshed, one closed, one made ready, one kept and one opened, with comments. */
async function busyDay(): Promise<{ readonly tree: CampaignTree; readonly plan: string }> {
  const fileOf = (name: string) => [`${name}/a.ts`, `f("${name}");\n`];
  const tree = await campaignTree({
    "sluice.policy.yaml": publishPolicy(
      `{ per: owner, branch: 'codemod/\${{ group }}', ${KEYS} }`,
      "approvals: { by: [ann] }\n",
    ),
    CODEOWNERS: OWNERS.map((name) => `/${name}/ @${name}\n`).join(""),
    ...Object.fromEntries(OWNERS.slice(0, 3).map(fileOf)),
    "ann/held/b.ts": "f(1);\n",
  });
  for (const name of OWNERS) tree.demo.rights.set(name, "write");
  await publishKilled(tree, await planDay(tree));
  const cyd = tree.demo.pulls.find(({ branch }) => branch.endsWith("cyd"));
  if (cyd !== undefined) cyd.checks = "SUCCESS";
  changeBase(tree, {
    "ann/a.ts": '// New.\nf("ann");\n',
    "bob/a.ts": "gone();\n",
    "dan/a.ts": 'f("dan");\n',
    "dan/held/b.ts": "f(1);\n",
  });
  return { tree, plan: await planDay(tree, "later.json") };
}

/** The kind of a call: its deed without numbers, and what a list is asked for. */
function kindOf(call: ForgeCall): string {
  const list = /[?&](state=\w+|head=)/g;
  const asked = call.method === "GET" ? (call.path.match(list)?.at(-1) ?? "") : "";
  return deedOf(call).replace(/\/\d+\b|\/[0-9a-f]{40}\b/g, "/#") + asked;
}

const HOSTILE = `No\n::add-mask::x\n::stop-commands::${TOKEN}`;
const said = (status: number, headers: Record<string, string> = {}) => ({
  ...{ status, headers, body: { message: HOSTILE, errors: [{ message: HOSTILE }] } },
});

/** Answers before the deed is done. */
const REFUSALS: Readonly<Record<string, ForgeReply>> = {
  "401": said(401),
  "403": said(403),
  "404": said(404),
  "422": said(422),
  "429 for a second": said(429, { "retry-after": "1" }),
  "429 for hours": said(429, { "retry-after": "36000" }),
  "500": said(500),
  "a redirect": { status: 302, headers: { location: "https://evil.test/" }, body: "" },
  errors: { status: 200, body: { errors: [{ type: "FORBIDDEN", message: HOSTILE }], data: null } },
};

/** Answers after the deed was done. */
const DISTORTIONS: Readonly<Record<string, (reply: ForgeReply) => ForgeReply>> = {
  "a lost 502": () => said(502),
  "half a JSON": ({ status, body }) => ({ status, body: JSON.stringify(body).slice(0, 20) }),
  "no JSON": () => ({ status: 200, body: "<html>Sign in</html>" }),
  null: () => ({ status: 200, body: "null" }),
  "an empty object": () => ({ status: 200, body: {} }),
  "a list": () => ({ status: 200, body: [{ number: 1 }] }),
  "another repository": (reply) => changed(reply, /octo\/demo"/g, 'octo/other"'),
  "another number": (reply) => changed(reply, /"number":(\d+)/g, '"number":9$1'),
  "another id": (reply) => changed(reply, /"PR_/g, '"PR_x'),
};

function changed(reply: ForgeReply, what: RegExp, into: string): ForgeReply {
  return { ...reply, body: JSON.stringify(reply.body).replace(what, into) };
}

/** A forge need not take reviewers or merge by itself: what it refuses is told, and not asked again. */
const OPTIONAL = /requested_reviewers|enablePullRequestAutoMerge/;

/** Returns what is wrong after a bad answer, and after the next run. */
async function faultsAfter(
  { tree, plan }: { readonly tree: CampaignTree; readonly plan: string },
  bad: KilledPublication,
  kind: string,
  expected: string,
): Promise<readonly string[]> {
  const { report, stderr } = bad;
  const faults = doublesOf(tree.demo.pulls).map((branch) => `two pull requests of ${branch}`);
  const text = JSON.stringify(report) + stderr;
  if (text.includes(TOKEN)) faults.push("the token is told");
  if (/^\s*::/m.test(stderr) || text.includes("\\n::")) faults.push(`a command is told: ${text}`);
  if (report.exitCode === 70 || /"kind":"fault"| {4}at /.test(text))
    faults.push(`a fault: ${text}`);
  const { report: next, exitCode, stderr: why } = await publishKilled(tree, plan);
  if (exitCode !== 0)
    faults.push(`the next run ends with ${exitCode}: ${JSON.stringify(next.pulls)}${why}`);
  const state = stateOf(tree);
  const optional = OPTIONAL.test(kind) ? /"(reviewers|autoMerge)":(\[.*?\]|\{.*?\}),?/g : /$^/;
  if (state.replace(optional, "") !== expected.replace(optional, ""))
    faults.push(`another state: ${state}\n  not ${expected}`);
  return faults;
}

function stateOf(tree: CampaignTree): string {
  const { pulls, refs } = forgeState(tree);
  const comments = pulls.map((pull) => pull.comments.map(({ body, author }) => ({ body, author })));
  return JSON.stringify({
    pulls: pulls.map((pull, at) => ({ ...pull, comments: comments[at] })),
    refs,
  });
}

it("P2 no bad answer to any kind of call makes a second pull request, tells the token, or stays", async () => {
  const { tree, plan } = await busyDay();
  const { forge } = tree;
  const restore = keepForge(tree);
  const from = forge.calls.length;
  await publishKilled(tree, plan);
  const kinds = [...new Set(forge.calls.slice(from).map(kindOf))];
  const expected = stateOf(tree);
  const found: Record<string, readonly string[]> = {};
  const attempt = async (kind: string, answer: string) => {
    const bad = await publishKilled(tree, plan);
    forge.intercept = () => undefined;
    forge.distort = (reply) => reply;
    const faults = await faultsAfter({ tree, plan }, bad, kind, expected);
    if (faults.length > 0) found[`${kind}: ${answer}`] = faults;
  };
  const answers = [...Object.keys(REFUSALS), ...Object.keys(DISTORTIONS)];
  for (const kind of kinds) {
    for (const answer of answers) {
      restore();
      const [refusal, distort] = [REFUSALS[answer], DISTORTIONS[answer]];
      forge.intercept = (call) => (kindOf(call) === kind ? refusal : undefined);
      forge.distort = (reply, call) =>
        kindOf(call) === kind && distort !== undefined ? distort(reply) : reply;
      await attempt(kind, answer);
    }
  }
  expect(found).toEqual({});
  expect(kinds.length).toBeGreaterThan(13);
  expect(git(tree.bare, "for-each-ref", "refs/tags")).toBe("");
}, 1_800_000);
