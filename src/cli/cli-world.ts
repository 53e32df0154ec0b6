import type { ProcessIdentity } from "../model/process-identity.ts";
import type { SearchThreads } from "../model/search-settings.ts";

/** A stream that text goes to. */
export interface TextSink {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Width in columns, where it is a terminal. */
  readonly columns: number;
}

/** The world as the command line sees it; `main.ts` makes it from the process. */
export interface CliWorld {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes variables out of the environment that code and commands of recipes get. */
  readonly withhold?: (names: readonly string[]) => void;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newRunId: () => string;
  /** Fires on SIGINT or SIGTERM, with the exit code as its reason. */
  readonly interrupted: AbortSignal;
  /** Fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
  /** This process, as others see it. */
  readonly self: ProcessIdentity;
  /** The folder of the recipes that ship; absolute. */
  readonly shippedRecipes: string;
  /** Default: nothing is searched on threads but what the engine searches on its own. */
  readonly threads?: SearchThreads;
  /** The folder of Sluice itself, where grammars are looked for after the root; absolute. */
  readonly ownFolder?: string;
  readonly version: string;
  /** Tells this build from others of the same version. */
  readonly build: string;
}
