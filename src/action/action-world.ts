import type { ProcessIdentity } from "../model/process-identity.ts";
import type { SearchThreads } from "../model/search-settings.ts";

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The world as the action sees it; `main.ts` makes it from the process. */
export interface ActionWorld {
  /** The workspace of the job; absolute. */
  readonly cwd: string;
  readonly env: Environment;
  /** Takes variables out of the environment that code and commands of recipes get. */
  readonly withhold?: (names: readonly string[]) => void;
  /**
   * Writes to the log. There is one stream only: the runner reads workflow commands from standard
   * output and standard error alike, and keeps no order between the two.
   */
  readonly write: (text: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** This process, as others see it. */
  readonly self: ProcessIdentity;
  readonly newRunId: () => string;
  /** A random word that nobody can guess: letters and digits. */
  readonly newToken: () => string;
  /** Fires on SIGINT or SIGTERM, with the exit code as its reason. */
  readonly interrupted: AbortSignal;
  /** Fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
  /** The folder of the recipes that ship; absolute. */
  readonly shippedRecipes: string;
  /** Default: nothing is searched on threads but what the engine searches on its own. */
  readonly threads?: SearchThreads;
  /** The folder of Sluice itself, where grammars are looked for after the root; absolute. */
  readonly ownFolder?: string;
  /** Tells this build from others, also of the same version. */
  readonly build: string;
}
