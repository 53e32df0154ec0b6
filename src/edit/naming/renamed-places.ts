import type { Rename } from "../../model/edit.ts";
import type { Declaration, FileNames, NamePlace } from "../../names/file-names.ts";
import { wordRegex } from "../../shared/regex/word-regex.ts";
import type { Span } from "../text/span.ts";
import { mayBeUsedElsewhere } from "./python-renames.ts";

/** Tells if a place says a name that is meant; `unknown` if that cannot be told. */
export type Verdict = "yes" | "no" | "unknown";

/**
 * Returns a function that tells if a place says the name of the declaration that is renamed: the one at the top of the
 * file. A declaration that the module exports as a statement is left, unless the export may be renamed, too, and so is
 * one that other code of a page may use.
 */
export function renamedPlaces(
  rename: Rename & { readonly name: string; readonly to: string },
  names: FileNames | undefined,
  {
    code,
    page,
    path,
    isPython,
  }: {
    readonly code: string;
    readonly page: () => string;
    readonly path: string;
    readonly isPython: boolean;
  },
): (place: Span) => Verdict {
  if (names === undefined) return () => "unknown";
  const all = names.declarations.filter(
    ({ name, kind, otherKinds = [], scope }) =>
      scope.isTop && name === rename.name && [kind, ...otherKinds].includes(rename.kind ?? kind),
  );
  const [declaration, ...others] = all;
  if (declaration === undefined) return () => "no";
  const references = names.references.filter((each) => each.declaration === declaration);
  const isOpen =
    others.length > 0 ||
    names.isExposed(declaration) ||
    (isPython && mayBeUsedElsewhere(rename, { declaration, references, code, path })) ||
    names.references.some((each) => each.name === rename.name && each.declaration === "unknown") ||
    (rename.exports !== true && isExported(declaration, code)) ||
    (isElement(rename.to) && references.some(({ start }) => isTag(code, start))) ||
    countWords(page(), rename.name) > countWords(code, rename.name);
  const starts = new Set([...declaration.places, ...references].map(({ start }) => start));
  for (const { places } of others) for (const { start } of places) starts.add(start);
  return ({ start }) => (!starts.has(start) ? "no" : isOpen ? "unknown" : "yes");
}

/** True for a name that a tag of JSX takes for an element of the page. */
export function isElement(name: string): boolean {
  return /^[a-z]/.test(name) && !name.includes(".");
}

function isTag(code: string, start: number): boolean {
  return /<\/?\s*$/.test(code.slice(Math.max(0, start - 3), start));
}

function countWords(text: string, word: string): number {
  return text.match(new RegExp(wordRegex(word), "gu"))?.length ?? 0;
}

/** True for `export const a = 1`: the name is also the one that other modules import. */
function isExported({ places }: Declaration, code: string): boolean {
  return places.some(
    ({ start, form }) => form === "plain" && EXPORTED.test(code.slice(0, start).slice(-200)),
  );
}

const EXPORTED =
  /\bexport\s+(?:(?:declare|abstract|async|const|let|var|function|class|interface|type|enum|namespace|module)[\s*]+)+$/;

/** Writes a new name where the old one says two things: as a key, an import, an export. */
export function inRenamedForm(
  text: string,
  { place, name }: { readonly place: Span; readonly name: string },
  { names, rename }: { readonly names: FileNames | undefined; readonly rename: Rename },
): string {
  const isHere = ({ start }: NamePlace) => start === place.start;
  const form =
    names?.references.find(isHere)?.form ??
    names?.declarations.flatMap(({ places }) => places).find(isHere)?.form;
  if (form === "shorthand") return `${name}: ${text}`;
  if (form === "import") return `${name} as ${text}`;
  return form === "export" && rename.exports !== true ? `${text} as ${name}` : text;
}
