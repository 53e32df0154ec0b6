import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Report } from "../../src/model/report/report.ts";
import { runWith } from "./run-request.ts";
import { type Tree, tempRepository } from "./temp-tree.ts";

/** The built files. */
const DIST = resolve(import.meta.dirname, "../../dist");
/** The threads of the build. */
export const THREADS = {
  workerFile: pathToFileURL(join(DIST, "tools/ast-edit/search/search-worker.js")),
  count: 2,
};

/** A recipe whose second step needs the first. */
export const RECIPE = `version: 1
name: r
steps:
  - id: s
    ast_edit: { paths: ["src/**"], ops: [{ pat: "f($$$A)", out: "g($$$A)" }] }
  - id: t
    ast_edit: { paths: ["src/**"], ops: [{ pat: "g($A, $B)", out: "h($B, $A)" }] }
`;

/** Files of which one in ten matches, each with a text of its own. */
export function sources(count: number, size = 1): Tree {
  const names = Array.from({ length: count }, (_, index) => index);
  return Object.fromEntries(
    names.map((index) => {
      const call = index % 10 === 0 ? `f(${index}, x${index});\n` : `k${index}();\n`;
      return [`src/d${index % 7}/f${index}.ts`, `// file ${index}\n${call}`.repeat(size)];
    }),
  );
}

/** A repository with the recipe and so many sources. */
export function treeOf(count: number): string {
  return tempRepository({ "recipe.yaml": RECIPE, ...sources(count) });
}

/** A report without its id and times. */
export const comparable = ({ run: _run, ...report }: Report) => report;
/** The comparable report of a preview. */
export const preview = (root: string, cache: boolean, more = {}) =>
  runWith(root, { command: "preview", cache }, undefined, more).then(comparable);
