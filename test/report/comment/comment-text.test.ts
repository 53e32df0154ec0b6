import { describe, expect, it } from "vitest";
import { type CommentContent, commentText } from "../../../src/report/comment/comment-text.ts";
import { commentMarker } from "../../../src/report/comment/marker.ts";
import { nextCommands } from "../../../src/report/comment/next-commands.ts";
import { actionOf } from "../../action/builders.ts";
import { changeOf, reportWith } from "./report-with.ts";

const LIMIT = 65_536;

function textOf(report: CommentContent["report"], over: Partial<CommentContent> = {}): string {
  const marker = commentMarker("test");
  const commands = nextCommands(report);
  return commentText({
    report,
    marker,
    limit: LIMIT,
    commands,
    areCommandsWhole: true,
    folder: "",
    jobUrl: undefined,
    commit: undefined,
    leg: undefined,
    warning: "",
    ...over,
  });
}

const CHANGE = changeOf("src/a.ts", "a;\nequal(x, y);\n", "a;\nequal(y, x);\n");

describe("commentText", () => {
  it("shows outcome, verdicts by file, the net diff, folded, and the commands to type", () => {
    const held = changeOf("src/b.ts", "b;\n", "c;\n", {
      id: "a2",
      state: "held",
      reason: "Too many lines.",
      ruleId: "size",
    });
    const report = reportWith([CHANGE, held], { outcome: "held", exitCode: 4 });
    expect(
      textOf(report, { jobUrl: "https://github.test/o/r/actions/runs/1" }),
    ).toBe(`<!-- sluice comment 9f86d081884c7d65 -->

### Sluice preview: held

**1** would apply, **1** held; 1 file would change. Exit code 4: held: at least one action waits for a person

**1 action needs a person**

**held** src/b.ts, swap › swap: Too many lines. \\(rule size\\)

\`\`\`diff
@@ -1 +1 @@
-b;
+c;
\`\`\`

| File | Verdict | Reason | Step |
| --- | --- | --- | --- |
| src/b.ts | held | Too many lines. \\(rule size\\) | swap › swap |
| src/a.ts | would apply | Small. \\(rule small\\) | swap › swap |

<details><summary>Diff of 1 file</summary>

\`\`\`diff
diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,2 +1,2 @@
 a;
-equal(x, y);
+equal(y, x);
\`\`\`

</details>

**Next**, in a checkout of this branch:

\`\`\`sh
sluice preview recipes/swap.yaml
sluice run recipes/swap.yaml
sluice plan recipes/swap.yaml -o sluice-plan.json
sluice apply sluice-plan.json --only a2 --reason "…"
\`\`\`

[Log of the job](https://github.test/o/r/actions/runs/1)
`);
  });

  it("says that there is nothing to change, without a table, a diff or a reason to worry", () => {
    expect(textOf(reportWith([]), { commands: [] })).toBe(
      "<!-- sluice comment 9f86d081884c7d65 -->\n\n### Sluice preview: ok\n\nNothing to change.\n",
    );
  });

  it("says that no policy decided, and shows the diff all the same", () => {
    const text = textOf(reportWith([{ ...CHANGE, state: "pending" }]));
    expect(text).toContain("\n\n**1** pending: no policy decided.\n\n");
    expect(text).toContain("\n+equal(y, x);\n");
  });

  it("shows problems, errors first", () => {
    const diagnostics = [
      { code: "a", severity: "warning" as const, message: "Old key.", path: "r.yaml", line: 3 },
      { code: "b", severity: "error" as const, message: "No *recipe*.", hint: "Name one." },
    ];
    const text = textOf(reportWith([], { diagnostics, outcome: "invalid", exitCode: 2 }));
    expect(text).toContain(
      "- **error** No \\*recipe\\*. Name one.\n- **warning** r.yaml:3: Old key.",
    );
  });

  it("makes one line of equal ones, with their number", () => {
    const text = textOf(reportWith([CHANGE, CHANGE, CHANGE]));
    expect(text).toContain(
      "| src/a.ts | would apply | Small. \\(rule small\\) | swap › swap (3 actions) |",
    );
  });

  it("keeps hostile names, reasons and code from doing anything", () => {
    const evil = "`|@team <b> --> </details>\n/close\n# x ![i](http://e.test) #1\x1b[2J\u202e";
    const before = "```\n~~~~\n</details>\n@team\n";
    const action = changeOf(`src/${evil}`, before, `${before}\`\`\`\`\`\n`, {
      reason: evil,
      recipe: evil,
    });
    const report = reportWith([action], {
      alerts: [{ level: "error", code: "x", message: evil }],
      sources: [{ path: `$(rm -rf ~)'\n${evil}`, role: "recipe", origin: "tree", blobId: "b" }],
    });
    const text = textOf(report, { folder: evil });
    const outside = text.replace(/^(`{3,})(?:diff|sh)\n[\s\S]*?\n\1$/gm, "");
    expect(outside.match(/<(?!!--|\/?details|\/?summary)/g)).toBeNull();
    expect(outside.match(/<\/details>/g)).toHaveLength(1);
    expect(outside).not.toMatch(/@(?!&#8203;)|(?<!&)#\d|-->[^\n]|^\/|(?<!\\)!\[|http:\/\//m);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none
    expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\u202e]/);
    for (const line of outside.split("\n").filter((one) => one.startsWith("|")))
      expect(line.match(/(?<!\\)\|/g)).toHaveLength(5);
    expect(text).toContain("\n``````diff\n");
  });

  it.each([1, 40, 400, 1500])(
    "stays below the limit with %i long files, and counts the rest",
    (count) => {
      const actions = Array.from({ length: count }, (_one, index) =>
        changeOf(
          `src/${"@".repeat(60)}${index}.ts`,
          `${"a\n".repeat(40)}b\n`,
          `${"a\n".repeat(40)}\u202e${"x".repeat(900)}\n`,
          {
            id: `id${index}`,
            reason: "@".repeat(1000),
          },
        ),
      );
      const text = textOf(reportWith(actions));
      expect(text.length).toBeLessThanOrEqual(LIMIT);
      expect(text.length).toBeGreaterThan(Math.min(LIMIT * 0.6, count * 900));
      const rows = text.match(/^\| src/gm)?.length ?? 0;
      expect(rows).toBeGreaterThan(0);
      const more = /^(\d+) more rows?; the report of `--report json` has everything\.$/m.exec(text);
      expect(Number(more?.[1] ?? 0)).toBe(count - rows);
      const diffs = text.match(/^diff --git/gm)?.length ?? 0;
      expect(Number(/^(\d+) more files?; /m.exec(text)?.[1] ?? 0)).toBe(count - diffs);
    },
  );

  it("cuts one file that is too long at a line", () => {
    const text = textOf(reportWith([changeOf("src/a.ts", "", "x y z\n".repeat(50_000))]));
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    expect(text).toContain("\n+x y z\n```\n\nThe last file is cut. the report");
  });

  it("stays below the limit beside the longest address of a job", () => {
    const jobUrl = `https://ci.test/${"a".repeat(490)}`;
    const long = "y z w\n".repeat(20_000);
    const actions = [changeOf("a.md", "x\n", long), changeOf("b.md", "x\n", long)];
    const text = textOf(reportWith(actions), { jobUrl });
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    expect(text.length).toBeGreaterThan(LIMIT - 500);
  });

  it("shows code that has backticks without end", () => {
    const actions = [changeOf("a.md", "x\n", "```\n".repeat(30_000))];
    const text = textOf(reportWith(actions));
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    expect(text).toContain("\n````diff\n");
  });

  it("stays below a limit that leaves no room for anything", () => {
    const actions = [changeOf("src/a.ts", "a\n", "`".repeat(3000))];
    expect(textOf(reportWith(actions), { limit: 3000 }).length).toBeLessThanOrEqual(3000);
  });

  it("shows an action of a custom tool, whose files are not known", () => {
    const { facts } = actionOf();
    const action = actionOf({ state: "held", facts: { ...facts, files: [], fileCount: 0 } });
    expect(textOf(reportWith([action]))).toContain("| – | held |");
  });
});

describe("nextCommands", () => {
  it("names a recipe that ships and a built-in policy by their names", () => {
    const sources = [
      { path: "shipped:assert-strict", role: "recipe", origin: "shipped", blobId: "b" },
    ] as const;
    const policy = { source: "safe", builtIn: true, sha256: "0".repeat(64) };
    expect(nextCommands(reportWith([], { sources, policy }))).toEqual([
      "sluice preview assert-strict --policy safe",
    ]);
  });

  it("names the files and inputs of the run, and a policy in a file of its own", () => {
    const sources = [{ path: "a.yaml", role: "recipe", origin: "tree", blobId: "b" }] as const;
    const policy = { source: "policies/b c.yaml", builtIn: false, sha256: "0".repeat(64) };
    const report = reportWith([CHANGE], { sources, policy });
    const words = "a.yaml --policy 'policies/b c.yaml' --since main";
    expect(
      nextCommands(report, [], "a b").map((line) => line.replace(/^.*?(?= --root)/, "")),
    ).toEqual(
      nextCommands(report).map((line) =>
        line.includes(" -o ") ? " --root 'a b' -o sluice-plan.json" : " --root 'a b'",
      ),
    );
    expect(nextCommands(report, ["--since main"])).toEqual([
      `sluice preview ${words}`,
      `sluice run ${words}`,
    ]);
    const usual = { ...policy, source: "sluice.policy.yaml" };
    expect(nextCommands(reportWith([], { sources, policy: usual }))).toEqual([
      "sluice preview a.yaml",
    ]);
  });

  it("names no recipes of a project file, which has their inputs", () => {
    const sources = (["project", "recipe"] as const).map(
      (role) => ({ path: `${role}.yaml`, role, origin: "tree", blobId: "b" }) as const,
    );
    expect(nextCommands(reportWith([], { sources, policy: null }))).toEqual(["sluice preview"]);
  });

  it("quotes names for a shell, and leaves out names that nobody can type", () => {
    const named = (path: string) =>
      nextCommands(
        reportWith([], { sources: [{ path, role: "recipe", origin: "tree", blobId: "b" }] }),
      );
    expect(named("$(rm -rf ~)'.yaml")).toEqual(["sluice preview '$(rm -rf ~)'\\''.yaml'"]);
    expect(named("-x.yaml")).toEqual(["sluice preview ./-x.yaml"]);
    expect(named("a\nb.yaml")).toEqual([]);
  });

  it("says nothing about recipes that have no name", () => {
    const sources = [{ path: "<stdin>", role: "recipe", origin: "caller", blobId: "b" }] as const;
    expect(nextCommands(reportWith([CHANGE], { sources }))).toEqual([]);
  });
});
