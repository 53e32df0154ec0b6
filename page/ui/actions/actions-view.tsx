import { Panes } from "../pieces/panes.tsx";
import { Empty } from "../pieces/text.tsx";
import type { ViewProps } from "../view-props.ts";
import { ActionDetail } from "./action-detail.tsx";
import { ActionList } from "./action-list.tsx";

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
