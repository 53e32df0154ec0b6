import { findExports, tellsExports } from "../../../edit/exports/find-exports.ts";
import type { Language } from "../../../edit/language/language.ts";

/** The most names of one file: of more the fact is not known. */
const MAX_NAMES = 1000;

/** A text and its place; undefined for a file that does not exist yet. */
interface ModuleText {
  readonly path: string;
  readonly language: Language;
  readonly text: string | undefined;
}

/**
 * Returns a function that finds the names which a text exports and the one before does not, or the other way round;
 * sorted, undefined if the trees do not tell. Parses the text before at once, unless its language tells nothing.
 */
export function createExportsCheck({
  path,
  language,
  text,
}: ModuleText): ((after: string) => readonly string[] | undefined) | undefined {
  if (!tellsExports(language)) return undefined;
  const before = text === undefined ? new Set<string>() : findExports(text, language, path);
  if (before === undefined) return undefined;
  return (after) => {
    const now = findExports(after, language, path);
    if (now === undefined) return undefined;
    const lost = [...before].filter((name) => !now.has(name));
    const changed = [...lost, ...[...now].filter((name) => !before.has(name))];
    return changed.length > MAX_NAMES ? undefined : changed.sort();
  };
}
