import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../src/model/events.ts";
import type { RunRequest } from "../../src/request/request.ts";
import { THREADS } from "../support/cached-run.ts";
import { runWith } from "../support/run-request.ts";
import { readText, snapshot, type Tree, tempRepository, tempTree } from "../support/temp-tree.ts";

const PACKAGES = resolve(import.meta.dirname, "../../node_modules");

const recipe = (step: string) => `version: 1\nname: r\nsteps:\n  - ${step}\n`;

/** Runs a transform over a tree that has the packages of this repository. */
async function run(step: string, tree: Tree, request: Partial<RunRequest> = {}) {
  const files = { "recipe.yaml": recipe(step), ".gitignore": "node_modules\n", ...tree };
  const root = request.since === undefined ? tempTree(files) : tempRepository(files);
  symlinkSync(PACKAGES, join(root, "node_modules"), "junction");
  const before = snapshot(root);
  const logs: string[] = [];
  const onEvent = (event: RunEvent) => event.type === "log" && logs.push(event.message);
  const asked = { policy: "apply-all", allowCode: true, ...request };
  const report = await runWith(root, asked, onEvent, { threads: THREADS });
  const alerts = report.alerts.flatMap(({ level, message }) => (level === "error" ? message : []));
  return { root, before, report, alerts, logs };
}

const JSSG = `
import astGrep, { kind, parse, parseAsync, type SgRoot } from "codemod:ast-grep";
import { useMetricAtom } from "codemod:metrics";
import runtime, { failFile } from "codemod:runtime";
import { getOrSetStepOutput, getState, getStepOutput, setState, setStepOutput } from "codemod:workflow";

export const getSelector = ({ params }) => ({ rule: { pattern: params.name + "($A)" } });

const count = useMetricAtom("count");

const CASES = {
  async "state.ts"(root: SgRoot, options) {
    setStepOutput("a", "1");
    setState("b", getState("b") ?? [2]);
    count.increment({ of: "x", not: undefined });
    runtime.progress("at work");
    const later = await parseAsync("typescript", "b()");
    return JSON.stringify([
      getStepOutput("step", "a"), getStepOutput("step", "c"), getOrSetStepOutput("s", "a", "3"), getState("b"),
      count.getEntries(), options.matches.map((node) => node.text()), options.params, options.language,
      root.relativeFilename(), root.filename().endsWith("src/state.ts"), root.source(),
      parse("ts", " a").source(), later.root().text(), kind("ts", "program") === astGrep.kind("ts", "program"),
    ]);
  },
  "again.ts": () => String(getState("b")),
  "written.ts": (root) => void root.write("written;\\n"),
  "moved.ts"(root) {
    root.root().find("foo($A)").getRoot().rename("../lib/new.ts");
    return "moved;\\n";
  },
  "defined.ts"(root) {
    try { root.root().definition(); } catch {}
    return "caught;\\n";
  },
  "failed.ts": () => failFile("not this one"),
};

export default (root, options) => CASES[root.relativeFilename().slice("src/".length)]?.(root, options) ?? null;
`;

describe("a codemod of jssg", () => {
  it("has the root, the options and the modules of codemod, and proposes what it writes and renames", async () => {
    const names = ["again", "defined", "failed", "moved", "state", "written"];
    const { root, report, alerts, logs } = await run(
      "{ transform: ./codemod.ts, params: { name: foo }, per: file }",
      {
        "codemod.ts": JSSG,
        ...Object.fromEntries(names.map((name) => [`src/${name}.ts`, "foo(1);\n"])),
        "src/other.ts": "bar(1);\n",
        "notes.xyz": "foo(1);\n",
      },
    );
    expect(alerts).toEqual([
      expect.stringContaining("src/defined.ts: it calls definition() of a node"),
      "src/failed.ts: not this one.",
    ]);
    expect(JSON.parse(readText(root, "src/state.ts"))).toEqual([
      ...["1", null, "1", [2], [{ cardinality: { of: "x" }, count: 1 }], ["foo(1)"]],
      ...[{ name: "foo" }, "TypeScript", "src/state.ts", true, "foo(1);\n", " a", "b()", true],
    ]);
    expect(logs).toContain("at work");
    expect(readText(root, "src/again.ts")).toBe("undefined");
    expect(readText(root, "src/written.ts")).toBe("written;\n");
    expect(readText(root, "lib/new.ts")).toBe("moved;\n");
    expect(snapshot(root)).not.toHaveProperty("src/moved.ts");
    expect(report.actions.map(({ files }) => files.map(({ path }) => path))).toContainEqual([
      "src/moved.ts",
      "lib/new.ts",
    ]);
  });

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

describe("a step with a transform", () => {
  it("is invalid with a language that does not exist", async () => {
    const { report } = await run("{ transform: ./a.ts, languages: [ts, tipescript] }", {
      "a.ts": "",
    });
    expect(report.exitCode).toBe(2);
    expect(report.diagnostics).toMatchObject([{ code: "unknown-language", line: 4, column: 42 }]);
  });

  it("is refused with --changed-lines, because its edits depend on each other", async () => {
    const changed = { since: "HEAD", changedLines: true };
    const { report } = await run("{ transform: ./a.ts }", { "a.ts": "" }, changed);
    expect(report.exitCode).toBe(2);
    expect(report.diagnostics[0]?.message).toContain("--changed-lines");
  });
});
