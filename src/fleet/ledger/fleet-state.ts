import { join, resolve } from "node:path";
import { makeFleetFolder } from "../../apply/state/fleet-folder.ts";
import { makeStateFolder, StateFolderError } from "../../apply/state/run-folder.ts";
import { LockedError, type RunLock, takeLockIn } from "../../apply/state/run-lock.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Fleet } from "../../model/fleet/fleet.ts";
import { STATE_FOLDER } from "../../model/state-folder.ts";
import type { World } from "../../model/world.ts";
import { messageOf } from "../../shared/message-of.ts";
import { findStateFault } from "./state-fault.ts";

/** The state of a fleet, which this process alone writes. */
export interface FleetState {
  /** Absolute. */
  readonly folder: string;
  readonly lock: RunLock;
}

/** Why the state cannot be had; `locked`: another process works with it, `unfit`: what is there is not ours. */
export interface NoState {
  readonly kind: "locked" | "stopped" | "refused" | "unfit";
  readonly message: string;
}

/** What opens the state of a fleet. */
export interface StateRequest {
  readonly fleet: Pick<Fleet, "name" | "folder">;
  /** The folder that the caller names; relative to the working directory. */
  readonly state: string | undefined;
  /** The longest wait for another process; milliseconds. */
  readonly lockTimeout: number;
  readonly signal: AbortSignal;
  readonly onWait: () => void;
}

/** Tells people that another process has the state, and that this one waits. */
export const WAITING = "Another fleet works with this state: waiting.";

/** Returns the state folder of a fleet: the one of the caller, or one beside the fleet file. */
export function stateFolderOf(
  { fleet, state }: Pick<StateRequest, "fleet" | "state">,
  cwd: string,
): string {
  if (state !== undefined) return resolve(cwd, state);
  return join(fleet.folder, STATE_FOLDER, "fleet", fleet.name);
}

/** Makes the state folder of a fleet, and waits for its lock. */
export async function openState(
  request: StateRequest,
  world: Pick<World, "cwd" | "self" | "now" | "after">,
): Promise<FleetState | NoState> {
  const folder = stateFolderOf(request, world.cwd);
  const { fleet, state, lockTimeout, signal, onWait } = request;
  try {
    const isNamed = state !== undefined;
    const above = isNamed
      ? []
      : ["", "fleet"].map((name) => join(fleet.folder, STATE_FOLDER, name));
    const fault = await findStateFault(folder, { above, isNamed });
    if (fault !== undefined) return { kind: "unfit", message: fault };
    if (!isNamed) await makeStateFolder(fleet.folder);
    await makeFleetFolder(folder);
    const place = { busy: "Another fleet works with this state", lock: join(folder, "lock") };
    const lock = await takeLockIn(folder, place, {
      ...{ command: "fleet run", self: world.self, signal, onWait },
      since: new Date(world.now()).toISOString(),
      expired: () => world.after(lockTimeout),
    });
    return { folder, lock };
  } catch (error) {
    if (signal.aborted)
      return { kind: "stopped", message: "The fleet was stopped while it waited." };
    if (error instanceof StateFolderError) return { kind: "unfit", message: `${error.message}.` };
    if (error instanceof LockedError) return { kind: "locked", message: error.message };
    const message = `Nothing can be written in ${folder}: ${messageOf(error)}.`;
    if (error instanceof Error && "syscall" in error) return { kind: "refused", message };
    throw error;
  }
}

/** The fault of a place that is not fit for the state of a fleet. */
export function unfitState({ message }: NoState): Diagnostic {
  return { code: "invalid-option", severity: "error", message };
}
