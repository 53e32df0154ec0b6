import { describe, expect, test } from "vitest";
import { stepSummary } from "../../src/action/step-summary.ts";
import { totalsOf } from "../../src/model/report/totals.ts";
import { actionOf, outcomeWith } from "./builders.ts";

describe("stepSummary", () => {
  test("a run is told with outcome, counts, and a line per action with verdict, reason and rule", () => {
    const actions = [
      actionOf({ label: "Edit 1" }),
      actionOf({ label: "Edit 2", state: "held", reason: "Look.", ruleId: "big" }),
    ];
    const totals = totalsOf(actions, [], new Set(["src/a.ts", "src/b.ts"]));
    const outcome = outcomeWith({ outcome: "held", exitCode: 4, actions, totals });
    expect(stepSummary(outcome)).toBe(`## Sluice run: held

Exit code 4: held: at least one action waits for a person

**1 action needs a person**

**held** src/a.ts, swap › swap: Look. \\(rule big\\)

| | Actions | Replacements |
| --- | ---: | ---: |
| pending | 0 | 0 |
| applied | 1 | 1 |
| discarded | 0 | 0 |
| held | 1 | 1 |
| failed | 0 | 0 |
| superseded | – | 0 |

1 file changed, 2 files searched.

### Actions

| Verdict | Action | Files | Reason | Rule |
| --- | --- | --- | --- | --- |
| held | swap › swap: Edit 2 | src/a.ts | Look. | big |
| applied | swap › swap: Edit 1 | src/a.ts | Small. | small |

`);
  });

  test("commits are told with branch and subject", () => {
    const commit = { group: "g", subject: "a <b>", actions: ["1"], files: ["a.ts", "b.ts"] };
    const commits = [
      { ...commit, sha: "0123456789abcdef0123456789abcdef01234567", branch: "main" },
      { ...commit, branch: null },
    ];
    expect(stepSummary(outcomeWith({ commits }))).toContain(
      "### Commits\n\n- 0123456789 on main: a &lt;b&gt; \\(2 files\\)\n- would be made: a",
    );
  });

  test("problems are told with place, hint and frame, errors first", () => {
    const summary = stepSummary(
      outcomeWith({
        outcome: "invalid",
        exitCode: 2,
        diagnostics: [
          { code: "unused-input", severity: "warning", message: "Unused." },
          {
            ...{ code: "unknown-key", severity: "error", message: "No key `x`.", hint: "Drop it." },
            ...{ path: "a.yaml", line: 2, column: 3, frame: "2 | x: ```\n  | ^" },
          },
        ],
      }),
    );
    expect(summary).toContain(`### Problems

- **error** a.yaml:2:3: No key \\\`x\\\`.
  Drop it.

  \`\`\`\`text
  2 | x: \`\`\`
    | ^
  \`\`\`\`

- **warning** Unused.`);
  });

  test("alerts and missing reports are told", () => {
    const summary = stepSummary(
      outcomeWith({
        alerts: [{ level: "warn", code: "no-files", message: "No files.", recipe: "a", step: "b" }],
        unwritten: ["The report a.json cannot be written: EACCES"],
      }),
    );
    expect(summary).toContain("- **warning** a › b: No files.");
    expect(summary).toContain("- **error** The report a.json cannot be written: EACCES");
  });

  test("a failed action tells why it failed and not why the policy let it through", () => {
    const actions = [actionOf({ state: "failed", result: "No space." })];
    expect(stepSummary(outcomeWith({ actions }))).toContain("| No space. | small |");
  });

  test("an action names its files as far as they fit, and the number of the others", () => {
    const withFiles = (files: readonly string[], fileCount = files.length) =>
      actionOf({ facts: { ...actionOf().facts, files, fileCount } });
    const actions = [
      withFiles(["a|b.ts", "src/c.ts"]),
      withFiles(Array.from({ length: 128 }, (_, index) => `src/f${index}.ts`)),
      withFiles(["x".repeat(300), "y".repeat(300)]),
      withFiles([], 2),
    ];
    const rows = stepSummary(outcomeWith({ actions })).match(/^\| applied \|.*$/gm) ?? [];
    expect(rows.map((row) => row.split(" | ")[2])).toEqual([
      "a\\|b.ts, src/c.ts",
      `${Array.from({ length: 10 }, (_, index) => `src/f${index}.ts`).join(", ")}, 118 more`,
      `${"x".repeat(199)}…, 1 more`,
      "2 more",
    ]);
  });

  test("steps that were skipped are told with their condition", () => {
    const steps = [
      { recipe: "a", step: "one", outcome: "done" },
      { recipe: "a", step: "two", outcome: "skipped", when: "1 > 2" },
    ] as const;
    const summary = stepSummary(outcomeWith({ steps }));
    expect(summary).toContain("### Skipped steps\n\n- a › two: 1 &gt; 2\n");
    expect(summary).not.toContain("› one");
    expect(stepSummary(outcomeWith({ steps: steps.slice(0, 1) }))).not.toContain("Skipped");
  });

  test("lists the runs of checks", () => {
    const check = { name: "types", run: ["tsc"], cwd: "", outcome: "failed", exitCode: 2 } as const;
    const checks = [{ ...check, output: "", actions: [], actionCount: 64, rule: "all" }];
    expect(stepSummary(outcomeWith({ checks }))).toContain(
      "### Checks\n\n- **types** failed \\(exit code 2\\) \\(64 actions, rule all\\)",
    );
  });

  test("texts of recipes and policies cannot leave their cell", () => {
    const actions = [actionOf({ label: "a|b\n| c", reason: "<script>@all`", ruleId: "r|s" })];
    expect(stepSummary(outcomeWith({ actions }))).toContain(
      "| applied | swap › swap: a\\|b \\| c | src/a.ts | &lt;script&gt;@&#8203;all\\` | r\\|s |\n",
    );
  });
});
