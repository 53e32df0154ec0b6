import type { SearchMemory } from "./search-memory.ts";

/** Where searches may run beside the main thread. */
export interface SearchThreads {
  /** The module that a thread runs: `look-worker`, as it was built. */
  readonly workerFile: URL;
  /** How many of them may run at the same time. */
  readonly count: number;
}

/** How searches are done in a run; what they find does not depend on it. */
export interface SearchSettings {
  /** Absent: nothing is remembered (`--no-cache`). */
  readonly memory?: SearchMemory;
  /** Absent: everything is searched on the main thread. */
  readonly threads?: SearchThreads;
  /** Which Sluice this is: what one build knows, the next one finds out anew. */
  readonly build: string;
}
