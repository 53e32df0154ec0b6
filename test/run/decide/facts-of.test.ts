import { expect, it } from "vitest";
import { cliReport } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

const OF_RESULT = [
  ...["idempotent", "newSyntaxErrors", "commentsOnly", "whitespaceOnly"],
  ...["commentsLost", "tokensLost", "stringsChanged"],
];

it("L1 finds the facts that need the result of an edit for those who ask", async () => {
  const root = tempTree({
    "a.ts": "f(1 /* why */);\n",
    "r.yaml": recipeOf([["f($A)", "g($A)"]]),
  });
  const factsWith = async (...options: string[]) => {
    const { report } = await cliReport(root, options);
    const names = Object.keys(report.actions[0]?.facts ?? {});
    return [OF_RESULT.filter((name) => names.includes(name)), report.alerts.length] as const;
  };
  const preview = ["preview", "r.yaml", "--facts"];
  expect(await factsWith(...preview, "asked")).toEqual([[], 0]);
  expect(await factsWith(...preview, "asked", "--policy", "apply-all")).toEqual([[], 0]);
  expect(await factsWith(...preview, "all")).toEqual([OF_RESULT, 1]);
  const [safe] = await factsWith(...preview, "asked", "--policy", "safe");
  expect(safe).toEqual(OF_RESULT.filter((name) => name !== "commentsOnly"));
});

it.each([
  ["maxReplacements: 1", "file", [["a.ts", false]]],
  ["maxReplacements: 2", "file", [["a.ts", true]]],
  [
    "maxReplacements: 3",
    "file",
    [
      ["a.ts", true],
      ["b.ts", false],
    ],
  ],
  ["maxReplacements: 1", "match", [["a.ts", true]]],
  ["maxFiles: 1", "file", [["a.ts", true]]],
])(
  "says of an edit that a limit cut off that it is not idempotent: %s, per %s",
  async (limit, per, expected) => {
    const text = "f(1);\nf(2);\n";
    const recipe = recipeOf([["f($A)", "Map($A)"]], `per: ${per}\n${limit}`);
    const root = tempTree({ "a.ts": text, "b.ts": text, "r.yaml": recipe });
    const { report } = await cliReport(root, ["preview", "r.yaml", "--policy", "safe"]);
    expect(report.actions.map(({ facts }) => [facts.files[0], facts.idempotent])).toEqual(expected);
    const states = report.actions.map(({ state }) => state === "would-apply");
    expect(states).toEqual(expected.map(([, isIdempotent]) => isIdempotent));
  },
);
