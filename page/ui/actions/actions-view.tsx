import { useMemo } from "preact/hooks";
import type { PageAction } from "../../../src/model/page/page-action.ts";
import { filterActions } from "../../view/filters.ts";
import { formatLocation } from "../../view/location.ts";
import { LongList } from "../pieces/long-list.tsx";
import { Panes } from "../pieces/panes.tsx";
import { ShownCount } from "../pieces/shown-count.tsx";
import { Empty, LineCounts, LinePath, More, StateBadge, Text } from "../pieces/text.tsx";
import type { ViewProps } from "../view-props.ts";
import { ActionDetail } from "./action-detail.tsx";
import { FilterBar } from "./filter-bar.tsx";

/** The list of actions with its filters, and beside it the one that is open. */
export function ActionsView(props: ViewProps) {
  const { data, place, go, look, decisions } = props;
  const { items } = data.actions;
  const open = items.find(({ id }) => id === place.action);
  if (items.length === 0)
    return (
      <Empty>No step of this run found anything to change, so that there are no actions.</Empty>
    );
  return (
    <Panes
      noun="actions"
      isOpen={place.action !== undefined}
      onClose={() => go({ action: undefined })}
      list={<ActionList data={data} place={place} go={go} />}
      detail={
        open && (
          <ActionDetail key={open.id} action={open} data={data} look={look} decisions={decisions} />
        )
      }
      hint="Choose an action to see its reason, its facts and its diffs."
    />
  );
}

/** The actions that pass the filters, and the filters. */
function ActionList({ data, place, go }: Pick<ViewProps, "data" | "place" | "go">) {
  const { items, more } = data.actions;
  const { filters, action: open } = place;
  const filterKey = formatLocation({ view: "actions", filters });
  // The key says all about the filters, which are a new object each time.
  const shownActions = useMemo(() => filterActions(items, filters), [items, filterKey]);
  const keys = useMemo(() => shownActions.map(({ id }) => id), [shownActions]);
  const select = (index: number) =>
    go({ view: "actions", action: keys[index] }, open === undefined ? undefined : "replace");
  return (
    <>
      <FilterBar data={data} place={place} go={go} />
      <ShownCount shown={shownActions.length} of={items.length} noun="action" />
      {shownActions.length === 0 ? (
        <NoAction onClear={() => go({ filters: { ...filters, search: "", chosen: {} } })} />
      ) : (
        <LongList
          label="Actions"
          keys={keys}
          selected={open}
          onSelect={select}
          row={(index) => <Row action={shownActions[index]} />}
        />
      )}
      <More more={more} noun="action" />
    </>
  );
}

function NoAction({ onClear }: { readonly onClear: () => void }) {
  return (
    <Empty>
      No action passes these filters.{" "}
      <button type="button" class="small" onClick={onClear}>
        Show all
      </button>
    </Empty>
  );
}

function Row({ action }: { readonly action: PageAction | undefined }) {
  if (action === undefined) return null;
  const [path = action.label] = action.paths;
  return (
    <>
      <span class="line">
        <StateBadge {...action} />
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
