import { css } from "@ast-grep/napi";
import { expect, it, onTestFinished, vi } from "vitest";
import { FAST_WAYS, reportWithout } from "../support/fast-ways.ts";
import { tempTree } from "../support/temp-tree.ts";

const RECIPE = `version: 1
steps:
  - id: css
    ast_edit: { languages: [css], ops: [{ rule: { kind: plain_value, regex: ^red$ }, out: blue }] }
  - id: html
    ast_edit: { languages: [html], ops: [{ pat: "<p>$A</p>", out: "<b>$A</b>" }] }
`;

it("files of languages without a list of tokens are reported as without the fast ways, and have no native pass", async () => {
  // So many that the engine leaves out those without a match by itself.
  const files = Array.from({ length: 90 }, (_, index) => [
    [`${index}.css`, `a { color: ${index % 9 === 0 ? "red" : "#red"}; } /* red */\n`],
    [`${index}.html`, index % 9 === 0 ? "<p>1</p>\n" : "<i>1</i>\n"],
  ]).flat();
  const broken = {
    "broken.css": "a { color: red; }\na { color: }\n}",
    "broken.html": "<p>1</p><p",
  };
  const root = tempTree({ ...Object.fromEntries(files), ...broken, "recipe.yaml": RECIPE });
  const search = vi.spyOn(css, "findInFiles");
  onTestFinished(() => search.mockRestore());
  const report = await reportWithout(root, [], { facts: "all", cache: false });
  const configs = search.mock.calls.map(([{ matcher }]) => matcher);
  expect(configs.length).toBeGreaterThan(0);
  expect(JSON.stringify(configs)).not.toContain("SLUICE_");
  expect(report.actions.map(({ facts }) => facts.files.length)).toEqual([10, 10]);
  expect(report.skipped.map(({ path, why }) => `${path} ${why}`)).toEqual([
    "broken.css syntax-errors",
    "broken.html syntax-errors",
  ]);
  expect(report).toEqual(await reportWithout(root, FAST_WAYS, { facts: "all", cache: false }));
});
