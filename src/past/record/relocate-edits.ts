import type { PlannedFile } from "../../plan-file/plan.ts";
import { foreignStep, type Span } from "../../plan-file/relocate/text-step.ts";
import { singleEdit } from "../../shared/single-edit.ts";
import type { FileHistory, HistoryStep, KnownText } from "./file-history.ts";
import type { LocatedEdit } from "./located-actions.ts";

/** An edit of a held action that was found again, or why it was not. */
type RelocatedEdit = { readonly edit: LocatedEdit } | { readonly problem: string };

/** Returns the length of the insertions of some actions at one place that belong after another insertion there. */
export type LateInsertions = (actions: readonly string[]) => number;

type Edit = PlannedFile["edits"][number];

/** Finds the places of edits in a file that has changed since they were made. Never guesses. */
export class EditRelocator {
  readonly #path: string;
  readonly #before: KnownText;
  readonly #after: KnownText;
  readonly #history: FileHistory;
  #steps: readonly HistoryStep[] | "unknown" | undefined;
  #compared: ReturnType<typeof foreignStep> | undefined;

  constructor(path: string, before: KnownText, after: KnownText, history: FileHistory) {
    this.#path = path;
    this.#before = before;
    this.#after = after;
    this.#history = history;
  }

  /** Returns an edit in offsets of the text that is there now; or a sentence with the place and both texts. */
  relocate(edit: Edit, lateIn: LateInsertions): RelocatedEdit {
    const { start, end, text } = edit;
    const expected = this.#before.text.slice(start, end);
    const place = this.#placeOf(edit, lateIn);
    const isSame =
      place !== undefined &&
      this.#after.text.slice(place.start, place.end) === expected &&
      this.#hasPlaceForLines(edit, place.start - start, lateIn);
    if (!isSame) return { problem: this.#describe(edit) };
    return { edit: { start: place.start, end: place.end, text, from: { start, end } } };
  }

  #placeOf(span: Span, lateIn: LateInsertions): Span | undefined {
    return this.#byHistory(span, lateIn) ?? this.#comparedStep().move(span);
  }

  /** True unless an edit only adds lines to those that it replaces, and these lines have no place of their own. */
  #hasPlaceForLines({ start, end, text }: Edit, shift: number, lateIn: LateInsertions): boolean {
    const added = singleEdit(this.#before.text.slice(start, end), text);
    if (start === end || added.start < added.end || !/^\r?\n|\n$/.test(added.text)) return true;
    const at = start + added.start;
    return this.#placeOf({ start: at, end: at }, lateIn)?.start === at + shift;
  }

  #byHistory({ start, end }: Span, lateIn: LateInsertions): Span | undefined {
    this.#steps ??= this.#history.stepsBetween(this.#path, this.#before, this.#after) ?? "unknown";
    if (this.#steps === "unknown") return undefined;
    let span: Span | undefined = { start, end };
    for (const step of this.#steps) {
      span = moveAlong(step, span, lateIn);
      if (span === undefined) return undefined;
    }
    return span;
  }

  #comparedStep(): ReturnType<typeof foreignStep> {
    this.#compared ??= foreignStep(this.#before.text, this.#after.text);
    return this.#compared;
  }

  #describe(span: Span): string {
    const { line, expected, found, hasOtherEnds } = this.#comparedStep().compare(span);
    const place = `${this.#path}:${line}`;
    if (hasOtherEnds)
      return `${place} has other line ends by now. Run the recipe again, or bring them back.`;
    if (span.start === span.end) return describeInsertion(place, expected, found);
    if (expected === found) return `${place} ${UNSURE} Expected once: ${quoted(expected)}`;
    return `${place} has changed. Expected: ${quoted(expected)} Found: ${quoted(found)}`;
  }
}

function moveAlong(step: HistoryStep, span: Span, lateIn: LateInsertions): Span | undefined {
  const moved = step.move(span);
  if (moved === undefined || span.start < span.end) return moved;
  const late = lateIn(step.actions);
  return { start: moved.start - late, end: moved.end - late };
}

function describeInsertion(place: string, expected: string, found: string): string {
  const isEmpty = expected.trim() === "";
  const beside = isEmpty ? "" : ` beside ${quoted(expected)}`;
  const now = expected === found ? "" : ` Found: ${quoted(found)}`;
  const advice = "Run the recipe again, or discard the action.";
  return `${place} is no longer the one place for the insertion${beside}.${now} ${advice}`;
}

const UNSURE = "stands in other surroundings, or could be in two places by now.";

/** The most characters, and lines, of a text in a message. */
const [MOST_CHARACTERS, MOST_LINES] = [200, 4];

function quoted(text: string): string {
  if (text.trim() === "") return "nothing.";
  const lines = text.split("\n");
  const shown = lines.slice(0, MOST_LINES).join(" ⏎ ").trim();
  const isCut = lines.length > MOST_LINES || shown.length > MOST_CHARACTERS;
  return `\`${shown.slice(0, MOST_CHARACTERS)}\`${isCut ? " …" : ""}`;
}
