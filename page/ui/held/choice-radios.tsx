import type { PageAction } from "../../../src/model/page/page-action.ts";
import type { Choice } from "../../view/choices.ts";
import { Text } from "../pieces/text.tsx";
import type { Decisions } from "./use-decisions.ts";

const CHOICES: readonly (readonly [Choice, string])[] = [
  ["apply", "Apply"],
  ["discard", "Discard"],
  ["wait", "Later"],
];

/** The choice for a held action. */
export function ChoiceRadios(props: {
  readonly action: PageAction;
  readonly decisions: Decisions;
}) {
  const { action, decisions } = props;
  const chosen = decisions.choices.get(action.id) ?? "wait";
  return (
    <fieldset class="radios">
      <legend class="offscreen">
        <Text>{action.paths[0] ?? action.label}</Text>
      </legend>
      {CHOICES.map(([choice, label]) => (
        <label key={choice}>
          <input
            type="radio"
            name={`choice-${action.id}`}
            checked={chosen === choice}
            disabled={choice === "apply" && !action.hasBytes}
            onChange={() => decisions.choose([action], choice)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
