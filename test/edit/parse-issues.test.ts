import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseText } from "../../src/edit/engine.ts";
import type { Language } from "../../src/edit/language.ts";
import { findErrorNodes, findParseIssues } from "../../src/edit/parse-issues.ts";

const root = path.resolve(import.meta.dirname, "../../node_modules");

test("A8 no healthy file of rxjs and zod seems to have a made-up token", () => {
  const wrong: string[] = [];
  let files = 0;
  for (const name of ["rxjs/src", "zod/src"]) {
    for (const file of readdirSync(path.join(root, name), { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts")) continue;
      files += 1;
      const nodes = findErrorNodes(
        parseText(readFileSync(path.join(root, name, file), "utf8"), "typescript"),
      );
      // A few files use syntax that the grammar does not know; those have ERROR nodes.
      if (nodes.length > 0 && !nodes.some((node) => node.is("ERROR"))) wrong.push(file);
    }
  }
  expect(wrong).toEqual([]);
  expect(files).toBeGreaterThan(500);
});

test.each<[Language, string]>([
  ["html", "<script></script><style></style><script src='a'></script><p></p><br><input value=''>"],
  ["css", '.a {} .b { content: ""; } @media print {}'],
  [
    "tsx",
    'const a = <a b="">{}</a>; const b = <></>; const c = ``; const d = //;\n 1'.replace(
      "//",
      "/x/",
    ),
  ],
  ["typescript", "let a = ''\nlet b = `${c}`\nfunction f() {}\nclass A {}\nfor (;;) {}\nif (a);"],
  ["javascript", ""],
  ["javascript", "\n\n"],
])("A8 empty parts of healthy %s are no errors: %s", (language, text) => {
  expect(findParseIssues(parseText(text, language), text)).toEqual({
    issues: [],
    total: 0,
    errorNodes: 0,
  });
});
