import { describe, expect, it } from "vitest";
import { javascriptNames } from "../../../src/names/javascript/javascript-names.ts";
import type { Dialect } from "../../../src/syntax/dialect.ts";

/** Returns the export that the code between « and » comes from, or the kind of what it is. */
function origin(marked: string, dialect: Dialect = "tsx"): string {
  const [before = "", inside = "", after = ""] = marked.split(/[«»]/);
  const names = javascriptNames(before + inside + after, dialect);
  const place = { start: before.length, end: before.length + inside.length };
  const resolved = names?.resolve(place);
  if (resolved?.kind !== "module") return resolved?.kind ?? "no names";
  return [resolved.origin.module, ...resolved.origin.path].join(" ");
}

describe("names as repositories write them", () => {
  it.each([
    ['const { ["join"]: j } = require("path");\n«j»(a);', "path join"],
    ["const { [`join`]: j } = require(`path`);\n«j»(a);", "path join"],
    ['import path from "path";\n«path[`join`]»(a);', "path default join"],
    ["async function f() { return («await import(`path`)»).join(a); }", "path"],
    ["import('path').then((p) => «p.join»(a));", "path join"],
    ["import('path').then(function ({ join: j }: Path) { «j»(a); });", "path join"],
    ['const p = await import.defer("path");\n«p.join»(a);', "path join"],
    [
      'import * as ReactModule from "react";\nimport State = ReactModule.useState;\n«State»(a);',
      "react useState",
    ],
    [
      'import React = require("react");\nimport Node = React.ReactNode;\ntype A = «Node»;',
      "react ReactNode",
    ],
  ])("%j", (code: string, expected: string) => {
    expect(origin(code)).toBe(expected);
  });

  it.each([
    ["const { [join]: j } = require('path');\n«j»(a);", "declared"],
    ["import path from 'path';\n«path[join]»(a);", "none"],
    ["import path from 'path';\n«path[`${join}`]»(a);", "none"],
    ["const p = await import.source('path');\n«p.join»(a);", "declared"],
    ["import('path').catch((p) => «p.join»(a));", "declared"],
    ["import('path').then(f, (p) => «p.join»(a));", "declared"],
    ["import('path').then((p = other) => «p.join»(a));", "declared"],
    ["import('path').then((q, p) => «p.join»(a));", "declared"],
    ["import source p from 'path';\n«p.join»(a);", "declared"],
    [
      "namespace Own { export const useState = 1; }\nimport State = Own.useState;\n«State»;",
      "declared",
    ],
  ])("no export: %j", (code: string, expected: string) => {
    expect(origin(code)).toBe(expected);
  });

  it("reads a file of declarations", () => {
    const code =
      'import * as React from "react";\nexport const Tag: «React.FC»<Props>;\nexport function f(): void;';
    expect(origin(code, "ts")).toBe("react FC");
  });

  it("still has no names for a text with syntax errors", () => {
    expect(origin("import * as React from 'react';\n«React.FC» x = ;", "ts")).toBe("no names");
  });
});
