import { describe, expect, it } from "vitest";
import { changeImports } from "../../../src/edit/imports/change-imports.ts";
import { splice } from "../../../src/edit/text/splice.ts";
import type { WrittenImports } from "../../../src/recipe/steps/ast-edit/ast-edit-schema.ts";
import { normalizeImports } from "../../../src/recipe/steps/ast-edit/normalize-ast-edit.ts";

/** Returns the text with its imports changed; a second time must change nothing. */
function changed(text: string, written: WrittenImports, language = "typescript"): string {
  const imports = normalizeImports(written);
  const once = (before: string) =>
    splice(before, changeImports(before, language, "ops[0]", imports));
  const after = once(text);
  expect(once(after)).toBe(after);
  return after;
}

const JOIN = { add: [{ from: "node:path", names: ["join"] }] };
const line = (...lines: string[]) => `${lines.join("\n")}\n`;

describe("add", () => {
  it.each([
    {
      title: "behind the last import, in the style of the file",
      before: line("import a from 'a'", "import b from 'b' // b", "", "a(b)"),
      after: line(
        "import a from 'a'",
        "import b from 'b' // b",
        "import { join } from 'node:path'",
        "",
        "a(b)",
      ),
    },
    {
      title: "into an import of the module",
      before: line('import { sep } from "node:path";', "sep;"),
      after: line('import { sep, join } from "node:path";', "sep;"),
    },
    {
      title: "into one of several lines",
      before: line("import {", "  sep,", '} from "node:path";'),
      after: line("import {", "  sep,", "  join,", '} from "node:path";'),
    },
    {
      title: "behind a default import",
      before: line('import path from "node:path";'),
      after: line('import path, { join } from "node:path";'),
    },
    {
      title: "beside a namespace",
      before: line('import * as path from "node:path";'),
      after: line('import * as path from "node:path";', 'import { join } from "node:path";'),
    },
    {
      title: "beside an import of types",
      before: line('import type { ParsedPath } from "node:path";'),
      after: line(
        'import type { ParsedPath } from "node:path";',
        'import { join } from "node:path";',
      ),
    },
    {
      title: "into empty braces",
      before: line('import {} from "node:path";'),
      after: line('import { join } from "node:path";'),
    },
    {
      title: "behind a licence, a `#!` line and directives",
      before: line(
        "#!/usr/bin/env node",
        "/* Copyright: me */",
        '"use strict";',
        "// about a",
        "a();",
      ),
      after: line(
        "#!/usr/bin/env node",
        "/* Copyright: me */",
        '"use strict";',
        'import { join } from "node:path";',
        "",
        "// about a",
        "a();",
      ),
    },
    { title: "to an empty file", before: "", after: line('import { join } from "node:path";') },
    {
      title: "as require in CommonJS",
      before: line("'use strict';", "const a = require('a');", "a();"),
      after: line(
        "'use strict';",
        "const a = require('a');",
        "const { join } = require('node:path');",
        "a();",
      ),
    },
    {
      title: "into a require of the module",
      before: line('const { sep: s } = require("node:path");', "module.exports = s;"),
      after: line('const { sep: s, join } = require("node:path");', "module.exports = s;"),
    },
    {
      title: "as import if a file has both forms",
      before: line('import a from "a";', 'const b = require("b");'),
      after: line(
        'import a from "a";',
        'import { join } from "node:path";',
        'const b = require("b");',
      ),
    },
    { title: "nothing that is there", before: line('import { sep, join } from "node:path";') },
    { title: "nothing of a name that is taken", before: line('import { join } from "lodash";') },
    ...[
      "export const join = 1;",
      "class join {}",
      "enum join { a }",
      "const { a: [join] } = b;",
      "const { join = 1, ...c } = b;",
      "function* join() {}",
      "declare function join(): void;",
      "namespace join { f(); }",
      "import join = A.B;",
      'import join = require("join");',
      "for (var join of b) f();",
      "if (b) { var join = 1; }",
      "export abstract class join {}",
      "type join = 1;",
    ].map((before) => ({ title: `nothing of a name that is declared: ${before}`, before })),
    {
      title: "a name that only a function declares",
      before: line("function f() { var join; }"),
      after: line('import { join } from "node:path";', "", "function f() { var join; }"),
    },
    {
      title: "a value that is imported as a type",
      before: line('import { type join, type sep } from "node:path";'),
      after: line('import { join, type sep } from "node:path";'),
    },
    {
      title: "a value that alone is imported as a type",
      before: line('import type { join } from "node:path";'),
      after: line('import { join } from "node:path";'),
    },
    {
      title: "nothing to an import with attributes",
      before: line('import { sep } from "node:path" with { type: "x" };'),
      after: line(
        'import { sep } from "node:path" with { type: "x" };',
        'import { join } from "node:path";',
      ),
    },
    {
      title: "behind a directive with a comment",
      before: line("'use strict' // why", "", "module.exports = 1"),
      after: line(
        "'use strict' // why",
        "const { join } = require('node:path')",
        "",
        "module.exports = 1",
      ),
    },
    {
      title: "behind all lines of a licence",
      before: line("// Copyright: me", "// All rights reserved", "a();"),
      after: line(
        "// Copyright: me",
        "// All rights reserved",
        'import { join } from "node:path";',
        "",
        "a();",
      ),
    },
    ...["// @ts-ignore", "// eslint-disable-next-line no-a"].map((comment) => ({
      title: `before ${comment}`,
      before: line(comment, "a();"),
      after: line('import { join } from "node:path";', "", comment, "a();"),
    })),
    {
      title: "behind a comment about the last name",
      before: line("import {", "  sep // why", '} from "node:path";'),
      after: line("import {", "  sep, // why", "  join", '} from "node:path";'),
    },
    {
      title: "behind a comment about the last name with a comma",
      before: line("import {", "  sep, // why", '} from "node:path";'),
      after: line("import {", "  sep, // why", "  join,", '} from "node:path";'),
    },
    {
      title: "with a `;` before a bracket",
      before: line("(function () { module.exports = 1 })()"),
      after: line(
        'const { join } = require("node:path");',
        "",
        "(function () { module.exports = 1 })()",
      ),
    },
    {
      title: "before a `;` that stands before a bracket",
      before: line("const a = require('a')", ";[1].map(a)"),
      after: line("const a = require('a')", "const { join } = require('node:path')", ";[1].map(a)"),
    },
    {
      title: "with CRLF",
      before: 'import a from "a";\r\na();\r\n',
      after: 'import a from "a";\r\nimport { join } from "node:path";\r\na();\r\n',
    },
  ])("$title", ({ before, after = before }) => {
    expect(changed(before, JOIN)).toBe(after);
  });

  it.each<{ add: NonNullable<WrittenImports["add"]>[number]; after: string }>([
    {
      add: { from: "m", default: "m", names: ["a as b", "c"] },
      after: 'import m, { a as b, c } from "m";',
    },
    { add: { from: "m", namespace: "m" }, after: 'import * as m from "m";' },
    { add: { from: "m" }, after: 'import "m";' },
    { add: { from: "m", names: ["T"], type: true }, after: 'import type { T } from "m";' },
  ])("$after", ({ add, after }) => {
    expect(changed("", { add: [add] })).toBe(line(after));
  });

  it("adds a default before names, and names of types to such an import", () => {
    const before = line('import { a } from "m";', 'import type { T } from "m";');
    const add = [
      { from: "m", default: "m" },
      { from: "m", names: ["U"], type: true },
    ];
    expect(changed(before, { add })).toBe(
      line('import m, { a } from "m";', 'import type { T, U } from "m";'),
    );
  });
});

