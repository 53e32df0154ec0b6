import { expect, it } from "vitest";
import { cliReport } from "../../support/run-cli.ts";
import { snapshot, tempTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

const recipe = recipeOf([["foo($A)", "Map($A)"]]);
const matches = (count: number) => "foo(1);\n".repeat(count);

it("ends with the outcome limit at more matches than --max-matches, of a run or of a file", async () => {
  const files = ["a", "b", "c"].map((name): [string, string] => [`${name}.ts`, matches(3)]);
  const root = tempTree({ ...Object.fromEntries(files), "r.yaml": recipe });
  const before = snapshot(root);
  const run = async (...bound: string[]) => {
    const argv = ["run", "r.yaml", "--policy", "apply-all", ...bound];
    const { exitCode, report } = await cliReport(root, argv);
    return [exitCode, report.outcome, report.alerts[0]?.message];
  };
  expect(await run("--max-matches", "8")).toEqual([
    5,
    "limit",
    "a.ts: one file has more than 2 matches. Match less, or raise the bound with --max-matches (one file may have a quarter of it).",
  ]);
  const [a] = files;
  const root9 = tempTree({
    "r.yaml": recipe,
    "d.ts": matches(1),
    ...Object.fromEntries([a ?? []]),
  });
  expect(snapshot(root)).toEqual(before);
  const one = await cliReport(root9, ["preview", "r.yaml", "--max-matches", "12"]);
  expect(one.report).toMatchObject({ outcome: "ok", actions: [{ facts: { replacements: 4 } }] });
  const again = await cliReport(root9, ["preview", "r.yaml", "--max-matches", "8"]); // Of what is remembered.
  expect(again).toMatchObject({ exitCode: 5, report: { outcome: "limit" } });
});

it("counts the matches of all files and steps against the bound of the run", async () => {
  const files = Array.from({ length: 5 }, (_, n) => [`f${n}.ts`, matches(2)]);
  const root = tempTree({ ...Object.fromEntries(files), "r.yaml": recipe });
  const preview = (...bound: string[]) => cliReport(root, ["preview", "r.yaml", ...bound]);
  const { exitCode, report } = await preview("--max-matches", "9");
  expect([exitCode, report.outcome, report.actions]).toEqual([5, "limit", []]);
  expect(report.alerts[0]?.message).toBe(
    "The run has more than 9 matches. Narrow `paths`, or raise the bound with --max-matches.",
  );
  const enough = await preview("--max-matches", "10");
  expect(enough.report.actions[0]?.facts.replacements).toBe(10);
});

it("ends with the outcome limit at more characters than --max-text, of a run or of a file", async () => {
  const root = tempTree({ "a.ts": matches(3), "b.ts": matches(3), "r.yaml": recipe });
  const preview = (bound: number) =>
    cliReport(root, ["preview", "r.yaml", "--max-text", String(bound)]);
  const messageAt = async (bound: number) => {
    const { exitCode, report } = await preview(bound);
    return [exitCode, report.alerts[0]?.message];
  };
  const [code, file] = await messageAt(400);
  expect([code, file]).toEqual([
    5,
    expect.stringMatching(
      /^a\.ts: the replacements and diffs of one file have more than 100 characters\. Let `out` be shorter, .*--max-text/,
    ),
  ]);
  const { report } = await preview(100_000);
  const size = 2 * ((report.actions[0]?.files[0]?.diff.length ?? 0) + 3 * "bar(1)".length);
  expect(await messageAt(4 * size)).toEqual([0, undefined]);
});

it.each([
  ["a replacement", "a replacement", { pat: "foo($$$A)", out: "$$$A;".repeat(600) }],
  [
    "the value of a transform",
    "`B`",
    {
      rule: { pattern: "foo($$$A)" },
      transform: { B: { replace: { source: "$$$A", replace: "1", by: "x".repeat(2000) } } },
      out: "bar($B)",
    },
  ],
])(
  "refuses %s that would be too long before it is made, with the op and the place",
  async (_what, subject, op) => {
    const step = { id: "s", ast_edit: { ops: [op] } };
    const root = tempTree({
      "a.ts": `\nfoo(${"1, ".repeat(10_000)}1);\n`,
      "r.yaml": JSON.stringify({ version: 1, name: "r", steps: [step] }),
    });
    const { exitCode, report } = await cliReport(root, ["preview", "r.yaml"]);
    expect([exitCode, report.alerts[0]?.message]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `^a\\.ts: \`ops\\[0\\]\`, match at 2:1: ${subject} would have \\d{8} characters, and at most 10485760`,
        ),
      ),
    ]);
  },
);
