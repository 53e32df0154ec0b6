import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseText } from "../../../src/edit/engine/engine.ts";
import { findErrorNodes } from "../../../src/edit/engine/error-nodes.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

const root = path.resolve(import.meta.dirname, "../../../node_modules");

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

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
