import { describe, expect, it } from "vitest";
import { readText, snapshot } from "../support/temp-tree.ts";
import { run } from "../support/transform-form-run.ts";

describe("a codemod of jssg", () => {
  it("fails alone for an edit outside of its node, which the engine cannot survive", async () => {
    const text = `export default (root) =>
  root.root().commitEdits([{ startPos: 0, endPos: 6, insertedText: "bar()" }]);\n`;
    const tree = { "codemod.ts": text, "src/a.ts": "foo(1);\n", "src/b.ts": "b;\n" };
    const step = "{ transform: ./codemod.ts, api: jssg, paths: [src], per: file }";
    const { root, alerts } = await run(step, tree);
    expect(alerts).toEqual([
      "src/b.ts: commitEdits() got an edit of 0 to 6, but its node spans 0 to 3.",
    ]);
    expect(readText(root, "src/a.ts")).toBe("bar();\n");
  });

  it("may end the whole step", async () => {
    const text = `import { failStep } from "codemod:runtime";\nexport default () => failStep("enough");\n`;
    const tree = { "codemod.ts": text, "a.ts": "a;\n" };
    const { report, root, before } = await run("{ transform: ./codemod.ts }", tree);
    expect(report.exitCode).toBe(1);
    expect(JSON.stringify(report)).toContain("The transform ./codemod.ts ended the step: enough.");
    expect(snapshot(root)).toEqual(before);
  });
});

describe("a codemod of jscodeshift", () => {
  it("gets files of scripts only, reports to the log, and costs one file if it fails", async () => {
    const text = `
export const parser = "tsx";
export default function (file, api, options) {
  if (file.source.includes("broken")) throw new Error("cannot");
  api.stats("seen");
  api.report("looked at");
  const root = api.j(file.source);
  if (root.find(api.j.Identifier, { name: options.name }).size() === 0) return "";
  return root.find(api.jscodeshift.Identifier, { name: options.name }).replaceWith(api.j.identifier("b")).toSource();
}`;
    const { root, alerts, logs, report } = await run(
      "{ transform: ./codemod.js, params: { name: a }, paths: [src], per: file }",
      {
        "codemod.js": text,
        "src/a.tsx": "const x: N = <i>{a}</i>; // kept\n",
        "src/broken.ts": "broken;\n",
        "src/empty.ts": "c;\n",
        "src/style.css": "a { }\n",
      },
    );
    expect(alerts).toEqual(["src/broken.ts: cannot."]);
    expect(readText(root, "src/a.tsx")).toBe("const x: N = <i>{b}</i>; // kept\n");
    expect(report.totals.filesChanged).toBe(1);
    expect(logs.join("\n")).toContain("src/a.tsx: looked at");
  });
});

describe("a move that a transform proposes", () => {
  const MOVE = `export default (file, context) => {
  context.proposeMove(file.path, "lib/" + file.path);
  return file.text + "// moved\\n";
};
`;
  const STEP = "{ transform: ./codemod.mjs, api: sluice, paths: [a.ts, b.ts], per: match }";

  it("is one action, and needs a free place", async () => {
    const tree = { "codemod.mjs": MOVE, "a.ts": "a;\n", "b.ts": "b;\n", "lib/b.ts": "other;\n" };
    const { root, report, alerts } = await run(STEP, tree);
    expect(report.actions.map(({ files }) => files.map(({ path }) => path))).toEqual([
      ["a.ts", "lib/a.ts"],
    ]);
    expect(report.actions[0]?.facts).toMatchObject({
      deletedFiles: ["a.ts"],
      newFiles: ["lib/a.ts"],
    });
    expect(readText(root, "lib/a.ts")).toBe("a;\n// moved\n");
    expect(alerts).toEqual(["b.ts: it is moved to lib/b.ts, which exists."]);
    expect(readText(root, "b.ts")).toBe("b;\n");
  });
});
