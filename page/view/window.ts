/** The rows of a long list that are on the screen, with some around them. */
export interface ListWindow {
  readonly from: number;
  readonly to: number;
}

const AROUND = 8;

/** Returns the rows of a list that are to be rendered. All rows have the same height. */
export function visibleWindow(
  count: number,
  rowHeight: number,
  { top, height }: { readonly top: number; readonly height: number },
): ListWindow {
  const first = Math.floor(Math.max(0, top) / rowHeight) - AROUND;
  const last = Math.ceil((Math.max(0, top) + height) / rowHeight) + AROUND;
  const to = Math.min(count, last);
  return { from: Math.max(0, Math.min(first, to)), to };
}

/** Returns the position to which a list scrolls so that a row is seen: the same one if it is. */
export function scrolledTo(
  index: number,
  rowHeight: number,
  { top, height }: { readonly top: number; readonly height: number },
): number {
  const rowTop = index * rowHeight;
  if (rowTop < top) return rowTop;
  return rowTop + rowHeight > top + height ? rowTop + rowHeight - height : top;
}

/** So many rows a key goes on that turns a page. */
const PAGE = 10;

/** Returns the row to which a key leads; undefined for other keys, and in an empty list. */
export function nextIndex(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + PAGE,
    PageUp: current - PAGE,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}
