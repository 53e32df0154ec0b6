import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** A box with a head that opens it. What is inside is made when it is opened. */
export function Fold(props: {
  readonly head: ComponentChildren;
  readonly isOpen: boolean;
  readonly children: () => ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(props.isOpen);
  return (
    <div class="file">
      <h4>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span class="twist" aria-hidden="true" />
          {props.head}
        </button>
      </h4>
      {isOpen && props.children()}
    </div>
  );
}
