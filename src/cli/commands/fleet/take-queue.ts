import type { World } from "../../../model/world.ts";

/** The variable with the address of a queue: a password on a command line is seen by all users of a machine. */
const VARIABLE = "SLUICE_QUEUE";

/** Returns the address of the queue: of the option, or of the variable, which no other process gets. */
export function takeQueue(
  option: string | undefined,
  { env, withhold }: Pick<World, "env" | "withhold">,
): string | undefined {
  const variable = env[VARIABLE];
  withhold?.([VARIABLE]);
  return option ?? (variable === "" ? undefined : variable);
}
