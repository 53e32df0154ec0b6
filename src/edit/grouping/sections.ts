import { moveSpan, type Span } from "../text/span.ts";
import { spansAfter } from "../text/spans-after.ts";
import { splice } from "../text/splice.ts";
import { findMisread } from "./compare-trees.ts";
import type { Grammar } from "./grammar.ts";
import { movedEdit, type PlacedEdit } from "./placed-edit.ts";
import type { ComparedEdit } from "./sorted-nodes.ts";

/** An edit, with what is known of it. */
export interface SectionEdit extends Span {
  readonly text: string;
  /** Undefined for an edit of which nothing is asked. */
  readonly placed: PlacedEdit | undefined;
}

/** A stretch of a text that is parsed by itself, with the edits in it. */
export interface Section {
  readonly grammar: Grammar;
  readonly text: string;
  /** The code around it in which it is parsed. */
  readonly around: readonly [before: string, after: string];
  /** Sorted; offsets in `text`. */
  readonly edits: readonly SectionEdit[];
}

/** The most results that are parsed to find the edits that break one. */
const MAX_PARSES = 64;

/** The most characters that are parsed to tell the edits that are misread from those beside them. */
const MAX_PARSED_AGAIN = 2_000_000;

/** The most times that the edits are read again without those that are misread. */
const MAX_ROUNDS = 8;

/** Returns the edits of a section that are misread; undefined if the text before cannot be read. */
export function misreadInSection(section: Section): readonly PlacedEdit[] | undefined {
  const found: PlacedEdit[] = [];
  let left = section.edits;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const misread = misreadAmong({ ...section, edits: left });
    if (misread === undefined) return undefined;
    const own = ownFaults({ ...section, edits: left }, misread);
    for (const each of own) found.push(each);
    left = left.filter(({ placed }) => placed === undefined || !own.includes(placed));
    // One that is misread may hide another one: the tree around it is not compared.
    if (own.length === 0 || left.every(({ placed }) => placed === undefined)) return found;
  }
  return [...found, ...left.flatMap(({ placed }) => placed ?? [])];
}

/** Leaves out the edits that are blamed only for the tree around them, which another one took apart. */
function ownFaults(section: Section, misread: readonly PlacedEdit[]): readonly PlacedEdit[] {
  if (misread.length < 2 || misread.length * section.text.length > MAX_PARSED_AGAIN) return misread;
  const isBlamed = ({ placed }: SectionEdit) => placed !== undefined && misread.includes(placed);
  const own = misread.filter((each) => {
    const edits = section.edits.filter((edit) => edit.placed === each || !isBlamed(edit));
    return misreadAmong({ ...section, edits })?.includes(each) !== false;
  });
  return own.length === 0 ? misread : own;
}

function misreadAmong({
  grammar,
  text,
  around,
  edits,
}: Section): readonly PlacedEdit[] | undefined {
  const [head, tail] = around;
  const before = head + text + tail;
  const root = grammar.parse(before);
  if (root === undefined) return undefined;
  const read = (some: readonly SectionEdit[]) => {
    const after = head + splice(text, some) + tail;
    return { text: after, root: grammar.parse(after) };
  };
  let first: ReturnType<typeof read> | undefined; // That of all edits; mostly it can be read, and is enough.
  const { broken, whole } = withoutBroken(edits, (some) => {
    const found = read(some);
    first ??= found;
    return found.root !== undefined;
  });
  const after = broken.length === 0 && first !== undefined ? first : read(whole);
  if (after.root === undefined) return edits.flatMap(({ placed }) => placed ?? []);
  const spans = spansAfter(whole);
  const originals = new Map<ComparedEdit, PlacedEdit>();
  const compared = whole.map((edit, index): ComparedEdit => {
    const { start, end, placed } = edit;
    const by = head.length;
    const moved = {
      before: moveSpan({ start, end }, by),
      after: moveSpan(spans[index] ?? { start, end }, by),
      placed: placed && movedEdit(placed, by),
    };
    if (placed) originals.set(moved, placed);
    return moved;
  });
  const misread = findMisread(
    { text: before, root },
    { text: after.text, root: after.root },
    grammar,
    compared,
  );
  return [
    ...broken.flatMap(({ placed }) => placed ?? []),
    ...[...misread].flatMap((edit) => originals.get(edit) ?? []),
  ];
}

/** Sorts the edits that leave no text that can be read out, by halves: few of many take few parses. */
function withoutBroken(
  edits: readonly SectionEdit[],
  isReadable: (edits: readonly SectionEdit[]) => boolean,
): { readonly broken: readonly SectionEdit[]; readonly whole: readonly SectionEdit[] } {
  const broken = new Set<SectionEdit>();
  let left = MAX_PARSES;
  const visit = (some: readonly SectionEdit[]): void => {
    left -= 1;
    if (some.length === 0 || (left >= 0 && isReadable(some))) return;
    if (left < 0 || some.length === 1) {
      for (const edit of some) broken.add(edit);
      return;
    }
    const middle = some.length >> 1;
    visit(some.slice(0, middle));
    visit(some.slice(middle));
  };
  visit(edits);
  return { broken: [...broken], whole: edits.filter((edit) => !broken.has(edit)) };
}
