import type { Look } from "../look.ts";

/** Chooses between diffs in one column and in two. */
export function DiffToggle({ look }: { readonly look: Look }) {
  return (
    <fieldset class="toggle">
      <legend class="offscreen">Diffs</legend>
      {(["unified", "split"] as const).map((style) => (
        <button
          type="button"
          key={style}
          aria-pressed={look.diff === style}
          onClick={() => look.set({ diff: style })}
        >
          {style === "split" ? "Side by side" : "Unified"}
        </button>
      ))}
    </fieldset>
  );
}
