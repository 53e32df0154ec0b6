import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import { factsAskedBy } from "../../src/policy/facts-asked-by.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";
import { writtenOf } from "../../src/policy/written-of.ts";

const HEAD = "version: 1\ndefault: { verdict: hold, reason: No. }\n";
const load = (publish: string) =>
  loadPolicy(`${HEAD}publish: ${publish}\n`, "p.yaml", LANGUAGE_NAMES);

/** Loads a policy that extends `b.yaml`. */
const loadBoth = (own: string, base: string) =>
  loadPolicy(`version: 1\nextends: b.yaml\n${own}`, "p.yaml", LANGUAGE_NAMES, (path) =>
    Promise.resolve({ written: HEAD + base, path }),
  );

const FULL =
  '{ per: owner, branch: "x/${{ group }}", title: "${{ recipes }} for ${{ group }}", body: "a\\n${{ commit.files }}", ' +
  "base: main, draft: whileChecksFail, labels: [a b], reviewers: [octocat, org/team], maxOpen: 3, perHour: 2, " +
  "closeEmpty: false, autoMerge: whenGreen }";

describe("publish in a policy", () => {
  it("has defaults", async () => {
    const { policy } = await load("{}");
    expect(policy?.publish).toEqual({
      ...{ per: "run", branch: "sluice/${{ recipes }}", title: "${{ commit.subject }}" },
      ...{ draft: "never", labels: [], reviewers: [], closeEmpty: true, autoMerge: "never" },
    });
    expect((await load("{ per: recipe }")).policy?.publish?.branch).toBe("sluice/${{ group }}");
    expect((await load("{ per: owner }")).policy?.publish?.branch).toBe(
      "sluice/${{ recipes }}/${{ group }}",
    );
  });

  it.each(["{}", FULL])("is written again as it was: %s", async (publish) => {
    const { policy, diagnostics } = await load(publish);
    expect(diagnostics).toEqual([]);
    const again = await loadPolicy(writtenOf(policy as never), "p.yaml", LANGUAGE_NAMES);
    expect(again.diagnostics).toEqual([]);
    expect(again.policy?.publish).toEqual(policy?.publish);
  });

  it("is taken from the nearest policy, as a whole", async () => {
    const { policy } = await loadBoth("publish: { per: rule }\n", "publish: { maxOpen: 3 }\n");
    expect(policy?.publish).toMatchObject({ per: "rule" });
    expect(policy?.publish).not.toHaveProperty("maxOpen");
    expect((await loadBoth("", "publish: { maxOpen: 3 }\n")).policy?.publish?.maxOpen).toBe(3);
  });

  it.each([
    ['{ title: "${{ run.id }}" }', "invalid-expression", "Unknown field `${{ run.id }}`", 19],
    ['{ body: "${{ commit.file }}" }', "invalid-expression", "Unknown field `${{ commit.file", 18],
    ['{ title: "${{ group" }', "invalid-expression", "not closed", 19],
    ['{ title: "a\\nb" }', "invalid-value", "`publish.title` must be one line", 19],
    ['{ title: "::a\\u2028b" }', "invalid-value", "must be one line", 19],
    ["{ per: file }", "invalid-value", "`publish.per`", 17],
    ["{ pre: run }", "unknown-key", "pre", 12],
    ["{ per: rule, branch: a }", "invalid-value", "the same branch", 31],
    ['{ branch: "a b" }', "invalid-value", "no name of a branch", 20],
    ['{ branch: "${{ commit.files }}" }', "invalid-expression", "Unknown field", 20],
    ['{ base: "a..b" }', "invalid-value", "`a..b` is no name of a branch", 18],
    ['{ base: "${{ group }}" }', "invalid-value", "no name of a branch", 18],
    ["{ base: main, branch: main }", "invalid-value", "is their base, `main`", 32],
    ['{ base: main, branch: "main/${{ group }}" }', "invalid-value", "inside of the other", 32],
    ["{ base: sluice }", "invalid-value", "inside of the other", 18],
    ["{ draft: true }", "invalid-value", "`publish.draft`", 19],
    ['{ labels: ["a\\nb"] }', "invalid-value", "`publish.labels[0]` must be one line", 21],
    [`{ labels: [${"a".repeat(256)}] }`, "invalid-value", "at most 255 characters", 21],
    ['{ reviewers: ["@octocat"] }', "invalid-value", "without `@`: `octocat`", 24],
    ["{ reviewers: [owners] }", "invalid-value", "`owners` stands without a list", 24],
    ["{ reviewers: everybody }", "invalid-value", "`publish.reviewers`", 23],
    ["{ reviewers: [a b] }", "invalid-value", "must be a login or a team", 24],
    ["{ maxOpen: 0 }", "invalid-value", "must be at least 1", 21],
    ["{ perHour: 0 }", "invalid-value", "must be at least 1", 21],
    ["{ perHour: 1001 }", "invalid-value", "must be at most 1000", 21],
    ["{ autoMerge: always }", "invalid-value", "`publish.autoMerge`", 23],
  ])("refuses %s, with its place", async (publish, code, text, column) => {
    const { policy, diagnostics } = await load(publish);
    expect(policy).toBeUndefined();
    expect(diagnostics).toEqual([
      expect.objectContaining({ code, line: 3, column, message: expect.stringContaining(text) }),
    ]);
  });

  it("names the field that was meant", async () => {
    const { diagnostics } = await load('{ title: "${{ recipe }}" }');
    expect(diagnostics[0]?.hint).toContain("`recipes`");
  });

  it("excludes branches of commits, also of a policy that it extends", async () => {
    const branch = 'commits: { branch: "c/${{ group }}" }\n';
    const one = await loadPolicy(`${HEAD}${branch}publish: {}\n`, "p.yaml", LANGUAGE_NAMES);
    expect(one.diagnostics).toMatchObject([{ path: "p.yaml", line: 3, column: 20 }]);
    const both = await loadBoth(branch, "publish: {}\n");
    expect(both.diagnostics).toMatchObject([
      { path: "p.yaml", message: expect.stringContaining("`publish` (in b.yaml) exclude") },
    ]);
    const hidden = await loadBoth("commits: {}\npublish: {}\n", branch);
    expect(hidden.diagnostics).toEqual([]);
  });

  it("asks for the facts of its groups and reviewers", async () => {
    const of = async (publish: string) => factsAskedBy((await load(publish)).policy as never);
    const plain = await of("{}");
    expect(await of("{ per: recipe }")).toEqual(plain);
    for (const other of ["{ per: owner }", "{ per: package }", "{ reviewers: owners }"])
      expect(await of(other)).not.toEqual(plain);
  });
});

