import type { CodeLoss } from "../../model/action/code-loss.ts";
import type { Replacement } from "../../model/edit.ts";
import { dialectOf } from "../../syntax/dialect.ts";
import { clip } from "../engine/parse-issues.ts";
import type { Language } from "../language/language.ts";
import { moveSpan, type Span } from "../text/span.ts";
import { changedDirectives } from "./directives.ts";
import { grammarOf } from "./grammars.ts";
import { movedEdit, type PlacedEdit } from "./placed-edit.ts";
import { misreadInSection, type Section, type SectionEdit } from "./sections.ts";

/** Code of a text: the whole text, or embedded code (edit/passes/parts.ts). */
interface TextPart {
  readonly language: Language;
  readonly source: string;
  readonly shift: number;
  readonly code: string;
}

/** The edits of a pass. */
interface PlacedEdits {
  /** Sorted. */
  readonly accepted: readonly Replacement[];
  readonly placed: readonly PlacedEdit[];
}

/**
 * Returns the edits of a text whose results are not read as they were written: as the tree of the template, in the
 * place of the match, with what was captured in the places of its variables. Undefined if the text cannot be read.
 */
export function findRegrouped(
  parts: readonly TextPart[],
  edits: PlacedEdits,
): readonly CodeLoss[] | undefined {
  const byPlace = new Map(edits.accepted.map((edit) => [placeOf(edit), edit]));
  return findMisreadEdits(parts, edits)?.map((placed): CodeLoss => {
    const { start, end } = placed;
    const text = clip(byPlace.get(placeOf(placed))?.text.trim() || "(nothing)");
    return { kind: "grouping", text, at: start, edit: { start, end } };
  });
}

/** Does the same, and returns the edits themselves. */
export function findMisreadEdits(
  parts: readonly TextPart[],
  { accepted, placed }: PlacedEdits,
): readonly PlacedEdit[] | undefined {
  if (placed.length === 0) return [];
  const byPlace = new Map(placed.map((each) => [placeOf(each), each]));
  const edits = accepted.flatMap((edit) => withoutImports(edit, byPlace.get(placeOf(edit))));
  const found = new Set<PlacedEdit>();
  for (const part of parts) {
    const own = edits.filter((edit) => partOf(edit, parts) === part);
    if (!own.some((edit) => edit.placed)) continue;
    const misread = misreadInPart(part, own);
    if (misread === undefined) return undefined;
    for (const each of misread) {
      const original = byPlace.get(placeOf(each));
      if (original) found.add(original);
    }
  }
  return [...found];
}

/** Parts an edit from the imports that joined it, which are code of their own. */
function withoutImports(
  { start, end, text }: Replacement,
  placed: PlacedEdit | undefined,
): readonly SectionEdit[] {
  const imports = placed?.imports ?? "";
  const own = { start, end, text: text.slice(imports.length), placed };
  return imports === "" ? [own] : [{ start, end: start, text: imports, placed: undefined }, own];
}

/** Returns the innermost part around an edit. */
function partOf(edit: Span, parts: readonly TextPart[]): TextPart | undefined {
  const around = parts.filter((part) => isWithin(edit, extentOf(part)));
  return around.toSorted((a, b) => a.code.length - b.code.length)[0];
}

function misreadInPart(
  part: TextPart,
  edits: readonly SectionEdit[],
): readonly PlacedEdit[] | undefined {
  const { start } = extentOf(part);
  const moved = edits.map((edit) => movedTo(edit, start));
  const whole: Section = {
    grammar: grammarOf(part.language),
    text: part.code,
    around: ["", ""],
    edits: moved,
  };
  const found: PlacedEdit[] = [];
  const settled = new Set<number>();
  if (dialectOf(part.language) !== undefined) {
    for (const each of changedDirectives(whole)) found.push(each);
    for (const section of sectionsOf(whole)) {
      const misread = misreadInSection(section);
      if (misread === undefined) continue;
      const { shift } = section;
      for (const edit of section.edits) settled.add(edit.start + shift);
      for (const each of misread) found.push(movedEdit(each, shift));
    }
  }
  const left = moved.map((edit) =>
    settled.has(edit.start) ? { ...edit, placed: undefined } : edit,
  );
  if (left.some((edit) => edit.placed)) {
    const misread = misreadInSection({ ...whole, edits: left });
    if (misread === undefined) return undefined;
    for (const each of misread) found.push(each);
  }
  return found.map((each) => movedEdit(each, start));
}

/** Statements stand in a function that may do all that a function can. */
const FUNCTION = ["class A extends B { static async *[c]() { d: for (;;) {\n", "\n} } }"] as const;

/** Returns the stretches of statements that decide how some of the edits are read, each with all edits in it. */
function sectionsOf({
  grammar,
  text,
  edits,
}: Section): readonly (Section & { readonly shift: number })[] {
  const regions: { start: number; end: number }[] = [];
  const all = edits.flatMap(({ placed }) => placed?.region ?? []);
  for (const { start, end } of all.toSorted((a, b) => a.start - b.start)) {
    const last = regions.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else regions.push({ start, end });
  }
  let first = 0;
  return regions.flatMap((region) => {
    while ((edits[first]?.end ?? Infinity) <= region.start) first += 1;
    let next = first;
    while ((edits[next]?.start ?? Infinity) < region.end) next += 1;
    const touching = edits.slice(first, next);
    const isWhole = touching.every(
      (edit) => isWithin(edit, region) && (!edit.placed || edit.placed.region !== undefined),
    );
    if (!isWhole) return [];
    const { start, end } = region;
    return [
      {
        grammar,
        text: text.slice(start, end),
        around: FUNCTION,
        edits: touching.map((edit) => movedTo(edit, start)),
        shift: start,
      },
    ];
  });
}

/** Moves an edit to the offsets of the text that begins at `start`. */
function movedTo(edit: SectionEdit, start: number): SectionEdit {
  const { placed } = edit;
  return { ...moveSpan(edit, -start), placed: placed && movedEdit(placed, -start) };
}

function placeOf({ start, end }: Span): string {
  return `${start} ${end}`;
}

function extentOf({ source, code, shift }: TextPart): Span {
  const start = source.length - code.length + shift;
  return { start, end: start + code.length };
}

function isWithin(a: Span, b: Span): boolean {
  return b.start <= a.start && a.end <= b.end;
}
