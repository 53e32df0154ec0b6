import { useEffect, useState } from "preact/hooks";
import type { DiffStyle } from "./diff/diff-view.tsx";

/** How a reader wants the page to look. It is remembered where the browser allows that. */
export interface Look {
  readonly diff: DiffStyle;
  readonly theme: Theme;
  readonly set: (change: Partial<Pick<Look, "diff" | "theme">>) => void;
}

export type Theme = "auto" | "light" | "dark";

const KEY = "sluice-report";

/** The look of the page, and the way to change it. */
export function useLook(): Look {
  const [look, setLook] = useState(remembered);
  useEffect(() => {
    document.documentElement.dataset.theme = look.theme;
    try {
      localStorage.setItem(KEY, JSON.stringify(look));
    } catch {
      // A page that is opened from the disk may have no storage: it starts anew.
    }
  }, [look]);
  return { ...look, set: (change) => setLook((old) => ({ ...old, ...change })) };
}

function remembered(): Pick<Look, "diff" | "theme"> {
  const look: { diff: DiffStyle; theme: Theme } = { diff: "unified", theme: "auto" };
  try {
    const { diff, theme } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Look>;
    if (diff === "split") look.diff = diff;
    if (theme === "light" || theme === "dark") look.theme = theme;
  } catch {
    // As above.
  }
  return look;
}
