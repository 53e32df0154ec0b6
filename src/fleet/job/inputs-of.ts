import type { Fleet, FleetInput, FleetRepository } from "../../model/fleet/fleet.ts";

export type Inputs = Readonly<Record<string, FleetInput>>;

/** Returns the inputs of a repository: its own beat those of the fleet. */
export function inputsOf({ inputs }: Fleet, own: Pick<FleetRepository, "inputs">): Inputs {
  return { ...inputs, ...own.inputs };
}
