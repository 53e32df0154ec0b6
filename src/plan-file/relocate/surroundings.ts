const CLOSERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** The number of columns that a tab stands for. */
const TAB = 4;

/** Two texts as lines, and the places of the lines of the first one in the second one. */
interface MappedLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Negative if there is none that is certain. */
  readonly places: Int32Array;
  /** The places of lines that stand once in each text. */
  readonly unique: ReadonlyMap<number, number>;
}

/** Some lines, ends inclusive, and the place of the first of them in the text after. */
interface PlacedLines {
  readonly first: number;
  readonly last: number;
  readonly place: number;
}

/** A direction in which neighbours are looked for. */
type Side = -1 | 1;

/** Compares the surroundings of lines in two texts: equal lines in another block are another place. */
export class Surroundings {
  readonly #map: MappedLines;
  readonly #headsBefore: Int32Array;
  readonly #headsAfter: Int32Array;
  readonly #textsBefore: ReadonlySet<string>;
  readonly #textsAfter: ReadonlySet<string>;
  /** The first and the last line that stands once in each text, of the unchanged stretch around each line. */
  readonly #firstUnique: Int32Array;
  readonly #lastUnique: Int32Array;

  constructor(map: MappedLines) {
    const { before, after } = map;
    this.#map = map;
    this.#headsBefore = headsOf(before);
    this.#headsAfter = headsOf(after);
    this.#textsBefore = new Set(before.map((line) => line.trim()));
    this.#textsAfter = new Set(after.map((line) => line.trim()));
    this.#firstUnique = new Int32Array(before.length).fill(before.length);
    this.#lastUnique = new Int32Array(before.length).fill(-1);
    this.#fillStretches();
  }

