import type { Environment } from "../../git/run-git.ts";
import type { WritingWorld } from "../write/hold-lock.ts";

/** What commands about past runs use of the world. */
export interface PastWorld extends WritingWorld {
  /** The variables of the process: where another git has started it, they do not lead to another repository. */
  readonly env?: Environment;
  /** See {@link RunWorld.newRunId}. */
  readonly newRunId: () => string;
  /** Fires on SIGINT or SIGTERM, with the exit code as its reason. */
  readonly interrupted: AbortSignal;
}
