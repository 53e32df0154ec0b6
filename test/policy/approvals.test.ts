import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import { approvalsFor } from "../../src/policy/approvals-for.ts";
import { BUILT_IN_POLICIES } from "../../src/policy/built-in-policies.ts";
import { factsAskedBy } from "../../src/policy/facts-asked-by.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";
import { writtenOf } from "../../src/policy/written-of.ts";

const HEAD = "version: 1\ndefault: { verdict: hold, reason: No. }\n";
const read = (text: string, extended = "") =>
  loadPolicy(text, "p.yaml", LANGUAGE_NAMES, (path) =>
    Promise.resolve({ written: HEAD + extended, path }),
  );
const load = (approvals: string) => read(`${HEAD}approvals: ${approvals}\n`);
const DAY = 86_400_000;

describe("approvals in a policy", () => {
  it("have defaults, and are written again as they were", async () => {
    const { policy } = await load("{ by: write }");
    expect(policy?.approvals).toEqual({ by: "write", count: 1, notAuthor: true });
    const full = await load("{ by: [a, org/team], count: 2, notAuthor: false, expires: 36h }");
    expect(full.policy?.approvals).toEqual({
      ...{ by: ["a", "org/team"], count: 2, notAuthor: false, expires: 1.5 * DAY },
    });
    const again = await read(JSON.stringify(writtenOf(full.policy as never)));
    expect(again.policy?.approvals).toEqual(full.policy?.approvals);
  });

  it.each([
    ["7d", 7 * DAY],
    ["2w", 14 * DAY],
    ["366d", 366 * DAY],
  ])("expire after %s", async (expires, milliseconds) => {
    const { policy } = await load(`{ by: owners, expires: ${expires} }`);
    expect(policy?.approvals?.expires).toBe(milliseconds);
  });

  it.each([
    ["{}", "missing-key", "Missing key `by`", 12],
    ["{ by: everybody }", "invalid-value", "`approvals.by` must be `owners` or `write`", 18],
    ["{ by: [] }", "invalid-value", "must not be empty", 18],
    ['{ by: ["@octocat"] }', "invalid-value", "without `@`: `octocat`", 19],
    ["{ by: [write] }", "invalid-value", "`write` stands without a list", 19],
    ["{ by: [org/] }", "invalid-value", "must be a login or a team", 19],
    ["{ by: write, count: 0 }", "invalid-value", "must be at least 1", 32],
    ["{ by: [a, A], count: 2 }", "invalid-value", "must be at most 1, the number of people", 33],
    ["{ by: write, expires: 7 }", "invalid-value", "`approvals.expires`", 34],
    ["{ by: write, expires: 10m }", "invalid-value", "such as `36h`", 34],
    ["{ by: write, expires: 367d }", "invalid-value", "must be at most `366d`", 34],
    ["{ by: write, notauthor: true }", "unknown-key", "`notauthor`", 25],
  ])("are refused as %s, with their place", async (approvals, code, text, column) => {
    const { policy, diagnostics } = await load(approvals);
    expect(policy).toBeUndefined();
    expect(diagnostics).toEqual([
      expect.objectContaining({ code, line: 3, column, message: expect.stringContaining(text) }),
    ]);
  });

  it("may want more people than are named if there is a team among them", async () => {
    expect((await load("{ by: [org/team], count: 3 }")).diagnostics).toEqual([]);
  });

  it("are of the nearest policy, and of a rule that has its own as a whole", async () => {
    const own = "version: 1\nextends: b.yaml\napprovals: { by: [a] }\n";
    const { policy } = await read(own, "approvals: { by: write, expires: 7d }\n");
    expect(policy?.approvals).toEqual({ by: ["a"], count: 1, notAuthor: true });
    const rule = "{ id: r, verdict: hold, reason: R., approvals: { by: owners } }";
    const guard = "{ id: g, verdict: hold, reason: G. }";
    const text = `${HEAD}approvals: { by: write, count: 2 }\nguards: [${guard}]\nrules: [${rule}]\n`;
    const both = (await read(text)).policy;
    if (both === undefined) throw new Error("It is valid.");
    expect(approvalsFor(both, "r")).toEqual({ by: "owners", count: 1, notAuthor: true });
    for (const id of ["g", "default", "limits", "protected-ci", undefined])
      expect(approvalsFor(both, id)).toEqual({ by: "write", count: 2, notAuthor: true });
    expect((await read(JSON.stringify(writtenOf(both)))).policy?.rules[0]?.approvals).toEqual(
      both.rules[0]?.approvals,
    );
  });

  it("report the place in a rule", async () => {
    const rule = '{ id: r, verdict: hold, reason: R., approvals: { by: ["@a"] } }';
    const { diagnostics } = await read(`${HEAD}rules:\n  - ${rule}\n`);
    expect(diagnostics).toMatchObject([{ path: "p.yaml", line: 4, column: 59 }]);
  });

  it("are those of nobody in a built-in policy", () => {
    for (const { policy } of BUILT_IN_POLICIES)
      expect(approvalsFor(policy, "default")).toBeUndefined();
  });

  it("ask for the owners of files, also in a rule", async () => {
    const of = async (text: string) => factsAskedBy((await read(HEAD + text)).policy as never);
    const rule = (by: string) =>
      `rules: [{ id: r, verdict: hold, reason: R., approvals: { by: ${by} } }]\n`;
    expect(await of("approvals: { by: owners }\n")).toEqual(await of(rule("owners")));
    expect(await of(rule("owners"))).not.toEqual(await of(rule("write")));
  });
});
