import type { FilePatch, PatchSet } from "../model/patch/patch.ts";
import { fixesOf, withoutFixes } from "./fixes-by-file.ts";
import type { Patched, ReadText, RefusedPart } from "./patched.ts";
import { PatchedTree } from "./patched-tree.ts";

/**
 * Applies the fixes of a scanner: each by itself, and one of several files in all of them or in none. These files belong
 * together.
 */
export async function applyFixes({ patches }: PatchSet, read: ReadText): Promise<Patched> {
  const files = patches.flatMap((patch) => patch.files);
  const all = new PatchedTree(read);
  const own = await all.apply({ files });
  const groups = new Set(own.flatMap((part) => groupsOf(part, files)));
  const halves = files.flatMap((file) => halvesOf(file, groups, own));
  const kept = withoutFixes(files, groups);
  const tree = halves.length === 0 ? all : new PatchedTree(read);
  if (halves.length > 0) await tree.apply({ files: kept });
  const outcome = tree.outcome();
  const changed = kept.filter(({ to }) => outcome.files.some(({ path }) => path === to));
  const notes = [...outcome.notes, ...unproved(changed)];
  return { ...outcome, moves: pairsOf(changed), notes, refused: [...own, ...halves] };
}

/** Returns the numbers of the fixes that a refusal is about: one, or all of a file. */
function groupsOf({ path, group }: RefusedPart, files: readonly FilePatch[]): readonly number[] {
  if (group !== undefined) return [group];
  return files
    .filter(({ to }) => to === path)
    .flatMap(fixesOf)
    .map((fix) => fix.group);
}

/** Refuses the rest of fixes that another file refuses. */
function halvesOf(
  file: FilePatch,
  groups: ReadonlySet<number>,
  refused: readonly RefusedPart[],
): readonly RefusedPart[] {
  const { to: path = "", line } = file;
  const own = refused.filter((part) => part.path === path);
  const known = new Set(own.flatMap((part) => groupsOf(part, [file])));
  const all = new Set(fixesOf(file).map(({ group }) => group));
  const fault = "belongs to a fix that cannot be done in another file";
  return [...all]
    .filter((group) => groups.has(group) && !known.has(group))
    .map((group) => ({ path, line, group, fault }));
}

/** Returns the files of each fix, as pairs. */
function pairsOf(files: readonly FilePatch[]): Patched["moves"] {
  const firsts = new Map<number, string>();
  return files.flatMap((file) => {
    const { to = "" } = file;
    const groups = new Set(fixesOf(file).map(({ group }) => group));
    return [...groups].flatMap((group) => {
      const from = firsts.get(group);
      firsts.set(group, from ?? to);
      return from === undefined ? [] : [{ from, to }];
    });
  });
}

/** Tells of fixes that are placed by their ranges alone. */
function unproved(files: readonly FilePatch[]): readonly string[] {
  const ranges = files.filter(({ base }) => base === undefined).flatMap(fixesOf);
  const groups = new Set(
    ranges.flatMap(({ before, group }) => (before === undefined ? [group] : [])),
  );
  if (groups.size === 0) return [];
  return [
    groups.size === 1
      ? "1 fix names no text that it replaces: its base is not proved"
      : `${groups.size} fixes name no text that they replace: their base is not proved`,
  ];
}
