import type { RefObject } from "preact";

const KEYS: readonly (readonly [string, string])[] = [
  ["/", "search"],
  ["j, k or ↓, ↑", "next, previous"],
  ["Esc", "close what is open"],
  ["u, s", "diffs unified, side by side"],
  ["1 … 6", "overview, actions, files, held, prompts, run"],
  ["?", "this list"],
];

/** The keys of the page. */
export function Help({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={dialog} aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <dl class="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
