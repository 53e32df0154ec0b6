import type { ActionWorld } from "./action-world.ts";
import { ACTION_INPUTS } from "./input-table.ts";

/** Returns the token of the step, and takes it out of the environment: nothing that a run starts may comment. */
export function takeToken({ env, withhold }: Pick<ActionWorld, "env" | "withhold">): string {
  const { variable } = ACTION_INPUTS["github-token"];
  const token = (env[variable] ?? "").trim();
  if (token !== "") withhold?.([variable]);
  return token;
}
