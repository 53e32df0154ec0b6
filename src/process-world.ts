import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { UserIdentity } from "./model/user-identity.ts";
import type { World } from "./model/world.ts";
import { definedOnly } from "./shared/defined-only.ts";
import { outputFiles } from "./shared/process/output-files.ts";
import { ownProcess } from "./shared/process/own-process.ts";
import { signalAfter } from "./shared/process/signal-after.ts";

/** A process as a world, with what every process knows of itself. */
export type ProcessWorld = World & Required<Pick<World, "env" | "version" | "build">>;

/**
 * Returns the world of a process; undefined if its working directory was removed. `home` is the folder of the package,
 * with a `/` at the end: a bundle cannot tell where it is from its own address.
 */
export function processWorld(
  target: NodeJS.Process,
  home: URL,
  signals: Pick<HeardSignals, "signal">,
): ProcessWorld | undefined {
  const cwd = workingDirectory(target);
  if (cwd === undefined) return undefined;
  const version = versionOf(home);
  return {
    cwd,
    env: target.env,
    withhold: (names) => {
      for (const name of names) delete target.env[name];
    },
    standardInput: () => (target.stdin.isTTY ? undefined : target.stdin),
    now: Date.now,
    newRunId: () =>
      `${new Date().toISOString().replace(/\D/g, "").slice(0, 17)}-${randomBytes(4).toString("hex")}`,
    after: signalAfter,
    interrupted: signals.signal,
    self: ownProcess(target),
    outputFiles: outputFiles(),
    ...definedOnly({ user: userOf(target) }),
    shippedRecipes: fileURLToPath(new URL("recipes", home)),
    ownFolder: fileURLToPath(home),
    threads: {
      workerFile: new URL("dist/tools/ast-edit/search/search-worker.js", home),
      count: Math.max(1, availableParallelism() - 1), // The main thread helps.
    },
    version,
    build: `${version} ${readFileSync(new URL("dist/build-id", home), "utf8")}`,
  };
}

/** Returns the user that files of the process belong to; undefined on systems without ids of users. */
function userOf(target: Pick<NodeJS.Process, "geteuid">): UserIdentity | undefined {
  const id = target.geteuid?.();
  return id === undefined ? undefined : { id, newSecret: () => randomBytes(32).toString("hex") };
}

/** The version in the package's own `package.json`. */
function versionOf(home: URL): string {
  const file = readFileSync(new URL("package.json", home), "utf8");
  const { version } = JSON.parse(file) as { version: string }; // The project's own file.
  return version;
}

/** The versions that a report of a fault needs. */
export function versionsOf({ version, platform }: NodeJS.Process, home: URL): string {
  return `sluice ${knownVersion(home)}, node ${version}, ${platform}`;
}

/** A fault may be that the file with the version cannot be read. */
function knownVersion(home: URL): string {
  try {
    return versionOf(home);
  } catch {
    return "of an unknown version";
  }
}

/** Returns a random word that cannot be guessed: letters and digits. */
export function newToken(): string {
  return `sluice${randomBytes(24).toString("hex")}`;
}

/** The signals of a process, while they are heard. */
export interface HeardSignals {
  /** Fires with the exit code of the first signal; the run then ends by itself, with the tree whole. */
  readonly signal: AbortSignal;
  /** Ends the hearing: a signal has the effect again that it had before. */
  release(): void;
}

const EXIT_OF_SIGNAL = { SIGINT: 130, SIGTERM: 143, SIGHUP: 143 } as const; // SIGHUP: the terminal is gone.

/** The parts of a process that tell its signals. */
type SignalSource = Pick<NodeJS.Process, "on" | "off">;

/** The calls that hear the signals of one process. */
interface Hearing {
  readonly calls: Set<AbortController>;
  /** Removes the listeners from the process. */
  stop(): void;
}

const hearings = new WeakMap<SignalSource, Hearing>();

/** Begins to hear the signals of a process. Calls at the same time share one listener for each signal. */
export function hearSignals(target: SignalSource): HeardSignals {
  const controller = new AbortController();
  const hearing = hearings.get(target) ?? beginHearing(target);
  hearing.calls.add(controller);
  return {
    signal: controller.signal,
    release() {
      if (hearing.calls.delete(controller) && hearing.calls.size === 0) hearing.stop();
    },
  };
}

function beginHearing(target: SignalSource): Hearing {
  const calls = new Set<AbortController>();
  const listeners = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((name) => {
    const hear = () => {
      for (const call of calls) call.abort(EXIT_OF_SIGNAL[name]);
    };
    target.on(name, hear);
    return () => target.off(name, hear);
  });
  const stop = () => {
    hearings.delete(target);
    for (const remove of listeners) remove();
  };
  const hearing = { calls, stop };
  hearings.set(target, hearing);
  return hearing;
}

function workingDirectory(target: NodeJS.Process): string | undefined {
  try {
    return target.cwd();
  } catch {
    return undefined; // Another process removed it.
  }
}
