import { closeSync, readFileSync } from "node:fs";
import type { Task } from "../command/task.ts";
import type { ActionWorld } from "./action-world.ts";
import { ACTION_INPUTS } from "./input-table.ts";

const { variable: TOKEN } = ACTION_INPUTS["github-token"];
/** Set by action.yml if the token is in a stream, and not in the variables with which the process was started. */
const STREAM = "SLUICE_TOKEN_STREAM";

/** Reads the token from the stream of action.yml, if there is one, into the variables of the process. */
export function receiveToken(env: NodeJS.ProcessEnv): void {
  const descriptor = Number(env[STREAM] ?? "");
  delete env[STREAM];
  if (!Number.isSafeInteger(descriptor) || descriptor < 3) return;
  try {
    env[TOKEN] = readFileSync(descriptor, "utf8");
    closeSync(descriptor);
  } catch {
    // Without a token there is no comment, and a note says so.
  }
}

/** Returns the token of the step, and takes it out of the environment: nothing that a run starts may comment. */
export function takeToken({ env, withhold }: Pick<ActionWorld, "env" | "withhold">): string {
  const token = (env[TOKEN] ?? "").trim();
  if (token !== "") withhold?.([TOKEN]);
  return token;
}

/** Gives the token to a task that writes on the forge. No program that it starts gets a variable with a secret. */
export function worldOf({ kind }: Task, token: string, world: ActionWorld): ActionWorld {
  const isOnForge = ["publish", "decide"].includes(kind);
  return isOnForge && token !== ""
    ? { ...world, env: { ...world.env, GITHUB_TOKEN: token } }
    : world;
}
