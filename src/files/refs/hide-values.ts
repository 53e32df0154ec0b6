/** A range of a text; UTF-16 offsets, `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Stands for one value, an empty one too. It is a character that Unicode keeps free of meaning: in the user's own text
 * it counts as a value, so that a name with it is not a reference.
 */
export const VALUE = "\uFFFF";

/** A text in which every value is one character. */
export interface HiddenValues {
  readonly text: string;
  /** Returns the offset in the original text; offsets have to ascend from call to call. */
  readonly original: (offset: number) => number;
}

/**
 * Hides values, so that the references found in a text cannot depend on them (F14, F18). `values` may be in any order.
 */
export function hideValues(text: string, values: readonly TextRange[]): HiddenValues {
  const ranges = joined(values);
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    kept.push(text.slice(from, start));
    from = end;
  }
  kept.push(text.slice(from));
  let passed = 0;
  let lost = 0; // The characters that the text without values is shorter by, up to the last offset asked for.
  return {
    text: kept.join(VALUE),
    original(offset) {
      for (let range = ranges[passed]; range !== undefined; range = ranges[++passed]) {
        if (offset + lost <= range.start) break;
        lost += range.end - range.start - 1;
      }
      return offset + lost;
    },
  };
}

/** Sorts ranges, and joins those that overlap. */
function joined(values: readonly TextRange[]): readonly TextRange[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of values.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = ranges.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}
