import type { ValueOfKind } from "../request/options/option-kind.ts";
import type { CliWorld, TextSink } from "./cli-world.ts";

/** Returns true if output is colored: the option decides, then FORCE_COLOR, then NO_COLOR, then the terminal. */
export function wantsColor(
  choice: ValueOfKind<"color">,
  { env = {} }: Pick<CliWorld, "env">,
  { isTerminal }: Pick<TextSink, "isTerminal">,
): boolean {
  if (choice !== "auto") return choice === "always";
  const { FORCE_COLOR, NO_COLOR, TERM } = env;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0";
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  return isTerminal && TERM !== "dumb";
}