describe("the author and the signature of commits", () => {
  const commits = (written: string) =>
    loadPolicy(`${HEAD}commits: ${written}\n`, "p.yaml", LANGUAGE_NAMES);

  it("are read, and written again", async () => {
    const { policy } = await commits('{ author: "A B <a@b.c>", sign: true }');
    expect(policy?.commits).toMatchObject({ author: { name: "A B", email: "a@b.c" }, sign: true });
    const again = await loadPolicy(writtenOf(policy as never), "p.yaml", LANGUAGE_NAMES);
    expect(again.policy?.commits).toEqual(policy?.commits);
  });

  it.each([
    "A",
    "<a@b.c>",
    ".. <a@b.c>",
    "A <a b@c>",
    "A <a>",
    "A <a@b> <c@d>",
    "${{ group }} <a@b>",
    "A\\nB <a@b>",
  ])("are refused: %s", async (author) => {
    const { diagnostics } = await commits(`{ author: "${author}" }`);
    expect(diagnostics).toMatchObject([{ code: "invalid-value", line: 3, column: 20 }]);
  });

  it.each(["Sluice-Publish", "sluice-plan", "Sluice-Approved"])(
    "has no trailer %s, by which a forge is read again",
    async (name) => {
      expect((await commits(`{ trailers: { ${name}: x } }`)).diagnostics).toHaveLength(1);
      expect((await commits(`{ message: "a\\n\\n${name}: x" }`)).diagnostics).toHaveLength(1);
    },
  );
});
