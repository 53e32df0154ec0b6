import type { AskedFacts } from "../action/asked-facts.ts";
import type { TextStore } from "../text-store.ts";
import type { FastWay } from "./fast-ways.ts";
import type { SearchBounds } from "./search-bounds.ts";
import type { SearchMemory } from "./search-memory.ts";

/** Worker threads for searches, beside the main thread and those of the engine. */
export interface SearchThreads {
  /** The module that a thread runs: `search-worker`, as it was built. */
  readonly workerFile: URL;
  /** The number of them that may run at the same time. */
  readonly count: number;
}

/** The matches and texts that the searches of a run may still find. */
export interface SearchBudget {
  /** The bounds of one file. */
  readonly fileBounds: SearchBounds;
  /** Counts the findings of one file. Throws a `LimitError` if the run has found too much. */
  add(found: SearchBounds): void;
}

/** The settings of searches in a run; but for the facts, the findings do not depend on them. */
export interface SearchSettings {
  /** Absent: nothing is remembered (`--no-cache`). */
  readonly memory?: SearchMemory;
  /** Absent: only the engine's own threads search. */
  readonly threads?: SearchThreads;
  /** The facts that the run asks for. Absent: all of them. */
  readonly asked?: AskedFacts;
  /** The fast ways that are switched off. Absent: none. */
  readonly without?: readonly FastWay[];
  /** Absent: the default bounds for each file, and none for the run. */
  readonly budget?: SearchBudget;
  /** Takes the edits and diffs of previews. Absent: they stay in memory. */
  readonly texts?: TextStore;
  /** Identifies the build of Sluice: the next build does not use what this one remembers. */
  readonly build: string;
}
