/** The marks of emphasis in a piece of prose that were opened, and not closed yet. */
export class OpenMarks {
  readonly open = new Set<string>();
  readonly #prose: string;

  constructor(prose: string) {
    this.#prose = prose;
  }

  /** Notes a run of marks. It opens emphasis at the beginning of a word, closes it at the end, and is text inside. */
  note(start: number, end: number): void {
    const isBegin = isApart(this.#prose[start - 1]) && !isSpace(this.#prose[end]);
    const isEnd = !isSpace(this.#prose[start - 1]) && isApart(this.#prose[end]);
    for (const mark of new Set(this.#prose.slice(start, end)))
      if (isBegin) this.open.add(mark);
      else if (isEnd) this.open.delete(mark);
  }
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}

/** True beside a word. */
function isApart(character: string | undefined): boolean {
  return character === undefined || !/[\p{L}\p{M}\p{N}]/u.test(character);
}
