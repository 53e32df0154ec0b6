import type { ImportToAdd, ImportToRemove } from "../../model/edit.ts";
import type { Declaration, FileNames, Reference } from "../../names/file-names.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import type { FileTree } from "../imports/file-tree.ts";
import { leavingNames } from "../imports/remove-imports.ts";
import type { Span } from "../text/span.ts";
import { exportKey } from "./name-ways.ts";
import type { BroughtName, ImportsOfOp, OldImport, SettledNames } from "./names-of-matches.ts";

/** A text as edits have left it, but for its imports. */
export interface LeftText extends FileTree {
  readonly names: FileNames;
}

/**
 * Gives the names that edits bring to a text the ones that they wish, where those are free or go with the imports that
 * the edits leave, and tells the imports in whose place they stand.
 */
export function settleNames(found: readonly ImportsOfOp[], after: LeftText): SettledNames {
  const removed = found.flatMap(({ changes }) => changes.remove);
  const remove = [...new Map(removed.map((each) => [JSON.stringify(each), each])).values()];
  const added = found.flatMap(({ changes }) => changes.add);
  const leaving = leavingIn(after, remove, added);
  const uses = usesOf(after.names);
  const brought = found.flatMap((each) => each.brought);
  const mayHaveAlias = aliasTest(brought);
  const locals = new Map<string, string>();
  const owners = new Map<string, string>();
  const groups = new Map<string, BroughtName[]>();
  const firstUse = ({ local }: BroughtName) => uses(local)[0]?.start ?? Infinity;
  for (const each of brought.toSorted((a, b) => firstUse(a) - firstUse(b))) {
    const owner = exportOf(each.add);
    const wishes = [...(mayHaveAlias(each) ? [each.alias ?? ""] : []), ...each.wishes];
    const isOwn = (name: string) =>
      brought.some(({ local, add }) => local === name && exportOf(add) === owner);
    const isOpen = (name: string) =>
      (owners.get(name) ?? owner) === owner &&
      (isOwn(name) || isFree(name, uses(each.local), { ...after, leaving }));
    const local = wishes.find(isOpen) ?? each.local;
    owners.set(local, owner);
    if (local !== each.local) locals.set(each.local, local);
    addTo(groups, `${local} ${owner}`, each);
  }
  const isUsedThere = (old: readonly OldImport[]) => (use: Reference) =>
    old.some((name) => {
      const meaning = after.names.meaningAt(name.local, use.start);
      return typeof meaning === "object" && leaving.has(meaning) && isImport(meaning, name);
    });
  const add = [...groups.values()].flatMap((group): readonly ImportToAdd[] => {
    const [first] = group;
    if (first === undefined) return [];
    const renamed = withLocal(first.add, first.local, locals.get(first.local) ?? first.local);
    const old = group.flatMap(({ insteadOf }) => insteadOf);
    const own = group.flatMap(({ local }) => uses(local));
    const type = group.every((each) => each.add.type);
    const isCovered = old.length > 0 && own.every(isUsedThere(old));
    const besideCalls = group.every((each) => each.add.besideCalls)
      ? group.flatMap((each) => each.add.besideCalls ?? [])
      : undefined;
    const { besideCalls: _, ...rest } = renamed;
    const places = { ...(isCovered && { insteadOf: old }), ...(besideCalls && { besideCalls }) };
    return [{ ...rest, type, ...places }];
  });
  return { add, remove, locals };
}

/** Tells the names whose alias is that of no other export, and whose export has no other name. */
function aliasTest(brought: readonly BroughtName[]): (name: BroughtName) => boolean {
  const isSame = (a: BroughtName, b: BroughtName) => exportOf(a.add) === exportOf(b.add);
  return (name) =>
    name.alias !== undefined &&
    brought.every((each) => isSame(each, name) === (each.alias === name.alias));
}

/** The declarations that go with the imports that edits leave. */
function leavingIn(
  after: LeftText,
  remove: readonly ImportToRemove[],
  added: readonly ImportToAdd[],
): ReadonlySet<Declaration> {
  const places = remove.flatMap((each) =>
    leavingNames(after, each, added).flatMap(({ names }) => names.map(({ place }) => place)),
  );
  const isIn = ({ start, end }: Span) =>
    places.some((place) => place.start <= start && end <= place.end);
  return new Set(
    places.length === 0 ? [] : after.names.declarations.filter((each) => each.places.every(isIn)),
  );
}

function usesOf({ references }: FileNames): (name: string) => readonly Reference[] {
  const byName = new Map<string, Reference[]>();
  for (const each of references) addTo(byName, each.name, each);
  return (name) => byName.get(name) ?? [];
}

/** True for a name that may mean something else at some places: all that has it there, and at the top, goes. */
function isFree(
  name: string,
  uses: readonly Reference[],
  { names, leaving }: LeftText & { readonly leaving: ReadonlySet<Declaration> },
): boolean {
  const isGone = (meaning: Declaration | "unknown" | undefined) =>
    meaning === undefined || (typeof meaning === "object" && leaving.has(meaning));
  const atTop = names.declarations.filter((each) => each.name === name && each.scope.isTop);
  return (
    atTop.every(isGone) &&
    names.references.every(
      (each) =>
        each.name !== name || (typeof each.declaration === "object" && !isGone(each.declaration)),
    ) &&
    uses.every(({ start }) => isGone(names.meaningAt(name, start)))
  );
}

function isImport({ name, origin }: Declaration, { from, local }: OldImport): boolean {
  return name === local && origin?.module === from;
}

function withLocal(add: ImportToAdd, from: string, to: string): ImportToAdd {
  const renamed = (name: string) => (name === from ? to : name);
  return {
    ...add,
    ...(add.default !== undefined && { default: renamed(add.default) }),
    ...(add.namespace !== undefined && { namespace: renamed(add.namespace) }),
    names: add.names.map(([imported, local]) => [imported, renamed(local)] as const),
  };
}

/** Returns the same text for all imports of an export. */
function exportOf({ from, default: whole, namespace, names: [named] }: ImportToAdd): string {
  const exported = whole !== undefined ? "default" : namespace !== undefined ? "*" : named?.[0];
  return exportKey({ from: [from], export: exported ?? "" });
}
