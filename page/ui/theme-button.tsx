import type { Look, Theme } from "./look.ts";

const THEMES: Readonly<Record<Theme, readonly [next: Theme, label: string]>> = {
  auto: ["light", "Colors: auto"],
  light: ["dark", "Colors: light"],
  dark: ["auto", "Colors: dark"],
};

/** Goes on to the next colors. */
export function ThemeButton({ look }: { readonly look: Look }) {
  const [next, label] = THEMES[look.theme];
  return (
    <button type="button" class="small" onClick={() => look.set({ theme: next })}>
      {label}
    </button>
  );
}
