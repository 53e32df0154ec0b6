import { describe, expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
import { readText, tempTree } from "../support/temp-tree.ts";

const RECIPE = (more = "") => `version: 1
steps:
  - ast_edit:
      ${more}
      ops:
        - { pat: util.isBuffer($A), out: isBuffer($A) }
        - imports:
            add: [{ from: ./buffers.js, names: [isBuffer] }]
            remove: [{ from: util, ifUnused: true }]
`;
const OLD = 'import util from "util";\n\nexport const a = util.isBuffer(1);\nutil.isBuffer(2);\n';
const NEW =
  'import { isBuffer } from "./buffers.js";\n\nexport const a = isBuffer(1);\nisBuffer(2);\n';
const FILES = {
  "a.ts": OLD,
  "b.ts": `${OLD}util.inspect(a);\n`,
  "c.ts": 'import util from "util";\n\nexport {};\n',
  "d.html": '<script type="module">\nimport util from "util";\nutil.isBuffer(1);\n</script>\n',
  "e.py": "util.isBuffer(1)\n",
};
const APPLY = ["--policy", "apply-all"];

describe("imports", () => {
  it("change in files in which another op matches, by what the other ops leave", async () => {
    const root = tempTree({ "r.yaml": RECIPE("languages: [typescript]"), ...FILES });
    const { exitCode } = await cliReport(root, ["run", "r.yaml", "--policy", "safe"]);
    expect([exitCode, readText(root, "a.ts")]).toEqual([0, NEW]);
    const both = `import util from "util";\n${NEW}util.inspect(a);\n`;
    expect(readText(root, "b.ts")).toBe(both);
    for (const path of ["c.ts", "d.html", "e.py"] as const)
      expect(readText(root, path)).toBe(FILES[path]);
    const again = await cliReport(root, ["run", "r.yaml", ...APPLY]);
    expect(again.report.totals.actions).toBe(0);
  });

  it("are told of if the file has the name for something else", async () => {
    const taken = "class isBuffer {}\nutil.isBuffer(1);\n";
    const root = tempTree({ "r.yaml": RECIPE(), "a.ts": taken, "b.ts": OLD });
    for (let run = 0; run < 2; run += 1) {
      const { report } = await cliReport(root, ["preview", "r.yaml"]);
      expect(report.alerts.map(({ code, path }) => `${path} ${code}`)).toEqual([
        "a.ts import-left-out",
      ]);
    }
  });

  it("L5 hold an edit by `safe` whose name means something else in its place, and name it", async () => {
    const recipe = RECIPE("per: file");
    const root = tempTree({
      "r.yaml": recipe,
      "a.ts": OLD,
      "b.ts": "const isBuffer = 1;\nutil.isBuffer(isBuffer);\n",
      "c.ts":
        "export function f(\n  isBuffer: (a: unknown) => void,\n) {\n  util.isBuffer(1);\n}\n",
      "d.ts": "util.isBuffer((isBuffer) => isBuffer);\n",
    });
    const { exitCode, report } = await cliReport(root, ["run", "r.yaml", "--policy", "safe"]);
    expect([exitCode, readText(root, "a.ts")]).toEqual([4, NEW]);
    const factOf = (file: string) => {
      const action = report.actions.find(({ files }) => files.some(({ path }) => path === file));
      const places = action?.facts.importsLeftOut ?? ["unknown"];
      expect(action?.reason).toContain(places[0] ?? "");
      return [action?.state, ...places];
    };
    expect(factOf("a.ts")).toEqual(["applied"]);
    expect(factOf("b.ts")).toEqual(["held", "b.ts:2 `isBuffer` (declared in line 1)"]);
    expect(factOf("c.ts")).toEqual(["held", "c.ts:4 `isBuffer` (a parameter in line 2)"]);
    expect(factOf("d.ts")).toEqual(["applied"]);
    expect(report.alerts.map(({ code, path }) => `${path} ${code}`)).toEqual([
      "c.ts loss",
      "b.ts import-left-out",
      "c.ts import-shadowed",
    ]);
  });

  it("L5 hold only the edits with such a name with `per: match`, and are unknown of none", async () => {
    const code = "util.isBuffer(1);\n(isBuffer) => util.isBuffer(2);\n";
    const root = tempTree({ "r.yaml": RECIPE("per: match"), "a.ts": code });
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "safe"]);
    const facts = report.actions.map(({ facts }) => facts.importsLeftOut);
    expect(facts).toContainEqual(["a.ts:2 `isBuffer` (a parameter in line 2)"]);
    expect(facts.filter((places) => places?.length === 0)).toHaveLength(facts.length - 1);
    expect(readText(root, "a.ts")).toContain("\nisBuffer(1);\n(isBuffer) => util.isBuffer(2);\n");
  });

  it("L5 hold no edit that leaves a name of the file where it is", async () => {
    const other = "- { pat: other($A), out: Map($A) }\n        - imports:";
    const root = tempTree({
      "r.yaml": RECIPE().replace("- imports:", other),
      "a.ts": "util.isBuffer(1);\n(isBuffer) => other(isBuffer);\n",
    });
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "safe"]);
    expect(report.actions.map(({ facts, state }) => [state, facts.importsLeftOut])).toEqual([
      ["applied", []],
    ]);
    expect(report.alerts).toEqual([]);
  });

  it("are told of if calls still load what is removed, also in files without an edit", async () => {
    const recipe = `version: 1
steps:
  - ast_edit:
      ops: [{ imports: { remove: [{ from: util }], when: always } }]
`;
    const late = "export const f = () => import('util');\n";
    const root = tempTree({ "r.yaml": recipe, "a.ts": `import "util";\n${late}`, "b.ts": late });
    const { report } = await cliReport(root, ["preview", "r.yaml"]);
    const [a, b] = report.alerts.map(({ code, message }) => `${code} ${message}`);
    expect(a).toContain("import-kept a.ts: `remove` leaves 1 load of util by calls: line 1.");
    expect(b).toContain("b.ts");
    expect(report.alerts).toHaveLength(2);
  });

  it("are in plans, which apply to the byte", async () => {
    const root = tempTree({ "r.yaml": RECIPE("passes: 3"), "a.ts": OLD });
    await cliReport(root, ["plan", "r.yaml", "-o", "p.json", ...APPLY]);
    const { exitCode } = await cliReport(root, ["apply", "p.json"]);
    expect([exitCode, readText(root, "a.ts")]).toEqual([0, NEW]);
  });

  it("are hunks of their own with `per: match`", async () => {
    const root = tempTree({ "r.yaml": RECIPE("per: match"), "a.ts": OLD });
    const { exitCode, report } = await cliReport(root, ["run", "r.yaml", ...APPLY]);
    expect([exitCode, report.totals.actions, readText(root, "a.ts")]).toEqual([0, 4, NEW]);
  });

  it("change in all files with `when: always`", async () => {
    const recipe = `version: 1
steps:
  - ast_edit:
      ops: [{ imports: { remove: [{ from: util, ifUnused: true }], when: always } }]
`;
    const broken = { "f.ts": `${OLD}function (\n`, "f.py": "def (\n" };
    const root = tempTree({ "r.yaml": recipe, ...FILES, ...broken });
    const { exitCode, report } = await cliReport(root, ["run", "r.yaml", ...APPLY]);
    expect([exitCode, readText(root, "c.ts")]).toEqual([0, "\nexport {};\n"]);
    expect(readText(root, "b.ts")).toBe(FILES["b.ts"]);
    expect(report.skipped).toMatchObject([{ path: "f.ts", why: "syntax-errors" }]);
  });

  it.each([
    ["{ imports: { add: [{ from: a }] } }", "needs another op"],
    ["{ imports: { merge: true, when: always }, out: a }", "cannot stand beside `imports`"],
    ["{ imports: { when: always } }", "must have `add`, `remove` or `merge`"],
    ["{ imports: { add: [{ from: a, names: [a-b] }], when: always } }", "must be a name"],
    ["{ imports: { add: [{ from: a, names: [default] }], when: always } }", "a reserved word"],
    ["{ imports: { add: [{ from: a, default: class }], when: always } }", "a reserved word"],
    ["{ imports: { add: [{ from: a, names: [b, c as b] }], when: always } }", "a second time"],
    [
      "{ imports: { add: [{ from: a, names: [b] }, { from: c, default: b }], when: always } }",
      "a second time",
    ],
  ])("%s is refused", async (op, message) => {
    const recipe = `version: 1\nsteps: [{ ast_edit: { ops: [${op}] } }]\n`;
    const root = tempTree({ "r.yaml": recipe });
    const { exitCode, report } = await cliReport(root, ["run", "r.yaml", ...APPLY]);
    expect([exitCode, report.diagnostics[0]?.message]).toEqual([
      2,
      expect.stringContaining(message),
    ]);
  });
});
