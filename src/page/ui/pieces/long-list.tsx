import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { scrolledTo, windowOf } from "../../view/window.ts";

/** The height of a row, as the styles have it. */
const ROW = 60;

/** A list of which only the rows on the screen are rendered. It is one stop for the keyboard; arrows move in it. */
export function LongList(props: {
  readonly label: string;
  readonly keys: readonly string[];
  readonly selected: string | undefined;
  readonly onSelect: (index: number) => void;
  readonly row: (index: number) => ComponentChildren;
}) {
  const { label, keys, selected, onSelect, row } = props;
  const list = useRef<HTMLDivElement>(null);
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
  const current = selected === undefined ? -1 : keys.indexOf(selected);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    if (current >= 0)
      element.scrollTop = scrolledTo(current, ROW, {
        top: element.scrollTop,
        height: element.clientHeight,
      });
    measure();
  }, [current, keys]);
  const { from, to } = windowOf(keys.length, ROW, view);
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
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active row
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys
          <div
            key={key}
            id={`row-${from + offset}`}
            role="option"
            class="row"
            aria-selected={from + offset === current}
            aria-setsize={keys.length}
            aria-posinset={from + offset + 1}
            style={{ top: `${(from + offset) * ROW}px` }}
            onClick={() => onSelect(from + offset)}
          >
            {row(from + offset)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Returns the row to which a key leads. */
function nextIndex(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined;
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowDown: current + 1, ArrowUp: current - 1, PageDown: current + 10 },
    ...{ PageUp: current - 10, Home: 0, End: count - 1 },
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}
