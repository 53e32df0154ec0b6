import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { filterActions } from "../view/filters.ts";
import { parseLocation, VIEWS } from "../view/location.ts";
import type { ViewProps } from "./view-props.ts";

type KeyProps = Omit<ViewProps, "place" | "decisions"> & {
  readonly help: RefObject<HTMLDialogElement | null>;
};

/**
 * Hears the keys of the page, wherever the focus is, unless something is written. The place is that of the address: a
 * key may come before the last one is rendered.
 */
export function useKeys(props: KeyProps): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || props.help.current?.open) return;
      const isWriting = event.target instanceof HTMLElement && event.target.matches(FIELDS);
      if (isWriting && event.key !== "Escape") return;
      const act = actOf(event.key, { ...props, place: parseLocation(window.location.hash) });
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

const FIELDS = "input:not([type=radio]), textarea, select";

function actOf(
  key: string,
  { data, place, go, look, help }: KeyProps & Pick<ViewProps, "place">,
): (() => void) | undefined {
  const view = VIEWS[Number(key) - 1];
  if (view !== undefined && /^\d$/.test(key))
    return () => go({ view, action: undefined, file: undefined });
  switch (key) {
    case "/":
      return () => document.getElementById("search")?.focus();
    case "?":
      return () => help.current?.showModal();
    case "u":
      return () => look.set({ diff: "unified" });
    case "s":
      return () => look.set({ diff: "split" });
    case "Escape":
      return () => {
        if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
        else go({ action: undefined, file: undefined });
      };
    case "j":
    case "k":
      return () => step(key === "j" ? 1 : -1, { data, place, go });
  }
  return undefined;
}

/** Opens the next or previous entry of the list. */
function step(by: number, { data, place, go }: Pick<ViewProps, "data" | "place" | "go">): void {
  if (place.view === "actions") {
    const shown = filterActions(data.actions.items, place.filters);
    const index = shown.findIndex(({ id }) => id === place.action) + by;
    const next = shown[Math.max(0, Math.min(shown.length - 1, index))];
    if (next !== undefined) go({ action: next.id }, "replace");
  }
  if (place.view === "files") {
    const { items } = data.files;
    const index = items.findIndex(({ path }) => path === place.file) + by;
    const next = items[Math.max(0, Math.min(items.length - 1, index))];
    if (next !== undefined) go({ file: next.path }, "replace");
  }
}
