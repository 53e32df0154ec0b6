import { describe, expect, it } from "vitest";
import { readText, snapshot } from "../support/temp-tree.ts";
import { run } from "../support/transform-form-run.ts";

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
  "typed.ts"(root) {
    try { root.root().typeInfo(); } catch {}
    return "caught;\\n";
  },
  "failed.ts": () => failFile("not this one"),
};

export default (root, options) => CASES[root.relativeFilename().slice("src/".length)]?.(root, options) ?? null;
`;

describe("a codemod of jssg", () => {
  it("has the root, the options and the modules of codemod, and proposes what it writes and renames", async () => {
    const names = ["again", "failed", "moved", "state", "typed", "written"];
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
      "src/failed.ts: not this one.",
      expect.stringContaining("src/typed.ts: it calls typeInfo() of a node"),
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