describe("remove", () => {
  it.each([
    {
      title: "one of several",
      before: line('import { a, b, c } from "m";'),
      after: line('import { a, c } from "m";'),
    },
    {
      title: "the first",
      before: line('import { b, c } from "m";'),
      after: line('import { c } from "m";'),
    },
    {
      title: "the last",
      before: line('import { a, b, } from "m";'),
      after: line('import { a, } from "m";'),
    },
    { title: "the only one", before: line('import { b } from "m";', "a();"), after: line("a();") },
    {
      title: "the only one in braces",
      before: line('import d, { b } from "m";'),
      after: line('import d from "m";'),
    },
    {
      title: "a line of several",
      before: line("import {", "  a,", "  b,", "  c,", '} from "m";'),
      after: line("import {", "  a,", "  c,", '} from "m";'),
    },
    {
      title: "the last line of several",
      before: line("import {", "  a, // first", "  b,", '} from "m";'),
      after: line("import {", "  a, // first", '} from "m";'),
    },
    {
      title: "of require",
      before: line('const { a, b: x } = require("m");'),
      after: line('const { a } = require("m");'),
    },
    { title: "not of another module", before: line('import { b } from "n";') },
    {
      title: "and keep comments",
      before: line("import {", "  // why", "  b,", '} from "m";', "a();"),
      after: line("// why", "", "a();"),
    },
  ])("$title", ({ before, after = before }) => {
    expect(changed(before, { remove: [{ from: "m", names: ["b"] }] })).toBe(after);
  });

  it.each([
    { before: line('import m from "m";', "f(m);"), isKept: true },
    { before: line('import m from "m";', "f({ m });"), isKept: true },
    { before: line('import m from "m";', "let a: m;"), isKept: true },
    { before: line('import m from "m";', "f.m = { m: 1 };"), isKept: false },
    { before: line('import * as m from "m";', "f();"), isKept: false },
    { before: line('const m = require("m");', "f();"), isKept: false },
    { before: line('import "m";', "f();"), isKept: true },
  ])("with ifUnused: $before", ({ before, isKept }) => {
    const after = changed(before, { remove: [{ from: "m", ifUnused: true }] });
    expect(after).toBe(isKept ? before : before.slice(before.indexOf("\n") + 1));
  });

  it("with ifUnused keeps what the tags of JSX may call", () => {
    const remove = [{ from: "m", ifUnused: true }];
    const without = (code: string) => changed(code, { remove }, "javascript");
    const tags = line('import React, { b } from "m";', "f(<div />);");
    expect(without(tags)).toBe(line('import React from "m";', "f(<div />);"));
    expect(without(line('import React from "m";', "f();"))).toBe("f();\n");
  });

  it.each([
    {
      before: line("var a = require('a')", "const { b } = require('m')", ";[1].map(a)"),
      after: line("var a = require('a')", ";[1].map(a)"),
    },
    {
      before: line("var a = 1", "const { b } = require('m');", "const b2 = require('m').b;", "a()"),
      after: line("var a = 1", "const b2 = require('m').b;", "a()"),
    },
    {
      before: line("var a = c", "var { b } = require('m');", "const x = require('m').b;", "(a)()"),
      after: line("var a = c", "const x = require('m').b;", "(a)()"),
    },
    {
      before: line(
        "var a = c",
        "var { b } = require('m');",
        "var { b: d } = require('m');",
        "(a)()",
      ),
      after: line("var a = c", ";", "(a)()"),
    },
  ])("keeps a `;` that the code around it needs: $before", ({ before, after }) => {
    expect(changed(before, { remove: [{ from: "m", names: ["b"] }] }, "javascript")).toBe(after);
  });

  it("takes `default as a` for the default import", () => {
    const before = line('import { default as d, a } from "m";');
    expect(changed(before, { remove: [{ from: "m", default: true }] })).toBe(
      line('import { a } from "m";'),
    );
    expect(changed(before, { add: [{ from: "m", default: "d", names: ["b"] }] })).toBe(
      line('import { default as d, a, b } from "m";'),
    );
  });

  it("removes only the default, or the namespace", () => {
    const before = line('import d, { a } from "m";', 'import * as n from "m";');
    expect(changed(before, { remove: [{ from: "m", default: true }] })).toBe(
      line('import { a } from "m";', 'import * as n from "m";'),
    );
    expect(changed(before, { remove: [{ from: "m", namespace: true }] })).toBe(
      line('import d, { a } from "m";'),
    );
  });
});

