import { expect, it } from "vitest";
import { REPOSITORY } from "../../support/grammar-packages.ts";
import { cliReport } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const OPS = 'ops: [{ pat: "foo($A)", out: "bar($A)" }]';
const JS = ["src/a.js", "src/b.jsx"];
const LEFT_JS = "leaves out 2 files of javascript (first src/a.js). If they are meant, write";

it.each<[settings: string, files: readonly string[], told: readonly string[]]>([
  [
    "lang: ts, paths: [src]",
    JS,
    [
      `\`lang: ts\` ${LEFT_JS} \`lang: javascript\`, or \`languages: [typescript, javascript]\` in place of \`lang\`.`,
    ],
  ],
  ["languages: [tsx]", JS, [`\`languages: [tsx]\` ${LEFT_JS} \`languages: [tsx, javascript]\`.`]],
  [
    "lang: js, paths: [src]",
    ["src/a.ts", "src/b.tsx", "src/c.ts", "src/d.md", "src/e.md", "src/f.css", "src/g.py"],
    [
      "`lang: js` leaves out 2 files of typescript (first src/a.ts), 1 file of tsx (first src/b.tsx), 2 files of markdown (first src/d.md), others of 2 more languages. If they are meant, write `languages: [javascript, typescript, tsx]` in place of `lang`.",
    ],
  ],
  [
    "lang: py, paths: [src]",
    JS,
    [
      `\`lang: py\` ${LEFT_JS} \`lang: javascript\`, or \`languages: [python, javascript]\` in place of \`lang\`.`,
    ],
  ],
  // Nothing is near, and a recipe for any project may have steps for several languages.
  ["lang: py", JS, []],
  ["lang: ts", [...JS, "src/c.ts"], []],
])("a step with %s that searches none of %s says so: %s", async (settings, files, told) => {
  const recipe = `version: 1\nsteps: [{ ast_edit: { ${settings}, ${OPS} } }]\n`;
  const texts = Object.fromEntries(files.map((path) => [path, "x(1);\n"]));
  const root = tempTree({ ...texts, "r.yaml": recipe });
  const { report, exitCode } = await cliReport(root, [
    "preview",
    "r.yaml",
    "--packages",
    REPOSITORY,
  ]);
  const alerts = report.alerts.filter(({ code }) => code === "other-languages");
  expect(exitCode).toBe(0);
  expect(alerts.map(({ message }) => message)).toEqual(
    told.map((each) => `No file was searched: ${each}`),
  );
});

it("a language that another step names is not told, nor files beside a part of the tree", async () => {
  const step = (lang: string) => `  - ast_edit: { lang: ${lang}, paths: [src], ${OPS} }\n`;
  const root = tempTree({
    "both.yaml": `version: 1\nsteps:\n${step("ts")}${step("javascript")}`,
    "one.yaml": `version: 1\nsteps:\n${step("ts")}`,
    "src/a.js": "foo(1);\n",
    "src/b.ts": "foo(1);\n",
  });
  for (const words of [["both.yaml"], ["one.yaml", "--files", "src/a.js"]]) {
    const { report } = await cliReport(root, ["preview", ...words]);
    expect(report.alerts.filter(({ code }) => code === "other-languages")).toEqual([]);
  }
});
