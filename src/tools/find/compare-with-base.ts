import type { FoundPlace } from "../../model/search/found-place.ts";
import { ToolError } from "../../model/tool-error.ts";
import { previewCall } from "../ast-edit/preview/preview-call.ts";
import type { ToldPlaces } from "../ast-edit/search/collected-findings.ts";
import type { ComparedWithBase, FindContext } from "./find-shapes.ts";

/**
 * Compares the findings of a call with those at the base. Only files that differ are searched there: all others have
 * the same findings. Lines that move, also to another file, keep theirs.
 */
export async function compareWithBase(
  search: Parameters<typeof previewCall>[0],
  told: readonly ToldPlaces[],
  environment: FindContext,
): Promise<ComparedWithBase> {
  const { baseTexts: base, scope, workspace, linesOf } = environment;
  if (base === undefined) throw new ToolError("The base of the run is not known.");
  const changed = await base.changed(workspace, scope.isPart);
  const isSelected = (path: string) => scope.isSelected(path) || changed.get(path) === "gone";
  const silent = {
    ...environment,
    ...{ record: undefined, linesOf: undefined, onProgress: () => undefined },
  };
  // With some lines alone, the findings of a call are a part of those that there are.
  const all = linesOf === undefined ? told : (await previewCall(search, silent)).told;
  const now = all.filter(({ path }) => changed.has(path));
  const opened = await base.open(changed.keys());
  try {
    const there = { ...silent, workspace: opened.workspace, scope: { ...scope, isSelected } };
    const before = (await previewCall(search, there)).told;
    const total = countIn(all);
    const fresh = freshAmong(now, before);
    return {
      commit: base.commit,
      now: total,
      total: total - countIn(now) + countIn(before),
      isNew: (path, place) => fresh.has(keyOf(place, path, placeKey(place))),
    };
  } finally {
    await opened.close();
  }
}

function countIn(told: readonly ToldPlaces[]): number {
  return told.reduce((sum, { places }) => sum + places.length, 0);
}

/** Returns the findings that have no equal before: in the same file, otherwise in any. */
function freshAmong(
  now: readonly ToldPlaces[],
  before: readonly ToldPlaces[],
): ReadonlySet<string> {
  const known = flat(before);
  const inFile = without(flat(now), known, ({ path, place }) => keyOf(place, path));
  const moved = without(known, flat(now), ({ path, place }) => keyOf(place, path));
  const fresh = without(inFile, moved, ({ place }) => keyOf(place));
  return new Set(fresh.map(({ path, place }) => keyOf(place, path, placeKey(place))));
}

interface PlaceOfFile {
  readonly path: string;
  readonly place: FoundPlace;
}

function flat(told: readonly ToldPlaces[]): readonly PlaceOfFile[] {
  return told.flatMap(({ path, places }) => places.map((place) => ({ path, place })));
}

/** Returns some findings without as many as others have of the same key. */
function without(
  found: readonly PlaceOfFile[],
  others: readonly PlaceOfFile[],
  key: (found: PlaceOfFile) => string,
): readonly PlaceOfFile[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(key(other), (left.get(key(other)) ?? 0) + 1);
  return found.filter((each) => {
    const count = left.get(key(each)) ?? 0;
    left.set(key(each), count - 1);
    return count <= 0;
  });
}

function keyOf({ opId, lines }: FoundPlace, ...more: readonly string[]): string {
  return [opId, lines, ...more].join("\0");
}

function placeKey({ startLine, startColumn, endLine, endColumn }: FoundPlace): string {
  return `${startLine}:${startColumn}-${endLine}:${endColumn}`;
}
