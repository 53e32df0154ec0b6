import { embeddedLanguages } from "../../../edit/language/embedded-code.ts";
import { languageOfPath } from "../../../edit/language/language.ts";
import {
  LEFTOVER_KINDS,
  type LeftoverGroup,
  type LeftoverKind,
} from "../../../model/search/leftovers.ts";
import { countOf } from "../../../shared/count-of.ts";
import { addTo } from "../../../shared/lists/add-to.ts";
import type { CallAlert, Candidate, LeftoversOfFile } from "../search/search-shapes.ts";

type PlacedGroup = LeftoverGroup & Pick<LeftoversOfFile, "path">;

/** The most lines that an alert names. */
const NAMED = 3;
const LISTED = 100;

/**
 * Returns the places in the templates of components, such as `*.svelte`: files that are pages, and not by their
 * extension. Most of their code may be there, so that they are told also if nothing was replaced.
 */
export function leftInComponents(
  files: readonly LeftoversOfFile[],
  candidates: readonly Pick<Candidate, "path" | "language">[],
): readonly LeftoversOfFile[] {
  const components = candidates.filter(
    ({ path, language }) =>
      embeddedLanguages(language).length > 0 && languageOfPath(path) !== language,
  );
  const paths = new Set(components.map(({ path }) => path));
  return files.flatMap(({ path, leftovers }) => {
    const inTemplate = leftovers.filter(({ kind }) => kind === "template");
    return paths.has(path) && inTemplate.length > 0 ? [{ path, leftovers: inTemplate }] : [];
  });
}

/** Returns an alert for each op of a call with places that look like its matches and are left. */
export function leftoverAlerts(
  files: readonly LeftoversOfFile[],
  listing: ReadonlySet<string>,
): readonly CallAlert[] {
  const byOp = new Map<string, PlacedGroup[]>();
  for (const { path, leftovers } of files)
    for (const group of leftovers) addTo(byOp, group.opId, { ...group, path });
  return [...byOp].map(([opId, groups]) => {
    const total = countOfGroups(groups);
    const kinds = LEFTOVER_KINDS.flatMap((kind) => {
      const count = countOfGroups(groups.filter((group) => group.kind === kind));
      return count === 0 ? [] : [`${count} ${WORDS[kind][count === 1 ? 0 : 1]}`];
    });
    const places = namedPlaces(groups, listing.has(opId) ? LISTED : NAMED);
    const like = groups[0]?.like;
    const looks = total === 1 ? "looks" : "look";
    const what = `${countOf(total, "place")} that ${looks} like ${like} ${total === 1 ? "is" : "are"} left`;
    const message = `${what}: ${kinds.join(", ")} (${places.join(", ")}).`;
    const paths = new Set(groups.map(({ path }) => path));
    const [path] = paths.size === 1 ? paths : [];
    return { level: "warn", code: "leftovers", message, ...(path === undefined ? {} : { path }) };
  });
}

function countOfGroups(groups: readonly LeftoverGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the first lines, `src/a.rs:3`, and the number of places on others. Groups of one file follow each other. */
function namedPlaces(groups: readonly PlacedGroup[], most: number): readonly string[] {
  const byPath = new Map<string, number[]>();
  for (const { path, first } of groups) for (const { line } of first) addTo(byPath, path, line);
  const all = [...byPath].flatMap(([path, lines]) =>
    lines.sort((a, b) => a - b).map((line) => `${path}:${line}`),
  );
  const named = [...new Set(all)].slice(0, most);
  const more = countOfGroups(groups) - all.filter((place) => named.includes(place)).length;
  return more > 0 ? [...named, `${more} more`] : named;
}

/** One, and several. */
const WORDS: Readonly<Record<LeftoverKind, readonly [one: string, several: string]>> = {
  macro: ["in a macro", "in macros"],
  string: ["in a string", "in strings"],
  template: ["in the text of a template", "in the text of templates"],
  comment: ["in a comment", "in comments"],
  error: ["in code with syntax errors", "in code with syntax errors"],
  overlap: ["that overlaps with another replacement", "that overlap with other replacements"],
  skipped: ["in a file that was skipped", "in files that were skipped"],
};
