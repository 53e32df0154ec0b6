import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../fixtures/jest/", import.meta.url));

/** Some of jest's own tests by their names. */
export const JEST_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => [name.replace(/\.txt$/, ""), readFileSync(`${FOLDER}${name}`, "utf8")]),
);

/** The ops that rename `test` to `it`. */
export const RENAMED = [
  { pat: "test($$$ARGS)", out: "it($$$ARGS)" },
  { pat: "test.$MODE($$$ARGS)", out: "it.$MODE($$$ARGS)" },
  { pat: "test.each($TABLE)($$$ARGS)", out: "it.each($TABLE)($$$ARGS)" },
];
