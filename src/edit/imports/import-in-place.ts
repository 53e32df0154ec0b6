import type { SgNode } from "@ast-grep/napi";
import type { ImportToAdd, ImportToRemove, TextEdit } from "../../model/edit.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { kindOf } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import { commentsIn } from "./comments-in.ts";
import type { FileTree } from "./file-tree.ts";
import type { ImportedName, ModuleImport } from "./module-import.ts";
import { importsIn, isAdded } from "./module-imports.ts";
import { specifier } from "./names-into.ts";
import { leavingNames } from "./remove-imports.ts";

/** The edits that put imports in the place of others, and the imports that are then in the file. */
export interface ImportsInPlace {
  readonly edits: readonly TextEdit[];
  readonly done: ReadonlySet<ImportToAdd>;
}

/** An import that loses names, and the new ones that stand there. */
interface Changed {
  readonly from: ModuleImport;
  readonly leaving: readonly ImportedName[];
  readonly adds: readonly ImportToAdd[];
}

/** Writes imports in the place of those that go, in their form; one of another module only if all its names go. */
export function importsInPlace(
  tree: FileTree,
  {
    add,
    remove,
  }: { readonly add: readonly ImportToAdd[]; readonly remove: readonly ImportToRemove[] },
): ImportsInPlace {
  let open = add.filter(({ insteadOf = [] }) => insteadOf.length > 0);
  if (open.length === 0) return { edits: [], done: new Set() };
  const known = importsIn(tree.root);
  const leaving = leavingByImport(tree, remove, add);
  for (;;) {
    const changed = changedBy(open, leaving);
    const written = changed.map((each) => ({ ...each, edits: editsOf(each, known, tree) }));
    const isPlaced = (each: ImportToAdd) => {
      const own = written.filter(({ adds }) => adds.includes(each));
      return own.length > 0 && own.every(({ edits }) => edits !== undefined);
    };
    const placed = open.filter(isPlaced);
    if (placed.length === open.length)
      return {
        edits: written.flatMap(({ edits = [] }) => edits).sort((a, b) => a.start - b.start),
        done: new Set(placed),
      };
    open = placed;
  }
}

function leavingByImport(
  tree: FileTree,
  remove: readonly ImportToRemove[],
  add: readonly ImportToAdd[],
): readonly Omit<Changed, "adds">[] {
  const names = new Map<number, ImportedName[]>();
  const imports = new Map<number, ModuleImport>();
  for (const each of remove.flatMap((each) => leavingNames(tree, each, add))) {
    imports.set(each.from.place.start, each.from);
    for (const name of each.names) addTo(names, each.from.place.start, name);
  }
  const sorted = [...imports].sort(([a], [b]) => a - b);
  return sorted.map(([start, from]) => {
    const places = new Set(names.get(start)?.map(({ place }) => place.start));
    return { from, leaving: from.names.filter(({ place }) => places.has(place.start)) };
  });
}

/** Finds where new names stand: once in each block. */
function changedBy(
  open: readonly ImportToAdd[],
  leaving: readonly Omit<Changed, "adds">[],
): readonly Changed[] {
  const done = new Set<string>();
  return leaving.flatMap((each) => {
    const block = each.from.node.parent()?.id();
    const adds = open.filter((add, index) => {
      const key = `${block} ${index}`;
      if (oldOf(add, each) === undefined || done.has(key)) return false;
      done.add(key);
      return true;
    });
    return adds.length === 0 ? [] : [{ ...each, adds }];
  });
}

/** Returns the first name of an import in whose place a new one stands. */
function oldOf(
  { insteadOf = [] }: ImportToAdd,
  { from: { module }, leaving }: Omit<Changed, "adds">,
): ImportedName | undefined {
  return leaving.find(({ local }) =>
    insteadOf.some((old) => old.from === module && old.local === local),
  );
}

