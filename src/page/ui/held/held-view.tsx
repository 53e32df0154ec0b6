import { useMemo } from "preact/hooks";
import { ShowMore } from "../pieces/show-more.tsx";
import { Empty } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import type { ViewProps } from "../view-props.ts";
import { HeldItem } from "./held-item.tsx";
import { ResolveBox } from "./resolve-box.tsx";

const ALL = [
  ["apply", "Apply all"],
  ["discard", "Discard all"],
  ["wait", "Clear"],
] as const;

/** The held actions as a checklist, and the commands that end them as it says. */
export function HeldView({ data, decisions }: ViewProps) {
  const { items } = data.actions;
  const held = useMemo(() => items.filter(({ state }) => state === "held"), [items]);
  if (held.length === 0) return <Empty>Nothing waits for a decision.</Empty>;
  const { listed, choose, listMore } = decisions;
  const { isKept } = data.held;
  return (
    <div class="page">
      <h2>{counted(data.totals.held, "action")} for you to decide</h2>
      {!isKept && <Preview />}
      {data.totals.held > held.length && (
        <p class="callout">
          This page lists {counted(held.length, "held action")}: the commands name these, and no
          others. All are in <code>--report json</code>.
        </p>
      )}
      {isKept && (
        <div class="toggle">
          {ALL.map(([choice, label]) => (
            <button type="button" key={choice} onClick={() => choose(held, choice)}>
              {label}
            </button>
          ))}
        </div>
      )}
      <ul class="checklist">
        {held.slice(0, listed).map((action) => (
          <HeldItem key={action.id} action={action} canEnd={isKept} decisions={decisions} />
        ))}
      </ul>
      <ShowMore shown={listed} of={held.length} noun="action" onMore={listMore} />
      {isKept && <ResolveBox data={data} held={held} decisions={decisions} />}
    </div>
  );
}

function Preview() {
  return (
    <p class="callout">
      This was a preview, which keeps nothing: run the recipe to hold these actions, and then
      decide.
    </p>
  );
}
