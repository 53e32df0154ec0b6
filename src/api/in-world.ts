import { type HeardSignals, hearSignals, processWorld } from "../process-world.ts";
import type { RunWorld } from "../run/request/request.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { lendVariables } from "./lend-variables.ts";

/** The folder of the package: this file is `dist/api/in-world.js`. */
const HOME = new URL("../../", import.meta.url);

/**
 * The parts of the world that a caller replaces. Every other part is that of the process: clock, ids of runs, working
 * directory, variables, signals. Nothing is emitted by default.
 */
export type GivenWorld = { readonly [Name in keyof RunWorld]?: RunWorld[Name] | undefined };

/**
 * Does some work in the world of the process, with the parts that the caller gave. While it lasts, signals of the
 * process end the work, with the tree whole; a caller that gives `interrupted` hears them by itself.
 */
export async function inWorld<Outcome>(
  given: GivenWorld = {},
  work: (world: RunWorld) => Promise<Outcome>,
): Promise<Outcome> {
  const signals = given.interrupted === undefined ? hearSignals(process) : DEAF;
  const variables = lendVariables(process);
  try {
    const own = processWorld(process, HOME, signals);
    if (own === undefined) throw new Error(NO_FOLDER);
    return await work({
      ...own,
      env: variables.env,
      withhold: variables.withhold,
      timedOut: new AbortController().signal,
      emit: () => undefined,
      ...definedOnly(given),
    });
  } finally {
    signals.release();
    variables.giveBack();
  }
}

/** Returns a world that lasts, with the parts that the caller gave. It is deaf to the signals of the process. */
export function standingWorld(given: GivenWorld = {}): RunWorld {
  const own = processWorld(process, HOME, DEAF);
  if (own === undefined) throw new Error(NO_FOLDER);
  return {
    ...own,
    withhold: () => undefined,
    timedOut: new AbortController().signal,
    emit: () => undefined,
    ...definedOnly(given),
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
