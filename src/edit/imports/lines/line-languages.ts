import type { SgNode } from "@ast-grep/napi";
import type { ImportToAdd, TextEdit } from "../../../model/edit.ts";
import type { Language } from "../../language/language.ts";
import type { FileTree } from "../file-tree.ts";
import { addToGo } from "./add-to-go.ts";
import { addToJava } from "./add-to-java.ts";
import { addToPython } from "./add-to-python.ts";
import { goLines } from "./go-lines.ts";
import type { ImportLine } from "./import-line.ts";
import { javaLines } from "./java-lines.ts";
import { pythonLines } from "./python-lines.ts";

/** Imports of a language. */
interface LineLanguage {
  /** Returns the imports at the top level, in their order. */
  readonly read: (root: SgNode, text: string) => readonly ImportLine[];
  /** Returns the edits that add what a file lacks of an import; none if the language cannot say it. */
  readonly add: (tree: FileTree, add: ImportToAdd) => readonly TextEdit[];
}

const LINE_LANGUAGES: Readonly<Record<string, LineLanguage>> = {
  go: { read: goLines, add: addToGo },
  java: { read: javaLines, add: addToJava },
  python: { read: pythonLines, add: addToPython },
};

/** Returns how a language reads and writes its imports, if they are lines. */
export function lineLanguageOf(language: Language): LineLanguage | undefined {
  return Object.hasOwn(LINE_LANGUAGES, language) ? LINE_LANGUAGES[language] : undefined;
}
