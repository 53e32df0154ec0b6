import { join } from "node:path";
import type { SgNode, SgRoot } from "@ast-grep/napi";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { factsOfLanguage, languageOfPath } from "../../../src/edit/language/language.ts";
import { JssgFile } from "../../../src/tools/transform/adapters/jssg-file.ts";
import { openRoot } from "../../../src/tools/transform/adapters/jssg-roots.ts";
import { JssgSymbols } from "../../../src/tools/transform/adapters/jssg-symbols.ts";
import type { AskFiles, FilesQuestion } from "../../../src/tools/transform/files-asked.ts";
import { relativeModulesIn } from "../../../src/tools/transform/symbols/module-paths.ts";
import { SymbolScope } from "../../../src/tools/transform/symbols/symbol-scope.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python");

/** Files by their paths. In one of them `«` and `»` are around the code that is asked about. */
export type MarkedFiles = Readonly<Record<string, string>>;

/** A node with the methods of jssg. */
export interface SymbolNode extends SgNode {
  definition(options?: { resolveExternal?: boolean }): Defined | null;
  references(): readonly { readonly root: SymbolRoot; readonly nodes: readonly SgNode[] }[];
}

interface SymbolRoot extends SgRoot {
  relativeFilename(): string;
  write(text: string): void;
}

interface Defined {
  readonly node: SgNode;
  readonly root: SymbolRoot;
  readonly kind: string;
}

/** Opens the marked file, and returns the node that the marks are around. */
export function openMarked(marked: MarkedFiles): { node: SymbolNode; file: JssgFile } {
  const files = Object.fromEntries(
    Object.entries(marked).map(([path, text]) => [path, text.replace(/[«»]/g, "")]),
  );
  const [path = "", text = ""] = Object.entries(marked).find(([, one]) => one.includes("«")) ?? [];
  const place = { start: text.indexOf("«"), end: text.indexOf("»") - 1 };
  const language = languageIn(path);
  const paths = Object.keys(files).sort();
  const adapted = { path, filename: join("/r", path), text: files[path] ?? "", language };
  const file = new JssgFile({ ...adapted, files: paths }, "/r");
  const scope = new SymbolScope(answersOf(files));
  const root = openRoot(
    language,
    file,
    (own) => new JssgSymbols(file, { root: own, language, folder: "/r", scope }),
  );
  const found = root
    .root()
    .findAll({ rule: { regex: "" } })
    .findLast((node) => {
      const { start, end } = node.range();
      return start.index === place.start && end.index === place.end;
    });
  if (found === undefined) throw new Error("No node is between the marks.");
  return { node: found as SymbolNode, file };
}

function answersOf(files: MarkedFiles): AskFiles {
  const answer = (question: FilesQuestion) => {
    if (question.kind === "imports")
      return Object.entries(files).map(([path, text]) => ({
        path,
        modules: relativeModulesIn(text, path),
      }));
    const text = files[question.path];
    return text === undefined ? [] : [{ text, language: languageIn(question.path) }];
  };
  return answer as AskFiles;
}

function languageIn(path: string): string {
  return factsOfLanguage(languageOfPath(path) ?? "").engineName;
}

/** `local a.ts 1: a` */
export function definitionAt(marked: MarkedFiles, options?: { resolveExternal: boolean }): string {
  const defined = openMarked(marked).node.definition(options);
  return defined === null ? "none" : `${defined.kind} ${placeOf(defined.root, defined.node)}`;
}

/** `["a.ts 1: a", "a.ts 3: a"]` */
export function referencesAt(marked: MarkedFiles): readonly string[] {
  return openMarked(marked)
    .node.references()
    .flatMap(({ root, nodes }) => nodes.map((node) => placeOf(root, node)));
}

function placeOf(root: SymbolRoot, node: SgNode): string {
  return `${root.relativeFilename()} ${node.range().start.line + 1}: ${node.text()}`;
}
