import { pathToFileURL } from "node:url";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { EmitEvent } from "../model/events.ts";
import type { World } from "../model/world.ts";
import {
  type HeardSignals,
  hearSignals,
  type ProcessWorld,
  processWorld,
} from "../process-world.ts";
import type { RunWorld } from "../request/request.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { ownFolder } from "../shared/process/own-folder.ts";
import { checkRequest, requestFault } from "./check-request.ts";
import type { Optional } from "./requests.ts";
import { worldSchema } from "./world-schema.ts";

const taken = new Map<string, Taken>();

const HOME = pathToFileURL(`${ownFolder()}/`);

/**
 * The parts of the world that a caller replaces. Every other part is the process's: clock, ids of runs, working
 * directory, variables, signals. Nothing is emitted by default.
 */
export type GivenWorld = Optional<
  Pick<
    RunWorld,
    | "cwd"
    | "env"
    | "withhold"
    | "now"
    | "newRunId"
    | "after"
    | "interrupted"
    | "timedOut"
    | "self"
    | "version"
    | "emit"
  >
>;

/**
 * Does some work in the world of the process, with the parts that the caller gave. While it lasts, signals of the
 * process end the work, with the tree whole; a caller that gives `interrupted` hears them by itself. If a part is not
 * valid, none of them counts, and the work gets the faults: it reports them and does nothing else.
 */
export async function inWorld<Outcome>(
  given: GivenWorld | undefined,
  work: (world: RunWorld, faults: readonly Diagnostic[]) => Promise<Outcome>,
): Promise<Outcome> {
  const { parts, faults } = checkedParts(given);
  const signals = parts.interrupted === undefined ? hearSignals(process) : DEAF;
  const variables = lendVariables(process);
  try {
    const own = processWorld(process, HOME, signals);
    if (own === undefined) throw new Error(NO_FOLDER);
    const { env, withhold } = variables;
    return await work(wholeWorld({ ...own, env, withhold }, parts), faults);
  } finally {
    signals.release();
    variables.giveBack();
  }
}

/**
 * Returns a world that lasts, with the parts that the caller gave. It is deaf to the signals of the process. Throws a
 * `TypeError` if a part is not valid.
 */
export function standingWorld(given?: GivenWorld): RunWorld {
  const { parts, faults } = checkedParts(given);
  if (faults.length > 0) throw new TypeError(faults.map(({ message }) => message).join(" "));
  const own = processWorld(process, HOME, DEAF);
  if (own === undefined) throw new Error(NO_FOLDER);
  return wholeWorld({ ...own, withhold: () => undefined }, parts);
}

/** The valid parts of a world. */
interface CheckedParts {
  readonly parts: GivenWorld;
  readonly faults: readonly Diagnostic[];
}

function checkedParts(given: GivenWorld = {}): CheckedParts {
  const checked = checkRequest(worldSchema, given);
  if (!("faults" in checked)) return { parts: given, faults: [] };
  const faults = checked.faults.map(({ message }) => requestFault(`The world: ${message}`));
  return { parts: {}, faults };
}

function wholeWorld(own: ProcessWorld, parts: GivenWorld): RunWorld {
  const { emit = () => undefined } = parts;
  const timedOut = new AbortController().signal;
  return { ...own, timedOut, ...definedOnly(parts), emit: quietly(emit) };
}

/** Returns an `emit` whose faults, and those of a promise that it returns, never change a run nor end the process. */
function quietly(emit: EmitEvent): EmitEvent {
  return (event) => {
    try {
      const told: unknown = emit(event);
      Promise.resolve(told).catch(() => undefined);
    } catch {
      // The listener's own fault; it gets the next event all the same.
    }
  };
}

/** Returns the world with a time limit of the call, too; milliseconds. */
export function withTimeout(world: RunWorld, timeout: number | undefined): RunWorld {
  if (timeout === undefined) return world;
  return { ...world, timedOut: AbortSignal.any([world.timedOut, world.after(timeout)]) };
}

/** Deaf to signals: they keep the effect that they have in the process. */
const DEAF: HeardSignals = { signal: new AbortController().signal, release: () => undefined };

const NO_FOLDER =
  "The working directory of this process does not exist any more. Change to another one, and call again.";

/** The environment of one call of the library. */
interface LentVariables extends Required<Pick<World, "env" | "withhold">> {
  /** Puts back what was taken from the environment of the process, once no other call keeps it. */
  giveBack(): void;
}

/** A variable that calls have taken from the environment of the process. */
interface Taken {
  readonly value: string;
  calls: number;
}

/**
 * Returns a copy of a process's variables for one call. The keys of models are taken from the process, too, while code
 * of recipes may run; calls at the same time still get them.
 */
export function lendVariables(target: Pick<NodeJS.Process, "env">): LentVariables {
  const env: Record<string, string | undefined> = { ...target.env };
  for (const [name, { value }] of taken) env[name] ??= value;
  const own = new Set<string>();
  return {
    env,
    withhold(names) {
      for (const name of names) {
        const value = env[name];
        delete env[name];
        if (value === undefined || own.has(name)) continue;
        own.add(name);
        const { calls } = taken.get(name) ?? { calls: 0 };
        taken.set(name, { value, calls: calls + 1 });
        delete target.env[name];
      }
    },
    giveBack() {
      for (const name of own) {
        const variable = taken.get(name);
        if (variable === undefined) continue;
        variable.calls -= 1;
        if (variable.calls > 0) continue;
        taken.delete(name);
        target.env[name] ??= variable.value;
      }
      own.clear();
    },
  };
}
