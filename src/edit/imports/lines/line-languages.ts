import type { Language } from "../../language/language.ts";
import { addToGo } from "./add-to-go.ts";
import { addToJava } from "./add-to-java.ts";
import { addToPython } from "./add-to-python.ts";
import { goLines } from "./go-lines.ts";
import type { LineLanguage } from "./import-line.ts";
import { javaLines } from "./java-lines.ts";
import { pythonLines } from "./python-lines.ts";

const LINE_LANGUAGES: Readonly<Record<string, LineLanguage>> = {
  go: { read: goLines, add: addToGo },
  java: { read: javaLines, add: addToJava },
  python: { read: pythonLines, add: addToPython },
};

/** Returns how a language reads and writes its imports, if they are lines. */
export function lineLanguageOf(language: Language): LineLanguage | undefined {
  return Object.hasOwn(LINE_LANGUAGES, language) ? LINE_LANGUAGES[language] : undefined;
}