describe("add and remove", () => {
  it.each([
    {
      before: line('import { x } from "b";', "x();"),
      after: line('import { x } from "a";', "x();"),
    },
    {
      before: line('import { x, y } from "b";', "x(y);"),
      after: line('import { y } from "b";', 'import { x } from "a";', "x(y);"),
    },
    {
      before: line('import { x as z } from "b";', 'import { q } from "a";', "z();"),
      after: line('import { q, x } from "a";', "z();"),
    },
    {
      before: line("const { x } = require('b')", "x()"),
      after: line("const { x } = require('a')", "x()"),
    },
  ])("move a name to another module: $before", ({ before, after }) => {
    const written = {
      add: [{ from: "a", names: ["x"] }],
      remove: [{ from: "b", names: ["x"] }],
    };
    expect(changed(before, written)).toBe(after);
  });

  it("keep a name of another module that is still used", () => {
    const before = line('import { x } from "b";', "x();");
    const written = {
      add: [{ from: "a", names: ["x"] }],
      remove: [{ from: "b", ifUnused: true }],
    };
    expect(changed(before, written)).toBe(before);
  });

  it("keep of a module only what is added", () => {
    const before = line('import _, { q } from "lodash";', 'import "lodash";', "map();");
    const written = {
      add: [{ from: "lodash", names: ["map"] }],
      remove: [{ from: "lodash" }],
    };
    expect(changed(before, written)).toBe(line('import { map } from "lodash";', "map();"));
  });
});