/** Returns undefined if the new names cannot stand in the import. */
function editsOf(
  changed: Changed,
  known: readonly ModuleImport[],
  tree: FileTree,
): readonly TextEdit[] | undefined {
  const { from, leaving, adds } = changed;
  const isKnown = (add: ImportToAdd) =>
    known.some(
      (each) => each.module === add.from && each.names.some((name) => isAdded(name, each, add)),
    );
  if (adds.some((add) => isKnown(add) || add.type !== isOfTypes(from, leaving))) return undefined;
  const modules = new Set(adds.map((add) => add.from));
  const isListed = (add: ImportToAdd) =>
    add.names.length === 1 && oldOf(add, changed)?.kind === "named";
  if (modules.has(from.module) && modules.size === 1 && adds.every(isListed) && from.braces)
    return leaving.flatMap((name) => specifiersFor(name, changed));
  const [module = ""] = modules;
  const isWhole = leaving.length === from.names.length && modules.size === 1;
  const isTop = known.some(({ place }) => place.start === from.place.start);
  const mayJoin = known.some((each) => each.module === module && each.form === from.form);
  const hasComment = commentsIn(from.place, tree) !== "";
  if (!isWhole || from.attributes !== "" || hasComment || (isTop && mayJoin)) return undefined;
  return rewritten(changed, module);
}

function isOfTypes(from: ModuleImport, leaving: readonly ImportedName[]): boolean {
  return from.isType || leaving.every(({ isType }) => isType);
}

/** Replaces a name in braces; one in whose place none stands goes later. */
function specifiersFor(name: ImportedName, { from, leaving, adds }: Changed): readonly TextEdit[] {
  const own = adds.filter((add) => oldOf(add, { from, leaving })?.place.start === name.place.start);
  const type = name.isType && !from.isType ? "type " : "";
  const text = own
    .flatMap(({ names }) => names.map((each) => type + specifier(each, from.form)))
    .join(", ");
  return own.length === 0 ? [] : [{ ...name.place, text }];
}

/** Writes what an import binds, and its module. */
function rewritten({ from, adds }: Changed, module: string): readonly TextEdit[] | undefined {
  const source = stringIn(from);
  const target = targetOf(adds, from);
  if (source === undefined || target === undefined) return undefined;
  const quote = source.text().slice(0, 1);
  const own = { ...spanOf(source), text: quote + module + quote };
  if (from.member !== undefined) {
    const [[imported, local] = [], ...others] = target.names;
    const [bound] = from.names;
    if (imported === undefined || local === undefined || others.length > 0 || !bound)
      return undefined;
    return [{ ...bound.place, text: local }, own, { ...spanOf(from.member), text: imported }];
  }
  const declarator = from.node.children().find((child) => kindOf(child) === "variable_declarator");
  const clause =
    from.form === "es"
      ? from.node.children().find((child) => kindOf(child) === "import_clause")
      : declarator?.field("name");
  return clause ? [{ ...spanOf(clause), text: target.text }, own] : undefined;
}

function stringIn({ form, node }: ModuleImport): SgNode | undefined {
  if (form === "es") return node.field("source") ?? undefined;
  return node.findAll({ rule: { kind: "string" } }).at(-1);
}

/** Writes what several imports of one module bind in one statement; undefined if none can. */
export function targetOf(
  adds: readonly ImportToAdd[],
  { form, isType }: Pick<ModuleImport, "form" | "isType">,
): { readonly text: string; readonly names: ImportToAdd["names"] } | undefined {
  const wholes = adds.flatMap((add) => add.default ?? []);
  const spaces = adds.flatMap((add) => add.namespace ?? []);
  const isDynamic = form === "dynamic";
  const names = [
    ...(isDynamic ? wholes.map((name) => ["default", name] as const) : []),
    ...adds.flatMap((add) => add.names),
  ];
  const areTypes = adds.every((add) => add.type) && !isType;
  // `import * as a` and `import a` say at their beginning that they are of types.
  if (areTypes && wholes.length + spaces.length > 0) return undefined;
  const type = areTypes ? "type " : "";
  const written = names.map((name) => type + specifier(name, form)).join(", ");
  const braces = names.length === 0 ? [] : [`{ ${written} }`];
  const own = [
    ...(isDynamic ? [] : wholes),
    ...spaces.map((name) => (form === "es" ? `* as ${name}` : name)),
  ];
  const parts = [...own, ...braces];
  const mayJoin = form === "es" && !isType && spaces.length === 0 && wholes.length === 1;
  return parts.length === 1 || (mayJoin && parts.length === 2)
    ? { text: parts.join(", "), names }
    : undefined;
}
