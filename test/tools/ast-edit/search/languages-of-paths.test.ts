import { expect, test } from "vitest";
import { createLanguageOf } from "../../../../src/edit/language/file-languages.ts";
import { languagesOfPaths } from "../../../../src/tools/ast-edit/search/languages-of-paths.ts";

const languageOf = createLanguageOf([{ language: "html", globs: ["*.vue"] }]);

test.each<[readonly string[], readonly string[], boolean]>([
  [["**/*.py"], ["python"], true],
  [["src/**/*.{yml,json}", "*.yaml"], ["yaml", "json"], true],
  [["*.vue"], ["html"], true],
  [["**/*.{ts,txt}"], ["typescript"], false],
  [["**"], [], false],
  [["src"], [], false],
  // The name of a file may be that of a folder with anything in it.
  [["next.js"], ["javascript"], false],
  [["**/*.py", "src"], ["python"], false],
])("the paths %j name the languages %j, and no others: %s", (paths, languages, areAll) => {
  expect(languagesOfPaths(paths, languageOf)).toEqual({ languages, areAll });
});
