import { parseText } from "../../../src/edit/engine/engine.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Declaration, FileNames, Resolved } from "../../../src/names/file-names.ts";
import { pythonNames } from "../../../src/names/python/python-names.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python");

/** Returns the names of a text. */
export function namesIn(text: string): FileNames {
  return pythonNames(parseText(text, "python"));
}

/** Returns in a few words what the code between « and » comes from. A declaration has the line of its first place. */
export function marked(markedText: string): string {
  const { text, start, end } = unmarked(markedText);
  return wordsOf(namesIn(text).resolve({ start, end }), text);
}

/** Returns in a few words what a name means at the place of «». */
export function meaningAtMark(markedText: string, name: string): string {
  const { text, start } = unmarked(markedText);
  const meaning = namesIn(text).meaningAt(name, start);
  return typeof meaning === "object" ? declarationWords(meaning, text) : String(meaning);
}

function unmarked(markedText: string): { text: string; start: number; end: number } {
  const text = markedText.replace(/[«»]/g, "");
  return { text, start: markedText.indexOf("«"), end: markedText.indexOf("»") - 1 };
}

function wordsOf(resolved: Resolved, text: string): string {
  switch (resolved.kind) {
    case "module":
      return [`from ${resolved.origin.module}`, ...resolved.origin.path].join(" ");
    case "declared":
      return [declarationWords(resolved.declaration, text), ...resolved.path].join(" ");
    case "global":
      return ["global", resolved.name, ...resolved.path].join(" ");
    default:
      return resolved.kind;
  }
}

/** `parameter 1`: the kind of a declaration, and the line of its first place. */
function declarationWords({ kind, places }: Declaration, text: string): string {
  return `${kind} ${text.slice(0, places[0]?.start).split("\n").length}`;
}
