import type { PageAction } from "../../../model/page/page-action.ts";
import { NO_FILTERS } from "../../view/filters.ts";
import { formatLocation } from "../../view/location.ts";
import { LineCounts, Path, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import { ChoiceRadios } from "./choice-radios.tsx";
import type { Decisions } from "./use-decisions.ts";

/** A held action in the checklist. `canEnd` is false if no run keeps it, so that no command ends it. */
export function HeldItem(props: {
  readonly action: PageAction;
  readonly canEnd: boolean;
  readonly decisions: Decisions;
}) {
  const { action, canEnd, decisions } = props;
  const { id, label, paths, fileCount, why, hasBytes } = action;
  return (
    <li class={`choice ${decisions.choices.get(id) ?? "wait"}`}>
      <div class="about">
        <a href={formatLocation({ view: "actions", filters: NO_FILTERS, action: id })}>
          <Path>{paths[0] ?? label}</Path>
          {fileCount > 1 && ` and ${counted(fileCount - 1, "more file")}`}
        </a>{" "}
        <LineCounts {...action} />
        <p class="faint">
          <Text>{why ?? label}</Text>
        </p>
        {canEnd && !hasBytes && (
          <p class="faint">What its custom tool would write is not kept: run the recipe again.</p>
        )}
      </div>
      {canEnd && <ChoiceRadios action={action} decisions={decisions} />}
    </li>
  );
}
