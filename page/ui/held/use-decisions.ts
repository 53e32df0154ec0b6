import { useState } from "preact/hooks";
import type { PageAction } from "../../../src/model/page/page-action.ts";
import { type Choice, type Choices, NO_CHOICES, withChoice } from "../../view/choices.ts";

/** The decisions of a person about held actions. All of the page shares them, so that no other view loses them. */
export interface Decisions {
  readonly choices: Choices;
  readonly reason: string;
  /** So many held actions are listed. */
  readonly listed: number;
  readonly choose: (actions: readonly PageAction[], choice: Choice) => void;
  readonly giveReason: (reason: string) => void;
  readonly listMore: () => void;
}

/** So many are listed at once; the others on demand. */
const LISTED = 200;

/** The decisions about held actions, and the ways to change them. */
export function useDecisions(): Decisions {
  const [choices, setChoices] = useState(NO_CHOICES);
  const [reason, giveReason] = useState("");
  const [listed, setListed] = useState(LISTED);
  return {
    choices,
    reason,
    listed,
    choose: (actions, choice) => setChoices((old) => withChoice(old, actions, choice)),
    giveReason,
    listMore: () => setListed((old) => old + LISTED),
  };
}
