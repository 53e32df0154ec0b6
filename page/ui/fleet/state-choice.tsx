import type { FleetState } from "../../../src/model/fleet/fleet-state.ts";
import type { FleetPage } from "../../../src/model/page/fleet-page.ts";
import { numberText } from "../pieces/words.ts";
import { colorOf } from "./pull-list.tsx";

/** The states with their numbers, to choose those that are listed. */
export function StateChoice(props: {
  readonly totals: FleetPage["totals"];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}) {
  const { totals, chosen, onChoose } = props;
  return (
    <fieldset class="chips">
      <legend class="offscreen">States</legend>
      {Object.entries(totals.states).map(([state, count]) => {
        const isChosen = chosen.includes(state);
        const others = chosen.filter((one) => one !== state);
        return (
          <button
            key={state}
            type="button"
            class={`chip s-${colorOf(state as FleetState)}`}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? others : [...others, state])}
          >
            {state} <b>{numberText(count)}</b>
          </button>
        );
      })}
    </fieldset>
  );
}
