import { describe, expect, it } from "vitest";
import { plannedNames } from "../passes/planned-names.ts";

const CALL = {
  pat: "old($A)",
  out: "Number($A)",
  names: { old: { from: ["m"], export: "old" } },
} as const;

describe("an import that edits leave", () => {
  it.each([
    ["import m from 'm';\nconst { old } = m;\nold(1);\nm.x();\n"],
    ["import m from 'm';\nconst old = m.old;\nold(1);\nm.x();\n"],
    ["import * as m from 'm';\nconst { old } = m;\nold(1);\nm.x();\n"],
    ["const m = require('m');\nconst { old } = m;\nold(1);\nm.x();\n"],
    ["import { a as old2 } from 'm';\nimport * as m from 'm';\nconst old = m.old;\nold(old2);\n"],
  ])("stays if the name was a part of what it imports: %j", async (text) => {
    const after = await plannedNames(text, CALL);
    expect(after.text).toBe(text.replace(/old\((\w+)\)/, "Number($1)"));
    expect(after.faults.filter((fault) => !fault.startsWith("unused"))).toEqual([]);
  });

  it.each([
    ["import m, { old } from 'm';\nold(1);\nm();\n", "import m from 'm';\nNumber(1);\nm();\n"],
    ["const { old } = require('m');\nold(1);\n", "Number(1);\n"],
    ["import * as m from 'm';\nm.old(1);\n", "Number(1);\n"],
    ["import { old as o } from 'm';\no(1);\n", "Number(1);\n"],
  ])("goes with its last use: %j", async (before, after) => {
    expect((await plannedNames(before, CALL)).text).toBe(after);
  });
});

describe("an import that the tags of JSX may call", () => {
  const op = {
    pat: "R.old($A)",
    out: "Number($A)",
    names: { R: { from: ["m"], export: "default" } },
  } as const;
  const TAG = "const a = <div>{R.old(1)}</div>;";
  it.each([
    [`import React from 'm';\n${TAG}`, "React"],
    [`/** @jsxRuntime classic */\nimport React from 'm';\n${TAG}`, "React"],
    [`/** @jsx q */\nimport q from 'm';\n${TAG}`, "q"],
    [`/** @jsx q.create */\nimport q from 'm';\n${TAG}`, "q"],
    [`/** @jsxFrag F */\nimport F from 'm';\n${TAG}`, "F"],
    [`import h from 'm';\n${TAG}`, "h"],
    ["import React from 'm';\nconst a = <>{R.old(1)}</>;", "React"],
  ])("stays, and is no unused one: %j", async (code, name) => {
    const text = `${code}\n`.replace("R.old", `${name}.old`);
    const after = await plannedNames(text, op);
    expect(after.text).toBe(text.replace(`${name}.old`, "Number"));
    expect(after.faults).toEqual([]);
    const kept = await plannedNames(text, { ...op, keepImports: true });
    expect(kept.faults).toEqual([]);
  });

  it.each([
    [`/** @jsxImportSource preact */\nimport React from 'm';\n${TAG}`, "React"],
    [`/** @jsxRuntime automatic */\nimport React from 'm';\n${TAG}`, "React"],
    [`import other from 'm';\n${TAG}`, "other"],
    ["import React from 'm';\nconst a = R.old(1) + '</div>';", "React"],
  ])("goes otherwise: %j", async (code, name) => {
    const text = `${code}\n`.replace("R.old", `${name}.old`);
    expect((await plannedNames(text, op)).text).not.toContain("import");
    const kept = await plannedNames(text, { ...op, keepImports: true });
    expect(kept.faults).toEqual([`unused \`${name}\``]);
  });
});
