import type { SearchMemory } from "./search-memory.ts";

/** Threads of our own that searches may run on, beside the main one and those that the engine has. */
export interface SearchThreads {
  /** The module that a thread runs: `search-worker`, as it was built. */
  readonly workerFile: URL;
  /** How many of them may run at the same time. */
  readonly count: number;
}

/** How searches are done in a run; what they find does not depend on it. */
export interface SearchSettings {
  /** Absent: nothing is remembered (`--no-cache`). */
  readonly memory?: SearchMemory;
  /** Absent: nothing is searched on threads but what the engine searches on its own. */
  readonly threads?: SearchThreads;
  /** Which Sluice this is: what one build knows, the next one finds out anew. */
  readonly build: string;
}