it("adds no types to JavaScript", () => {
  const add = [{ from: "m", names: ["T"], type: true }];
  expect(changed(line('const a = require("a");'), { add }, "javascript")).toBe(
    line('const a = require("a");'),
  );
});

describe("merge", () => {
  it.each([
    {
      title: "not those with other attributes",
      before: line('import { a } from "m";', 'import { b } from "m" with { type: "json" };'),
    },
    {
      title: "and keep a `;` before a bracket",
      before: line("const { a } = require('m')", "const { b } = require('m')", ";[1].map(a)"),
      after: line("const { a, b } = require('m')", ";[1].map(a)"),
    },
  ])("joins imports, $title", ({ before, after = before }) => {
    expect(changed(before, { merge: true })).toBe(after);
  });

  it("joins imports of one module", () => {
    const before = line(
      'import { a } from "m";',
      'import { b, a, c as d } from "m";',
      'import type { T } from "m";',
      'import { e } from "n";',
      'import { /* why */ f } from "m";',
    );
    expect(changed(before, { merge: true })).toBe(
      line(
        'import { a, b, c as d } from "m";',
        'import type { T } from "m";',
        'import { e } from "n";',
        'import { /* why */ f } from "m";',
      ),
    );
  });
});

it("makes edits that are small, and moves one name to another module", () => {
  const written = {
    add: [{ from: "node:assert", names: ["equal as same"] }],
    remove: [{ from: "assert", names: ["equal"] }],
  };
  const text = line("import { equal, ok } from 'assert';", "ok(1);");
  expect(changeImports(text, "typescript", "ops[0]", normalizeImports(written))).toMatchObject([
    { start: 9, end: 16, text: "" },
    { start: 36, end: 36, text: "import { equal as same } from 'node:assert';\n" },
  ]);
});

it.each(["javascript", "typescript", "tsx"])("knows the uses of names in %s", (language) => {
  const remove = [{ from: "m", ifUnused: true }];
  const used = line('import M from "m";', language === "typescript" ? "M();" : "f(<M />);");
  expect(changed(used, { remove }, language)).toBe(used);
  expect(changed(line('import M from "m";', "f();"), { remove }, language)).toBe("f();\n");
  const add = [{ from: "m", names: ["a"] }];
  const taken = line("function a() {}", "class b {}");
  expect(changed(taken, { add, merge: true }, language)).toBe(taken);
});

it.each([
  ["a.cjs", "a();\n", 'const { join } = require("node:path");\n\na();\n'],
  ["a.cjs", "export {};\n", 'import { join } from "node:path";\n\nexport {};\n'],
  [
    "a.mjs",
    "require.a();\nexports.b();\n",
    'import { join } from "node:path";\n\nrequire.a();\nexports.b();\n',
  ],
  ["a.js", "exports.b();\n", 'const { join } = require("node:path");\n\nexports.b();\n'],
  ["a.js", "a();\n", 'import { join } from "node:path";\n\na();\n'],
])(
  "the ending of %s tells the kind of a module where its statements do not",
  (path, text, after) => {
    const imports = { ...normalizeImports(JOIN), path };
    expect(splice(text, changeImports(text, "javascript", "ops[0]", imports))).toBe(after);
  },
);
