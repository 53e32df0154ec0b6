import { freeWordRegex, wordRegex } from "../../shared/regex/word-regex.ts";
import type { Extent } from "../file-names.ts";
import { OF_COMMONJS } from "../javascript/stated-globals.ts";
import type { NameFault } from "./name-fault.ts";
import type { SimpleEdit } from "./simple-edits.ts";
import type { KnownGlobals } from "./written-name.ts";

/** A text before simple edits, and its result. */
export interface EditedText {
  readonly before: string;
  /**
   * Returns the starts of the places in the result where it says a name that nothing in it declares. Undefined if that
   * takes the scopes of the program.
   */
  readonly placesOfUndeclared: (name: string) => ReadonlySet<number> | undefined;
}

/** Code that may say or declare a name in another way than by itself. */
const OPEN = /\beval\b|\bwith\s*[(/]|\\u|\/\*\s*globals?\s|\b(?:namespace|module)\s+[\w$]+\s*\./;

const OF_MODULE = /\b(?:import|export)\b/;

/**
 * Finds the faults of names that simple edits bring to a text in which nothing declares them. Undefined if something
 * may, or if it takes the scopes to tell.
 */
export function faultsOfUndeclared(
  { before, placesOfUndeclared }: EditedText,
  edits: readonly SimpleEdit[],
  globals: KnownGlobals,
): readonly NameFault[] | undefined {
  if (edits.some(({ mayDeclare }) => mayDeclare) || OPEN.test(before)) return undefined;
  const isUsed = createUseSearch({ before, placesOfUndeclared }, edits);
  const isUnbound = new Map<string, boolean>();
  for (const name of new Set(edits.flatMap(({ brings }) => brings))) {
    if (OF_COMMONJS.test(name) && OF_MODULE.test(before)) return undefined;
    const isOwnUse = isUsed(name);
    if (isOwnUse === undefined) return undefined;
    let isOpen = false;
    const used = {
      has: (other: string) => {
        const isOtherUse = isUsed(other);
        isOpen ||= isOtherUse === undefined;
        return isOtherUse === true;
      },
    };
    const isGlobal = globals.has(name, { isType: false, used });
    if (!isGlobal && (isOpen || globals.has(name, { isType: true, used }))) return undefined;
    isUnbound.set(name, !isOwnUse && !isGlobal);
  }
  return edits.flatMap(({ brings, start, end }) =>
    brings.flatMap((name): readonly NameFault[] =>
      isUnbound.get(name) ? [{ kind: "unbound", name, at: start, edit: { start, end } }] : [],
    ),
  );
}

/** Returns a function that tells if a text uses a name and declares it nowhere; undefined if that is not known. */
function createUseSearch(
  { before, placesOfUndeclared }: EditedText,
  edits: readonly SimpleEdit[],
): (name: string) => boolean | undefined {
  const written = writtenPlaces(edits);
  const known = new Map<string, boolean | undefined>();
  const isUsed = (name: string) => {
    if (!before.includes(name) || !new RegExp(freeWordRegex(name), "u").test(before)) return false;
    const places = placesOfUndeclared(name);
    if (places === undefined) return undefined;
    const isWritten = (at: number) => written.some(({ start, end }) => start <= at && at < end);
    if ([...places].some((at) => !isWritten(at))) return true;
    const word = new RegExp(wordRegex(name), "u");
    return edits.some(({ start, end }) => word.test(before.slice(start, end))) ? undefined : false;
  };
  return (name) => {
    if (!known.has(name)) known.set(name, isUsed(name));
    return known.get(name);
  };
}

/** Returns the places of sorted edits in their result. */
function writtenPlaces(edits: readonly SimpleEdit[]): readonly Extent[] {
  let shift = 0;
  return edits.map(({ start, end, length }) => {
    const at = start + shift;
    shift += length - (end - start);
    return { start: at, end: at + length };
  });
}
