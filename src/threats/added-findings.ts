import type { Span } from "../edit/text/span.ts";
import { touchesOneOf } from "../edit/text/touches-one-of.ts";
import type { Finding } from "./code/scanned-text.ts";

/** The findings of one file, before and after a change. */
export interface FileFindings {
  readonly path: string;
  readonly before: readonly Finding[];
  readonly after: readonly Finding[];
  /** The parts of the text after that edits made. Sorted. */
  readonly edited: readonly Span[];
}

/** A finding in the file that it was found in. */
export interface PlacedFinding extends Finding {
  readonly path: string;
}

/**
 * Returns the findings that are there after a change and were not there before, as multisets: what only moves is not
 * added. Of several that are equal, those in edited text count as added first.
 */
export function addedFindings(files: readonly FileFindings[]): readonly PlacedFinding[] {
  const left = new Map<string, number>();
  for (const { before } of files)
    for (const { key } of before) left.set(key, (left.get(key) ?? 0) + 1);
  const known = new Set<Finding>();
  const take = (finding: Finding) => {
    const count = left.get(finding.key) ?? 0;
    if (count === 0 || known.has(finding)) return;
    left.set(finding.key, count - 1);
    known.add(finding);
  };
  for (const { after, edited } of files)
    for (const finding of after)
      if (!touchesOneOf(edited, { start: finding.at, end: finding.at + 1 })) take(finding);
  for (const { after } of files) after.forEach(take);
  return placed(files, (finding) => !known.has(finding));
}

/** Returns the first finding of each key that was not there at all before. */
export function newFindings(files: readonly FileFindings[]): readonly PlacedFinding[] {
  const known = new Set(files.flatMap(({ before }) => before.map(({ key }) => key)));
  return placed(files, ({ key }) => known.size < known.add(key).size);
}

/** Returns as many findings that are added as there are more than before. */
export function netFindings(files: readonly FileFindings[]): readonly PlacedFinding[] {
  const more = files.reduce((sum, { before, after }) => sum + after.length - before.length, 0);
  return addedFindings(files).slice(0, Math.max(0, more));
}

function placed(
  files: readonly FileFindings[],
  isAdded: (finding: Finding) => boolean,
): readonly PlacedFinding[] {
  return files.flatMap(({ path, before, after }) => {
    const values = new Map(before.flatMap(({ name, value }) => (name ? [[name, value]] : [])));
    return after.filter(isAdded).map((finding) => {
      const { name, value, text } = finding;
      const old = name === undefined ? undefined : values.get(name);
      const isChange = old !== undefined && old !== value;
      return { ...finding, path, text: isChange ? `${name} ${old} → ${value}` : text };
    });
  });
}