  /**
   * True if lines are in the same blocks as before, have an unchanged neighbour on at least one side, and have near
   * them another line that occurs once in each text. An end of the file is a neighbour, also if something was added
   * there.
   */
  areSame(lines: PlacedLines): boolean {
    const sides = ([-1, 1] as const).map((side) => {
      const neighbour = this.#neighbour(lines, side);
      if (neighbour.isSame) return neighbour;
      const isSameBlock = this.#isSameHead(neighbour) || this.#isSameGap(lines, side);
      return isSameBlock ? { ...neighbour, isSame: neighbour.isEnd } : undefined;
    });
    const same = sides.flatMap((neighbour) => (neighbour?.isSame ? [neighbour.line] : []));
    if (sides.includes(undefined) || same.length === 0) return false;
    const isAnchored = [lines.first, ...same].some((line) => this.#isAnchored(line, lines));
    return isAnchored && this.#areInSameBlocks(lines);
  }

  /** True if the heads of the blocks around lines have the same texts. */
  haveSameHeads({ first, last, place }: PlacedLines): boolean {
    const { before, after } = this.#map;
    return [first, last].every((line) => {
      let [head, now] = [this.#headOf(line), this.#headAfter(place + line - first)];
      while (head !== -1 && now !== -1 && before[head] === after[now])
        [head, now] = [this.#headOf(head), this.#headAfter(now)];
      return head === -1 && now === -1;
    });
  }

  #areInSameBlocks({ first, last, place }: PlacedLines): boolean {
    return [first, last].every((line) => {
      let [head, now] = [this.#headOf(line), this.#headAfter(place + line - first)];
      while (head !== -1 && now !== -1 && this.#isSameHead({ line: head, now }))
        [head, now] = [this.#headOf(head), this.#headAfter(now)];
      return head === -1 && now === -1;
    });
  }

  /** True if a line stands at a place, or was edited there: both of its neighbours are unchanged. */
  #isSameHead({ line, now }: { readonly line: number; readonly now: number }): boolean {
    const { before, after, places } = this.#map;
    if (places[line] === now) return true;
    if (places[line - 1] !== now - 1 || places[line + 1] !== now + 1) return false;
    const [old, fresh] = [before[line] ?? "", after[now] ?? ""];
    return !this.#textsAfter.has(old.trim()) && !this.#textsBefore.has(fresh.trim());
  }

  /** Finds the next line on a side that is not blank, and compares it with the one after. */
  #neighbour({ first, last, place }: PlacedLines, side: Side) {
    const { before, after, places } = this.#map;
    let [line, now] = side < 0 ? [first - 1, place - 1] : [last + 1, place + last - first + 1];
    while (before[line]?.trim() === "") line += side;
    while (after[now]?.trim() === "") now += side;
    const isBeyond = line < 0 || line >= before.length; // The lines have the mark of the end itself.
    const isEnd = line <= 0 || line >= before.length - 1;
    return { line, now, isEnd, isSame: isBeyond || places[line] === now };
  }

  /** True if what was written between lines and the next unchanged one leaves them in the same block. */
  #isSameGap({ first, last, place }: PlacedLines, side: Side): boolean {
    const { before, after, places } = this.#map;
    const [edge, placeOfEdge] = side < 0 ? [first, place] : [last, place + last - first];
    let known = edge + side;
    const isBeyond = (at: number) => (side < 0 ? at >= placeOfEdge : at <= placeOfEdge);
    while (
      before[known] !== undefined &&
      ((places[known] ?? -1) < 0 || isBeyond(places[known] ?? -1))
    )
      known += side;
    const now = places[known];
    if (now === undefined || now < 0) return false;
    const between = (texts: readonly string[], one: number, other: number) =>
      texts.slice(Math.min(one, other) + 1, Math.max(one, other));
    const [old, fresh] = [between(before, known, edge), between(after, now, placeOfEdge)];
    return openBrackets(old) === openBrackets(fresh);
  }

  #isAnchored(line: number, { first, last }: PlacedLines): boolean {
    return (this.#firstUnique[line] ?? first) < first || (this.#lastUnique[line] ?? last) > last;
  }

  #fillStretches(): void {
    const { before, places, unique } = this.#map;
    for (let start = 0; start < before.length; ) {
      let end = start + 1;
      while (
        end < before.length &&
        (places[end - 1] ?? -1) >= 0 &&
        places[end] === (places[end - 1] ?? 0) + 1
      )
        end += 1;
      const inside: number[] = [];
      for (let line = start; line < end; line += 1)
        if ((places[line] ?? -1) >= 0 && unique.get(line) === places[line]) inside.push(line);
      this.#firstUnique.fill(inside[0] ?? before.length, start, end);
      this.#lastUnique.fill(inside.at(-1) ?? -1, start, end);
      start = end;
    }
  }

  #headOf(line: number): number {
    return this.#headsBefore[line] ?? -1;
  }

  #headAfter(line: number): number {
    return this.#headsAfter[line] ?? -1;
  }
}

/** Returns for each line the nearest one above that is indented less, the head of its block; -1 without one. */
function headsOf(lines: readonly string[]): Int32Array {
  const heads = new Int32Array(lines.length).fill(-1);
  const open: { readonly line: number; readonly columns: number }[] = [];
  for (const [line, text] of lines.entries()) {
    const columns = columnsOf(text);
    if (columns === undefined) continue;
    while ((open.at(-1)?.columns ?? -1) >= columns) open.pop();
    heads[line] = open.at(-1)?.line ?? -1;
    open.push({ line, columns });
  }
  return heads;
}

/** Returns undefined for a blank line, which belongs to no block. */
function columnsOf(text: string): number | undefined {
  let columns = 0;
  for (const character of text) {
    if (character === " ") columns += 1;
    else if (character === "\t") columns += TAB;
    else return columns;
  }
  return undefined;
}

/**
 * Describes the brackets that some lines open and do not close, with their lines, and those that they close and did not
 * open: stretches with the same description leave what follows in the same block.
 */
function openBrackets(lines: readonly string[]): string {
  const open: { readonly bracket: string; readonly line: string }[] = [];
  let closed = "";
  for (const line of lines)
    for (const [bracket] of line.matchAll(/[()[\]{}]/g)) {
      const opener = CLOSERS[bracket];
      if (opener === undefined) open.push({ bracket, line: line.trim() });
      else if (open.at(-1)?.bracket === opener) open.pop();
      else closed += bracket;
    }
  return JSON.stringify([closed, open]);
}
