import type { SgNode } from "@ast-grep/napi";
import type { ImportToAdd } from "../../model/edit.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { kindOf } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";
import { leftOutNames } from "./add-imports.ts";
import { type DeclaringScope, useOfName } from "./declaring-scope.ts";
import { readImport } from "./module-imports.ts";

/** A name that an edit mentions, and that does not mean there what the step imports. */
export interface MisboundName {
  readonly name: string;
  readonly from: string;
  /** The index of the edit. */
  readonly edit: number;
  /** The declaration that it means, in offsets of the result; undefined if that is not found. */
  readonly declared: (Span & Pick<DeclaringScope, "kind">) | undefined;
  /** True for a declaration around the edit; false for one of the whole file, so that the import was left out. */
  readonly isShadowed: boolean;
}

/** The result of some edits. */
interface EditedResult {
  readonly root: SgNode;
  readonly language: Language;
  /** The places of the edits in the result, sorted. */
  readonly places: readonly Span[];
}

/** Finds the names of imports that edits mention and that mean something else in their places, each once an edit. */
export function misboundNames(
  { root, language, places }: EditedResult,
  adds: readonly ImportToAdd[],
): readonly MisboundName[] {
  const wanted = new Map(adds.flatMap((add) => localNames(add).map((name) => [name, add.from])));
  if (wanted.size === 0 || places.length === 0) return [];
  const leftOut = new Set(adds.flatMap((add) => leftOutNames(root, add)));
  const { declared, used } = usesOf([...wanted.keys()], root, language);
  const meantBy = new Map([...wanted.keys()].map((name) => [name, meaningOf(declared.get(name))]));
  const found = new Map<string, MisboundName>();
  let at = 0;
  for (const { name, place, isType } of used) {
    while ((places[at]?.end ?? Infinity) <= place.start) at += 1;
    const edit = places[at];
    const from = wanted.get(name);
    const meant = meantBy.get(name)?.(place, isType);
    if (edit === undefined || edit.start > place.start || from === undefined) continue;
    const isShadowed = meant?.scope !== undefined;
    // What the edit itself declares is what it means.
    if (meant && isShadowed && (isWithin(meant.place, edit) || isOfModule(meant, from))) continue;
    if (!isShadowed && !leftOut.has(name)) continue;
    const declaration = meant && { ...meant.place, kind: meant.kind };
    const each = { name, from, edit: at, isShadowed, declared: declaration };
    if (!found.has(`${at} ${name}`)) found.set(`${at} ${name}`, each);
  }
  return [...found.values()];
}

/** Returns the names that an import binds in its file. */
function localNames({ default: whole, namespace, names }: ImportToAdd): readonly string[] {
  const all = [whole, namespace, ...names.map(([, local]) => local)];
  return all.filter((name) => name !== undefined);
}

/** A declaration of a name, with the place of the name in it. */
interface Declared extends DeclaringScope {
  readonly place: Span;
}

interface Used {
  readonly name: string;
  readonly place: Span;
  readonly isType: boolean;
}

const KINDS = [
  "identifier",
  "shorthand_property_identifier",
  "shorthand_property_identifier_pattern",
];

/** Finds where names are declared, and where they are used, in the order of the text. */
function usesOf(
  names: readonly string[],
  root: SgNode,
  language: Language,
): { readonly declared: ReadonlyMap<string, readonly Declared[]>; readonly used: readonly Used[] } {
  const kinds = language === "javascript" ? KINDS : [...KINDS, "type_identifier"];
  const escaped = names.map((name) => name.replace(/\$/g, "\\$"));
  const rule = { any: kinds.map((kind) => ({ kind })), regex: `^(?:${escaped.join("|")})$` };
  const declared = new Map<string, Declared[]>();
  const used: Used[] = [];
  for (const node of root.findAll({ rule })) {
    const [name, place, use] = [node.text(), spanOf(node), useOfName(node)];
    if (use === "used") used.push({ name, place, isType: kindOf(node) === "type_identifier" });
    else if (use !== "written") addTo(declared, name, { ...use, place });
  }
  return { declared, used: used.sort((a, b) => a.place.start - b.place.start) };
}

/**
 * Returns a function that finds the innermost declaration that a name means at a place. It is asked for one place after
 * the other, in the order of the text.
 */
function meaningOf(
  declared: readonly Declared[] = [],
): (place: Span, isType: boolean) => Declared | undefined {
  const [values, types] = [false, true].map((isType) =>
    createScopeSearch(declared.filter(({ of }) => of === "both" || (of === "types") === isType)),
  );
  return (place, isType) => (isType ? types : values)?.(place);
}

/** Scopes are nodes of one tree: one is inside of the other, or they are apart. */
function createScopeSearch(declared: readonly Declared[]): (place: Span) => Declared | undefined {
  const startOf = ({ scope }: Declared) => scope?.start ?? -1;
  const endOf = ({ scope }: Declared) => scope?.end ?? Infinity;
  const sorted = [...declared].sort((a, b) => startOf(a) - startOf(b) || endOf(b) - endOf(a));
  const open: Declared[] = [];
  const closeUpTo = (place: number) => {
    for (let last = open.at(-1); last && endOf(last) <= place; last = open.at(-1)) open.pop();
  };
  let next = 0;
  return ({ start }) => {
    for (let one = sorted[next]; one && startOf(one) <= start; one = sorted[next]) {
      closeUpTo(startOf(one));
      open.push(one);
      next += 1;
    }
    closeUpTo(start);
    return open.at(-1);
  };
}

/** True if a statement imports from the module itself: `const { log } = require("./log.js")` in a function. */
function isOfModule({ node }: Pick<Declared, "node">, from: string): boolean {
  return readImport(node)?.module === from;
}

function isWithin(a: Span, b: Span): boolean {
  return b.start <= a.start && a.end <= b.end;
}
