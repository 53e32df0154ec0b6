import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { type ListWindow, scrolledTo, windowOf } from "../../view/window.ts";

/** The rows of a long list that are to be rendered. */
interface ShownRows extends ListWindow {
  /** To be called when the list was scrolled. */
  readonly measure: () => void;
}

/** Follows the part of a list that is on the screen, and scrolls to its current row; -1 is none. */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  rowHeight: number,
  { keys, current }: { readonly keys: readonly string[]; readonly current: number },
): ShownRows {
  const [view, setView] = useState({ top: 0, height: 800 });
  const measure = () => {
    const { scrollTop: top = 0, clientHeight: height = 0 } = list.current ?? {};
    setView((old) => (old.top === top && old.height === height ? old : { top, height }));
  };
  useLayoutEffect(() => {
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, []);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const { scrollTop: top, clientHeight: height } = element;
    if (current >= 0) element.scrollTop = scrolledTo(current, rowHeight, { top, height });
    measure();
  }, [current, keys]);
  return { ...windowOf(keys.length, rowHeight, view), measure };
}
