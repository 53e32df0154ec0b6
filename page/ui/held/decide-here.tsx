import type { PageAction } from "../../../src/model/page/page-action.ts";
import { NO_FILTERS } from "../../view/filters.ts";
import { formatLocation } from "../../view/location.ts";
import { counted } from "../pieces/words.ts";
import { ChoiceRadios } from "./choice-radios.tsx";
import type { Decisions } from "./use-decisions.ts";

/** The choice for a held action where its diff is, and the way to the commands. */
export function DecideHere(props: { readonly action: PageAction; readonly decisions: Decisions }) {
  const { action, decisions } = props;
  const { size } = decisions.choices;
  return (
    <div class="bar decide">
      <ChoiceRadios action={action} decisions={decisions} />
      <a href={formatLocation({ view: "held", filters: NO_FILTERS })}>
        {size === 0 ? "All that is held" : `To the commands for ${counted(size, "action")}`}
      </a>
    </div>
  );
}
