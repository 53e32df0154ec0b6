import type { ComponentChildren } from "preact";
import { Empty } from "./text.tsx";

/** A list, and beside it the entry that is open; where there is no room for both, one of them. */
export function Panes(props: {
  /** The entries, for people: `actions`. */
  readonly noun: string;
  /** An entry is named, if the page has it or not. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly list: ComponentChildren;
  /** Undefined if the page does not have the entry that is named. */
  readonly detail: ComponentChildren;
  /** Shown while no entry is open. */
  readonly hint: string;
}) {
  const { noun, isOpen, onClose, list, detail, hint } = props;
  return (
    <div class={`panes ${isOpen ? "has-open" : ""}`}>
      <div class="master">{list}</div>
      <div class="detail" id="detail">
        {isOpen && (
          <button type="button" class="back" onClick={onClose}>
            ← All {noun}
          </button>
        )}
        {detail ?? <Empty>{isOpen ? "This page has no such entry." : hint}</Empty>}
      </div>
    </div>
  );
}
