import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { languageOfPath, resolveLanguage, supportedLanguages } from "../../src/edit/language.ts";
import { filesOfLanguageByCli } from "../support/ast-grep-cli.ts";

const extensions =
  "ts mts cts tsx js jsx mjs cjs html htm xhtml css scss less sass vue d.ts TS Html json md";

test("A6 the language comes from the extension, exactly as in ast-grep", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "sluice-language-"));
  try {
    const files = [...extensions.split(" ").map((extension) => `a.${extension}`), "ts", "a.b.ts"];
    for (const file of files) writeFileSync(path.join(folder, file), "a");
    for (const language of supportedLanguages()) {
      const ours = files.filter((file) => languageOfPath(file) === language).sort();
      const byCli = filesOfLanguageByCli(folder, language);
      expect(ours, language).toEqual(byCli);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ["src/a.b/c.tsx", "tsx"],
  ["C:\\x.y\\a.CSS", undefined],
  ["src.ts/README", undefined],
  [".ts", undefined],
  ["a.", undefined],
  ["", undefined],
])("A6 the language of the path %j is %s", (file, language) => {
  expect(languageOfPath(file)).toBe(language);
});

test.each([
  ["ts", "typescript"],
  ["TypeScript", "typescript"],
  ["TSX", "tsx"],
  ["js", "javascript"],
  ["jsx", "javascript"],
  ["Html", "html"],
  ["css", "css"],
  ["python", undefined],
  ["", undefined],
])("A6 an explicit lang %j means %s", (name, language) => {
  expect(resolveLanguage(name)).toBe(language);
});

test("A6 the supported languages can be listed", () => {
  expect(supportedLanguages()).toEqual(["css", "html", "javascript", "tsx", "typescript"]);
});
