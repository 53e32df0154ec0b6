import { describe, expect, it } from "vitest";
import { Spelling } from "../../../src/edit/naming/spelling.ts";
import { javascriptNames } from "../../../src/names/javascript/javascript-names.ts";
import { plannedNames } from "../passes/planned-names.ts";

const RM = { from: ["fs", "node:fs", "fs-extra"], export: "promises.rm" };

/** Spells a name in a text, and returns it with the imports that a text with it needs. */
function spelled(marked: string, written = (name: string) => `${name}(a)`) {
  const code = marked.replace("|", "");
  const op = { meant: { rm: RM }, captures: {}, whole: undefined, keepImports: false };
  const spelling = new Spelling(op, javascriptNames(`${code}\n;`, "ts"), { claims: new Map() });
  const name = spelling.of("rm", marked.indexOf("|") < 0 ? code.length : marked.indexOf("|"), {
    isMember: true,
  });
  const brought = spelling.broughtBy([written(name)]);
  return [name, ...brought.map(({ add: { from, names } }) => `${from}: ${names.flat().join(" ")}`)];
}

describe("a name that an edit brings", () => {
  it.each([
    ["import fs from 'fs';", ["fs.promises.rm"]],
    ["import { promises } from 'node:fs';", ["promises.rm"]],
    ["import { promises as p } from 'fs';", ["p.rm"]],
    ["import fs from 'fs-extra';", ["promises.rm", "fs-extra: promises promises"]],
    ["import * as fs from 'fs-extra';", ["fs.promises.rm"]],
    ["const fs = require('fs-extra');", ["fs.promises.rm"]],
    ["const { rm: r } = require('fs').promises;", ["r"]],
    ["import('fs').then((f) => |0);", ["f.promises.rm"]],
    ["import('fs').then((f) => 0);", ["promises.rm", "fs: promises promises"]],
    ["import { promises } from 'other';", ["promises2.rm", "fs: promises promises2"]],
    ["import { open } from 'node:fs';", ["promises.rm", "node:fs: promises promises"]],
    ["import { rm } from 'other';", ["promises.rm", "fs: promises promises"]],
  ])("may be a member of an export: %s", (code, found) => {
    expect(spelled(code)).toEqual(found);
  });

  it("is imported if a text has it, and not if a member has its name", () => {
    expect(spelled("", () => "a.promises")).toEqual(["promises.rm"]);
    expect(spelled("", () => "[...promises, promises$]")).toEqual([
      "promises.rm",
      "fs: promises promises",
    ]);
  });
});

it.each([
  ["import * as lib from 'lib';\nlib.make();\n", "import * as lib from 'lib';\nnew lib.Made();\n"],
  ["const lib = require('lib');\nlib.make();\n", "const lib = require('lib');\nnew lib.Made();\n"],
])("a class is a member of a module of any name: %j", async (before, after) => {
  const names = {
    make: { from: ["lib"], export: "make" },
    Made: { from: ["lib"], export: "Made" },
  };
  const planned = await plannedNames(before, { pat: "make()", out: "new Made()", names });
  expect(planned).toEqual({ text: after, regrouped: [], faults: [] });
});
