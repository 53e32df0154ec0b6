import type { Readable } from "node:stream";
import type { ProcessIdentity } from "./process-identity.ts";
import type { SearchThreads } from "./search/search-settings.ts";
import type { UserIdentity } from "./user-identity.ts";

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The process that a command runs in, as one value. Other code never reads arguments, variables or the clock. */
export interface World {
  /** The folder that relative paths of a request start from; absolute. */
  readonly cwd: string;
  /** The variables of the process: for git, for the keys of models, and to tell a job for a pull request. */
  readonly env: Environment;
  /** Removes variables from the environment that tools, hooks and commands get: the keys of models. */
  readonly withhold?: (names: readonly string[]) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Letters, digits, `-` and `_`, at most 90. Called under the lock: ids of later runs sort after earlier ones. */
  readonly newRunId: () => string;
  /** Fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
  /** Fires on SIGINT, SIGTERM or SIGHUP, with the exit code as its reason. */
  readonly interrupted: AbortSignal;
  /** This process, as other processes see it. */
  readonly self: ProcessIdentity;
  /** The ids of files that its standard outputs are redirected to. Default: none. */
  readonly outputFiles?: ReadonlySet<string>;
  /** The user of the process. Absent if the system has no ids of users: then nothing is kept for the user. */
  readonly user?: UserIdentity;
  /** The folder of the recipes that ship; absolute. */
  readonly shippedRecipes: string;
  /** The folder of Sluice itself, beside which packages are installed; absolute. */
  readonly ownFolder?: string;
  /** Opens the standard input of the process; undefined if it has none, or if that is a terminal. */
  readonly standardInput?: () => Readable | undefined;
  /** Default: only the engine's own threads search. */
  readonly threads?: SearchThreads;
  /** The version of Sluice, which a plan names. */
  readonly version?: string;
  /** Identifies this build: another build ignores its findings about contents. Default: nothing is cached. */
  readonly build?: string;
}
