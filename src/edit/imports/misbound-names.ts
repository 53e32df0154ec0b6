import type { ImportToAdd } from "../../model/edit.ts";
import type { Declaration, FileNames, Reference } from "../../names/file-names.ts";
import type { Span } from "../text/span.ts";

/** A name that an edit mentions, and that does not mean there what the step imports. */
export interface MisboundName {
  readonly name: string;
  readonly from: string;
  /** The index of the edit. */
  readonly edit: number;
  /** The declaration that it means, in offsets of the result; undefined if that is not found. */
  readonly declared: (Span & Pick<Declaration, "kind">) | undefined;
  /** True for a declaration around the edit; false for one of the whole file, so that the import was left out. */
  readonly isShadowed: boolean;
}

/** The result of some edits. */
interface EditedResult {
  readonly names: FileNames;
  /** The places of the edits in the result, sorted. */
  readonly places: readonly Span[];
  /** The names of imports that the file has for something else. */
  readonly leftOut: ReadonlySet<string>;
}

/** Finds the names of imports that edits mention and that mean something else in their places, each once an edit. */
export function misboundNames(
  { names, places, leftOut }: EditedResult,
  adds: readonly ImportToAdd[],
): readonly MisboundName[] {
  const wanted = new Map(adds.flatMap((add) => localNames(add).map((name) => [name, add.from])));
  const found = new Map<string, MisboundName>();
  let at = 0;
  for (const reference of names.references) {
    const { name, start } = reference;
    const from = wanted.get(name);
    while ((places[at]?.end ?? Infinity) <= start) at += 1;
    const edit = places[at];
    if (from === undefined || edit === undefined || edit.start > start) continue;
    const meant = meaningOf(reference, names);
    const place = meant?.places.at(-1);
    const isShadowed = meant?.scope.isTop === false;
    // A name that the edit itself declares means that.
    if (isShadowed && (isWithin(place, edit) || isOfModule(meant, from))) continue;
    if (!isShadowed && !leftOut.has(name)) continue;
    const declared = meant && place && { start: place.start, end: place.end, kind: meant.kind };
    const each = { name, from, edit: at, isShadowed, declared };
    if (!found.has(`${at} ${name}`)) found.set(`${at} ${name}`, each);
  }
  return [...found.values()];
}

/** Returns the names that an import binds in its file. */
export function localNames({ default: whole, namespace, names }: ImportToAdd): readonly string[] {
  const all = [whole, namespace, ...names.map(([, local]) => local)];
  return all.filter((name) => name !== undefined);
}

/** If `eval` may declare a name, it is taken to mean the innermost declaration that is there to see. */
function meaningOf(
  { name, start, declaration }: Reference,
  { declarations }: FileNames,
): Declaration | undefined {
  if (declaration !== "unknown") return declaration;
  return declarations
    .filter(({ scope, ...each }) => each.name === name && scope.start <= start && start < scope.end)
    .reduce<Declaration | undefined>(
      (inner, each) => (each.scope.start >= (inner?.scope.start ?? 0) ? each : inner),
      undefined,
    );
}

/** True for what is imported from the module itself: `const { log } = require("./log.js")` in a function. */
function isOfModule({ origin, mayBe }: Declaration, from: string): boolean {
  return (origin ?? mayBe)?.module === from;
}

function isWithin(place: Span | undefined, { start, end }: Span): boolean {
  return place !== undefined && start <= place.start && place.end <= end;
}
