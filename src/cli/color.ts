import { didYouMean } from "../shared/closest-name.ts";
import type { CliWorld } from "./cli-world.ts";
import { UsageError } from "./usage-error.ts";

const CHOICES = ["auto", "always", "never"] as const;
export type ColorChoice = (typeof CHOICES)[number];

/** The value of `--color`; the bare option means `always`, `--no-color` means `never`. */
export function parseColor(value: unknown): ColorChoice {
  if (value === false) return "never";
  if (value === "" || value === true) return "always";
  const choice = CHOICES.find((known) => known === value);
  if (choice !== undefined) return choice;
  throw new UsageError(
    `--color: \`${String(value)}\` is none of ${CHOICES.join(", ")}.`,
    didYouMean(String(value), CHOICES),
  );
}

/** Whether to colour: the option, then FORCE_COLOR, then NO_COLOR, then whether it is a terminal. */
export function wantsColor(
  choice: ColorChoice,
  { env = {} }: Pick<CliWorld, "env">,
  isTerminal: boolean,
): boolean {
  if (choice !== "auto") return choice === "always";
  const { FORCE_COLOR, NO_COLOR, TERM } = env;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0";
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  return isTerminal && TERM !== "dumb";
}
