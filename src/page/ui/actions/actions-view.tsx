import { useMemo } from "preact/hooks";
import type { PageAction } from "../../../model/page/page-action.ts";
import { filterActions } from "../../view/filters.ts";
import { formatLocation } from "../../view/location.ts";
import { LongList } from "../pieces/long-list.tsx";
import { Empty, LineCounts, LinePath, More, StateBadge, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import type { ViewProps } from "../view-props.ts";
import { ActionDetail } from "./action-detail.tsx";
import { FilterBar } from "./filter-bar.tsx";

/** The list of actions with its filters, and beside it the one that is open. */
export function ActionsView({ data, place, go, look, decisions }: ViewProps) {
  const { items, more } = data.actions;
  const filterKey = formatLocation({ view: "actions", filters: place.filters });
  // The key says all about the filters, which are a new object each time.
  const shown = useMemo(() => filterActions(items, place.filters), [items, filterKey]);
  const keys = useMemo(() => shown.map(({ id }) => id), [shown]);
  const open = items.find(({ id }) => id === place.action);
  if (items.length === 0)
    return (
      <Empty>No step of this run found anything to change, so that there are no actions.</Empty>
    );
  return (
    <div class={`panes ${place.action === undefined ? "" : "has-open"}`}>
      <div class="master">
        <FilterBar data={data} place={place} go={go} />
        <p class="status" role="status">
          {shown.length === items.length
            ? counted(items.length, "action")
            : `${shown.length} of ${counted(items.length, "action")}`}
        </p>
        {shown.length === 0 ? (
          <Empty>
            No action passes these filters.{" "}
            <button
              type="button"
              class="small"
              onClick={() => go({ filters: { ...place.filters, search: "", chosen: {} } })}
            >
              Show all
            </button>
          </Empty>
        ) : (
          <LongList
            label="Actions"
            keys={keys}
            selected={place.action}
            onSelect={(index) =>
              go(
                { view: "actions", action: keys[index] },
                place.action === undefined ? undefined : "replace",
              )
            }
            row={(index) => <Row action={shown[index]} />}
          />
        )}
        <More more={more} noun="action" />
      </div>
      <div class="detail" id="detail">
        {place.action !== undefined && (
          <button type="button" class="back" onClick={() => go({ action: undefined })}>
            ← All actions
          </button>
        )}
        {open !== undefined ? (
          <ActionDetail key={open.id} action={open} data={data} look={look} decisions={decisions} />
        ) : (
          <Empty>
            {place.action === undefined
              ? "Choose an action to see its reason, its facts and its diffs."
              : "This page has no such action."}
          </Empty>
        )}
      </div>
    </div>
  );
}

function Row({ action }: { readonly action: PageAction | undefined }) {
  if (action === undefined) return null;
  const [path = action.label] = action.paths;
  return (
    <>
      <span class="line">
        <StateBadge state={action.state} />
        <span class="name with-path">
          <LinePath>{path}</LinePath>
          {action.fileCount > 1 && <span class="faint"> +{action.fileCount - 1}</span>}
        </span>
        <LineCounts {...action} />
      </span>
      <span class="line faint">
        <span class="name">
          <Text>{action.why ?? action.label}</Text>
        </span>
      </span>
    </>
  );
}
