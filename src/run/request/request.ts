import type { Environment } from "../../git/run-git.ts";
import type { EmitEvent } from "../../model/events.ts";
import type { ProcessIdentity } from "../../model/process-identity.ts";
import type { RunCommand } from "../../model/run-kind.ts";
import type { SearchThreads } from "../../model/search-settings.ts";
import type { GitListing } from "../request/git-listing.ts";

/** How long another run that writes in the root is waited for, where nobody says otherwise; milliseconds. */
export const DEFAULT_LOCK_TIMEOUT = 120_000;

/** Everything that a run is told. Nothing below reads arguments, environment or clock by itself. */
export interface RunRequest {
  readonly command: Exclude<RunCommand, "apply">;
  /** Absolute. */
  readonly root: string;
  /** Paths or names. */
  readonly recipes: readonly string[];
  /** A file, or the name of a built-in policy. Default: `sluice.policy.yaml` in the root. */
  readonly policy?: string;
  /** Values by name, as typed on a command line or as written in a file. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** A YAML or JSON file with values; `inputs` come on top. */
  readonly inputsFile?: string;
  /** Answer 1 where anything would be applied or held. */
  readonly check: boolean;
  /** Answer 0 instead of 1 and 4. */
  readonly exitZero: boolean;
  /** Code of the recipes may run: custom tools and hooks (T26). */
  readonly allowCustomTools: boolean;
  /** How many pending actions the run takes. Default: see model/input-limits.ts. */
  readonly maxActions?: number;
  /** Refuse to run where something below the root is not committed. */
  readonly requireClean: boolean;
  /** A file to which the answers of models are recorded. Relative to the working directory. */
  readonly record?: string;
  /** A recording that is played instead of asking models. Relative to the working directory. */
  readonly replay?: string;
  /** The id of a run whose conversations are gone on with. */
  readonly resume?: string;
  /** Use, and keep, what searches found out about contents. What a run comes to does not depend on it. */
  readonly cache: boolean;
  /** How long another run that writes in the root is waited for; milliseconds. */
  readonly lockTimeout: number;
}

/** What a run uses of the world. */
export interface RunWorld {
  /** Where relative paths of the request start; absolute. */
  readonly cwd: string;
  /** The folder of the recipes that ship; absolute. */
  readonly shippedRecipes: string;
  /** The folder of Sluice itself, where grammars are looked for after the root; absolute. */
  readonly ownFolder?: string;
  /**
   * Which Sluice this is: what one build found out about contents, another one does not believe. Default:
   * nothing is kept from run to run.
   */
  readonly build?: string;
  /** The version of Sluice, which a plan names. */
  readonly version?: string;
  /** The variables of the process, for git and for the keys of models. Default: git has them as they are. */
  readonly environment?: Environment;
  /** Takes variables out of the environment that tools, hooks and commands get: keys of models. */
  readonly withhold?: (names: readonly string[]) => void;
  /** Whether what searches found out is kept for the next run, where it may be at all. Default: it is. */
  readonly keepsCache?: boolean;
  /** What git was asked about the root already. Default: it is asked when the run starts. */
  readonly listing?: GitListing;
  /** Default: nothing is searched on threads but what the engine searches on its own. */
  readonly threads?: SearchThreads;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Letters, digits, `-` and `_`, at most 90. Ids of later runs sort behind those of earlier ones: asked under the lock. */
  readonly newRunId: () => string;
  /** Fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
  /** This process, as others see it. */
  readonly self: ProcessIdentity;
  /** Fires on SIGINT or SIGTERM, with the exit code as its reason. */
  readonly interrupted: AbortSignal;
  /** Fires when the time is up. */
  readonly timedOut: AbortSignal;
  readonly emit: EmitEvent;
}
