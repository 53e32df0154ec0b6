import { expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
import { tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const OF_RESULT = [
  ...["idempotent", "newSyntaxErrors", "commentsOnly", "whitespaceOnly"],
  ...["commentsLost", "tokensLost", "stringsChanged"],
];

it("L1 finds the facts that need the result of an edit for those who ask", async () => {
  const root = tempRepository({
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
