import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type ListWindow, nextIndex, scrolledTo, visibleWindow } from "../../view/window.ts";

/** The height of a row, as the styles have it. */
const ROW = 60;

interface ListProps {
  readonly label: string;
  readonly keys: readonly string[];
  readonly selected: string | undefined;
  readonly onSelect: (index: number) => void;
  readonly row: (index: number) => ComponentChildren;
}

/** A list of which only the rows on the screen are rendered. It is one stop for the keyboard; arrows move in it. */
export function LongList(props: ListProps) {
  const { label, keys, selected, onSelect } = props;
  const list = useRef<HTMLDivElement>(null);
  const current = selected === undefined ? -1 : keys.indexOf(selected);
  const { from, to, measure } = useWindow(list, ROW, { keys, current });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, current, keys.length);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
  };
  return (
    <div
      ref={list}
      class="long-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={current >= from && current < to ? `row-${current}` : undefined}
      onScroll={measure}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" class="spacer" style={{ height: `${keys.length * ROW}px` }}>
        {keys.slice(from, to).map((key, offset) => (
          <Row key={key} {...props} index={from + offset} isCurrent={from + offset === current} />
        ))}
      </div>
    </div>
  );
}

function Row(props: ListProps & { readonly index: number; readonly isCurrent: boolean }) {
  const { keys, index, isCurrent, onSelect, row } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys
    <div
      id={`row-${index}`}
      role="option"
      class="row"
      aria-selected={isCurrent}
      aria-setsize={keys.length}
      aria-posinset={index + 1}
      style={{ top: `${index * ROW}px` }}
      onClick={() => onSelect(index)}
    >
      {row(index)}
    </div>
  );
}

/** The rows of a long list that are to be rendered. */
interface ShownRows extends ListWindow {
  /** To be called when the list was scrolled. */
  readonly measure: () => void;
}

/** Follows the part of a list that is on the screen, and scrolls to its current row; -1 means no row. */
function useWindow(
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
  return { ...visibleWindow(keys.length, rowHeight, view), measure };
}
