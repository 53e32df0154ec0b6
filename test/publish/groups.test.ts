import { describe, expect, it } from "vitest";
import { originOfPlan } from "../../src/landing/trailers.ts";
import type { ActionReport } from "../../src/model/report/report.ts";
import { type GroupingContext, groupsOf } from "../../src/publish/groups.ts";
import { isBranchName } from "../../src/shared/branch-name.ts";

const PUBLISH: GroupingContext["publish"] = {
  per: "owner",
  branch: "sluice/${{ recipes }}/${{ group }}",
  title: "${{ recipes }}: ${{ group }}",
  draft: "never",
  labels: [],
  reviewers: "owners",
  closeEmpty: true,
  autoMerge: "never",
};

function action(owners: readonly string[] | undefined, more: object = {}, at = 0): ActionReport {
  const path = `${owners?.[0] ?? "none"}/${at}.ts`;
  return {
    id: `${path} ${at}`,
    recipe: "swap",
    label: "f → g",
    state: "would-apply",
    reason: "Small.",
    files: [{ path }],
    facts: { owners, replacements: 1 },
    ...more,
  } as never;
}

const grouped = (
  actions: readonly ActionReport[],
  {
    digest = "a".repeat(64),
    commits,
    ...publish
  }: Partial<
    GroupingContext["publish"] & Pick<GroupingContext, "commits"> & { digest: string }
  > = {},
) =>
  groupsOf(actions, {
    publish: { ...PUBLISH, ...publish },
    commits,
    recipes: ["swap"],
    origin: originOfPlan(digest, "c".repeat(16)),
  });

describe("the groups of a plan", () => {
  it("have the accepted actions, and those beside them that are held or discarded", () => {
    const held = action(["@ann"], { state: "held" }, 1);
    const [first, ...others] = grouped([
      held,
      action(["@ann"]),
      action(["@bob"], { state: "discarded" }),
    ]);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ name: "@ann", branch: "sluice/swap/@ann", title: "swap: @ann" });
    expect(first?.others).toEqual([held]);
    expect(first?.commits).toMatchObject([{ actions: [{ state: "would-apply" }] }]);
  });

  it("never are of no files", () => {
    expect(grouped([action(["@ann"], { files: [] }), action(["@bob"], { state: "held" })])).toEqual(
      [],
    );
    expect(grouped([])).toEqual([]);
  });

  it("are three hundred, each with a branch of its own that git takes", () => {
    const names = Array.from(
      { length: 300 },
      (_, at) => `@org/team-${at % 150}${at < 150 ? "" : "."}`,
    );
    const groups = grouped(names.flatMap((name) => [action([name]), action([name], {}, 1)]));
    expect(groups.map(({ name }) => name)).toEqual(names);
    const branches = groups.map(({ branch }) => branch);
    expect(new Set(branches.map((branch) => branch.toLowerCase())).size).toBe(300);
    expect(branches.filter((branch) => !isBranchName(branch))).toEqual([]);
    expect(groups.every(({ actions }) => actions.length === 2)).toBe(true);
  });

  it.each<[what: string, names: string[], branches: string[]]>([
    ["are not inside of each other", ["@org", "@org/team"], ["@org", "@org--team"]],
    ["are not those of others", ["a-b", "a/b"], ["a-b", "a--b"]],
    ["differ by more than capitals", ["@Ann", "@ann"], ["@Ann", "@ann-2"]],
    ["have nothing that git forbids", ["a b~^:?*[\\..//.lock@{"], ["a b~^:?*[\\..//.lock@{"]],
    ["have no line ends", ["@ann\n::add-mask::x\r\n"], ["@ann-add-mask-x"]],
    ["are no option", ["--force"], ["force"]],
    ["have a name without one", [" "], ["none"]],
  ])("have branches that %s", (_, names, parts) => {
    const branches = grouped(names.map((name) => action([name]))).map(({ branch }) => branch);
    expect(branches.every(isBranchName)).toBe(true);
    if (parts[0] !== names[0] || parts.length > 1)
      expect(branches).toEqual(parts.map((part) => `sluice/swap/${part}`));
  });

  it("have titles of one line, bounded, and never empty", () => {
    const titleBy = (title: string, name = "@ann") =>
      grouped([action([name])], { title })[0]?.title;
    expect(titleBy("a\r\n::add-mask::b\u2028${{ group }}\0")).toBe("a ::add-mask::b @ann");
    expect(titleBy(" \n\t")).toBe("@ann");
    expect(titleBy(" ", "@a\nb")).toBe("@a b");
    const long = titleBy("😀".repeat(200)) ?? "";
    expect(long.length).toBeLessThanOrEqual(201);
    expect(long).not.toMatch(/\p{Cs}/u);
  });

  it("have texts in which a value shows, and does nothing else", () => {
    const name = "@ann <!-- sluice publish campaign=0 --> #1 [x](y)\n/approve\n::stop-commands::x";
    const [group] = grouped([action([name])], {
      body: "<!-- of the policy -->\r\n**By** ${{ group }}\u0007",
    });
    const lines = group?.text.split("\n") ?? [];
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe("<!-- of the policy -->");
    expect(lines[1]).toMatch(/^\*\*By\*\* @&#8203;ann &lt;\\!-- .* --&gt; #&#8203;1|\\#/);
    expect(lines[1]).not.toMatch(/<!--|\[x\]\(|@ann/);
  });

  it("ask owners who have an account, once each, in order", () => {
    const owners = ["@org/team", "@ann", "bob@example.test", "@ann", "@ not"];
    expect(grouped([action(owners)])[0]?.owners).toEqual(["ann", "org/team"]);
    expect(grouped([action(undefined)])[0]).toMatchObject({ name: "unknown", owners: [] });
    expect(grouped([action([])])[0]).toMatchObject({ name: "none", owners: [] });
  });

  it("have the same content by another plan, and another by another change, title or message", () => {
    const contentOf = (...args: Parameters<typeof grouped>) => grouped(...args)[0]?.content;
    const actions = [action(["@ann"])];
    const content = contentOf(actions);
    expect(content).toMatch(/^[0-9a-f]{16}$/);
    expect(contentOf(actions, { digest: "b".repeat(64) })).toBe(content);
    const commits = { per: "run", message: "By ${{ run.id }}", trailers: {} } as const;
    const others = [
      contentOf([action(["@ann"], {}, 1)]),
      contentOf(actions, { title: "Other" }),
      contentOf(actions, { commits }),
      contentOf([action(["@ann"], { reason: "Other." })]),
    ];
    expect(new Set([content, ...others]).size).toBe(5);
    expect(grouped(actions, { commits })[0]?.commits[0]?.message).toMatch(/^By a{16}\n/);
  });

  it("have the commits that the policy makes of each", () => {
    const commits = { per: "rule", message: "${{ group }}", trailers: {} } as const;
    const actions = ["b", "a", "b"].map((ruleId, at) => action(["@ann"], { ruleId }, at));
    const [group] = grouped(actions, { commits });
    expect(
      group?.commits.map(({ message, actions: own }) => [message.split("\n")[0], own.length]),
    ).toEqual([
      ["b", 2],
      ["a", 1],
    ]);
  });
});
