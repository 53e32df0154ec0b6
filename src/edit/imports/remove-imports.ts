import type { ImportToAdd, ImportToRemove, TextEdit } from "../../model/edit.ts";
import { jsxFactories } from "../../names/javascript/jsx-factories.ts";
import { findMatches } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";
import { commentsIn } from "./comments-in.ts";
import { deleteImport } from "./delete-import.ts";
import type { FileTree } from "./file-tree.ts";
import type { ImportedName, ModuleImport } from "./module-import.ts";
import { allImportsOf, importsIn, isAdded } from "./module-imports.ts";
import { stretchesOf } from "./stretches-of.ts";

/** An import, and its names that go; all of it if it has none. */
interface Leaving {
  readonly from: ModuleImport;
  readonly names: readonly ImportedName[];
}

/**
 * Returns the edits that remove names from the imports of a module, but for those that the same op adds. Comments in
 * what goes stay.
 */
export function removeImport(
  tree: FileTree,
  remove: ImportToRemove,
  added: readonly ImportToAdd[],
): readonly TextEdit[] {
  const leaving = leavingNames(tree, remove, added);
  const whole = leaving.filter(({ from, names }) => names.length === from.names.length);
  const gone = new Set(whole.map(({ from }) => from.place.start));
  return leaving.flatMap(({ from, names }) =>
    names.length === from.names.length
      ? [deleteImport(from, tree, gone)]
      : withoutNames(from, new Set(names), tree),
  );
}

/** Finds the names that `removeImport` would remove. */
export function leavingNames(
  tree: FileTree,
  remove: ImportToRemove,
  added: readonly ImportToAdd[],
): readonly Leaving[] {
  const imports = importsIn(tree.root);
  const found =
    remove.locals === undefined
      ? imports.filter(({ module }) => module === remove.from)
      : allImportsOf(remove.from, tree);
  if (found.length === 0) return [];
  const kept = added.filter(({ from }) => from === remove.from);
  const used = remove.ifUnused ? mentionsIn(tree, imports) : undefined;
  return found.flatMap((from) => {
    if (from.names.length === 0) {
      const stays = !remove.all || remove.ifUnused || kept.some((add) => bindsNothing(add));
      return stays ? [] : [{ from, names: [] }];
    }
    const names = from.names.filter(
      (name) =>
        isNamed(name, from, remove) &&
        remove.locals?.includes(name.local) !== false &&
        used?.has(name.local) !== true &&
        !kept.some((add) => isAdded(name, from, add)),
    );
    return names.length === 0 ? [] : [{ from, names }];
  });
}

function bindsNothing({ default: whole, namespace, names }: ImportToAdd): boolean {
  return (whole ?? namespace) === undefined && names.length === 0;
}

function isNamed(name: ImportedName, { form }: ModuleImport, remove: ImportToRemove): boolean {
  if (remove.all) return true;
  // In CommonJS, the default and the namespace are both the whole module.
  if (form === "commonjs" && name.kind !== "named") return remove.default || remove.namespace;
  if (form !== "commonjs" && name.imported === "default" && remove.default) return true;
  if (name.kind === "named") return remove.names.includes(name.imported);
  return remove[name.kind];
}

/** The kinds of nodes that say the name of a value. */
export const NAMES = ["identifier", "shorthand_property_identifier"];

/**
 * Returns the names that the file mentions outside of these imports, also where they mean something else, or may call.
 */
function mentionsIn(
  { root, language, text }: FileTree,
  imports: readonly ModuleImport[],
): ReadonlySet<string> {
  const kinds = language === "javascript" ? NAMES : [...NAMES, "type_identifier"];
  const search = { rule: { any: kinds.map((kind) => ({ kind })) } };
  const names = findMatches(root, search).filter((node) => {
    const { start, end } = spanOf(node);
    return !imports.some(({ place }) => place.start <= start && end <= place.end);
  });
  const mayHaveTags = language !== "typescript" && /<\/|\/>/.test(text);
  const factories = mayHaveTags ? jsxFactories(text) : [];
  return new Set([...names.map((node) => node.text()), ...factories]);
}

/** Removes some names of an import that keeps others. */
function withoutNames(
  { names, braces }: ModuleImport,
  gone: ReadonlySet<ImportedName>,
  tree: FileTree,
): readonly TextEdit[] {
  const listed = names.filter(({ kind }) => kind === "named");
  const whole = names.filter(({ kind }) => kind !== "named");
  const keeps = (some: readonly ImportedName[]) => some.some((name) => !gone.has(name));
  const stretches: Span[] = [
    ...(keeps(whole) ? stretchesOf(whole, gone, tree) : []),
    ...(keeps(listed) ? stretchesOf(listed, gone, tree) : []),
  ];
  const [first] = whole;
  // The names in braces are one part of the list, which goes with its comma.
  if (first && braces && !keeps(whole))
    stretches.push({ start: first.place.start, end: braces.start });
  const last = whole.at(-1);
  if (last && braces && !keeps(listed)) stretches.push({ start: last.place.end, end: braces.end });
  return stretches
    .sort((a, b) => a.start - b.start)
    .map((place) => ({ ...place, text: commentsIn(place, tree) }));
}
