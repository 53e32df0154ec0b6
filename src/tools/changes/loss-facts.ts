import type { NameFaultKind } from "../../model/action/code-loss.ts";
import type { Facts } from "../../model/action/facts.ts";
import { type FileLosses, LISTED_LOSSES, type LossKind } from "../../model/action/file-losses.ts";
import type { FileChange } from "../../model/action/preview.ts";
import { definedOnly } from "../../shared/defined-only.ts";

/** A change with its losses. */
type KnownChange = Pick<FileChange, "path"> & { readonly losses: FileLosses };

/** Sums up the losses of an action; of a file without a grammar they are not known, and so of all. */
export function lossFacts(changes: readonly FileChange[]): Partial<Facts> {
  const known = changes.flatMap(({ path, losses }) => (losses ? [{ path, losses }] : []));
  if (known.length < changes.length) return {};
  return {
    commentsLost: placesOf(known, "comments"),
    tokensLost: placesOf(known, "tokens"),
    stringsChanged: placesOf(known, "strings"),
  };
}

/** Does the same for the replacements that are found by themselves. */
export function placeFacts(changes: readonly FileChange[]): Partial<Facts> {
  const listedOf = (name: "regrouped" | "importsLeftOut" | "unresolvedNames") => {
    const known = changes.flatMap(({ path, [name]: lost }) => (lost ? [{ path, lost }] : []));
    return known.length < changes.length ? undefined : listed(known);
  };
  return definedOnly({
    regrouped: listedOf("regrouped"),
    importsLeftOut: listedOf("importsLeftOut"),
    unresolvedNames: listedOf("unresolvedNames"),
  });
}

/** Does the same for the places that look like matches and are left, each with the reason. */
export function leftoversFact(changes: readonly FileChange[]): Pick<Facts, "leftovers"> {
  const known = changes.flatMap(({ path, leftovers: groups }) => {
    if (groups === undefined) return [];
    const first = groups
      .flatMap(({ kind, first: some }) =>
        some.map(({ line, text }) => ({ line, text: `${text} (${kind})` })),
      )
      .sort((a, b) => a.line - b.line);
    const count = groups.reduce((sum, group) => sum + group.count, 0);
    return [{ path, lost: { count, first } }];
  });
  return known.length < changes.length ? {} : { leftovers: listed(known) };
}

/** Does the same for the faults of names. */
export function namesFacts(changes: readonly FileChange[]): Partial<Facts> {
  const known = changes.flatMap(({ path, names }) => (names ? [{ path, names }] : []));
  if (known.length < changes.length) return {};
  const ofKind = (kind: NameFaultKind) =>
    listed(known.map(({ path, names }) => ({ path, lost: names[kind] })));
  return {
    unboundNames: ofKind("unbound"),
    capturedNames: ofKind("captured"),
    duplicateNames: ofKind("duplicate"),
    unusedImports: ofKind("unused"),
  };
}

/** Returns the places of new syntax errors, in the results: `src/a.ts:3:7 code`. */
export function errorPlaces(changes: readonly FileChange[]): readonly string[] {
  const known = changes.flatMap(({ path, newErrors }) => (newErrors ? [{ path, newErrors }] : []));
  return listed(
    known.map(({ path, newErrors: { count, first } }) => {
      const places = first.map(({ line, column, text }) => ({ line: `${line}:${column}`, text }));
      return { path, lost: { count, first: places } };
    }),
  );
}

function placesOf(changes: readonly KnownChange[], kind: LossKind): readonly string[] {
  return listed(changes.map(({ path, losses }) => ({ path, lost: losses[kind] })));
}

interface ListedChange {
  readonly path: string;
  readonly lost: {
    readonly count: number;
    readonly first: readonly { readonly line: number | string; readonly text: string }[];
  };
}

/** Returns the first places, and the number of the others. */
function listed(changes: readonly ListedChange[]): readonly string[] {
  const count = changes.reduce((total, { lost }) => total + lost.count, 0);
  if (count === 0) return [];
  const places = changes.flatMap(({ path, lost }) =>
    lost.first.map(({ line, text }) => `${path}:${line} ${text}`),
  );
  const first = places.slice(0, LISTED_LOSSES);
  return count > first.length ? [...first, `${count - first.length} more`] : first;
}
