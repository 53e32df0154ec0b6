import type { FactsChoice } from "../model/action/asked-facts.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { EmitEvent } from "../model/events.ts";
import type { PlaceInText } from "../model/place.ts";
import type { RunCommand } from "../model/run-kind.ts";
import type { FastWay } from "../model/search/fast-ways.ts";
import type { Consent } from "../model/trust.ts";
import type { World } from "../model/world.ts";
import type { GitListing } from "./git-listing.ts";
import type { GivenObjects } from "./given-objects.ts";

/** The files that a run is about: each part narrows it further. They are searched, and no other is changed. */
export interface FileChoice {
  /** Names of files, relative to the working directory. Those that are gone, or outside of the root, are left out. */
  readonly files?: readonly string[] | undefined;
  /** A file with more names, relative to the working directory; `-` for standard input. */
  readonly filesFrom?: string | undefined;
  /** Globs, folders and files, relative to the root. Empty: any. */
  readonly paths?: readonly string[] | undefined;
  /** The same: what is left out. */
  readonly exclude?: readonly string[] | undefined;
  /** The run is about the files that are staged, as they are staged, and writes to the index, too. Default: no. */
  readonly staged?: boolean | undefined;
  /** Of edits by patterns only those count that touch lines which changed: needs `since` or `staged`. Default: no. */
  readonly changedLines?: boolean | undefined;
  /** The files that a plan was about, relative to the root. */
  readonly planned?: readonly string[] | undefined;
}

/** A recipe with values of its own, as a project file names it. */
export interface RecipeUse {
  /** The name of one recipe, from any folder. */
  readonly name: string;
  /** Values by name; those of the request replace those of the same name. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Returns where the value of an input is written. Absent if no file has it. */
  readonly placeOfInput?: (input: string) => PlaceInText;
  /** A file names it, and not the caller. */
  readonly isOfFile?: boolean;
}

/** The request of a run. Nothing below reads arguments, variables or the clock by itself. */
export interface RunRequest extends Consent, FileChoice {
  readonly command: Exclude<RunCommand, "apply">;
  /** Absolute. */
  readonly root: string;
  /** Paths or names. */
  readonly recipes: readonly string[];
  /** The recipes of a project file, in the place of `recipes`. */
  readonly uses?: readonly RecipeUse[] | undefined;
  /**
   * Where a request without recipes finds a project file: in the root, or in the nearest folder from the root up. With
   * `names` the folder of the nearest file is the root of a request whose recipes are there.
   */
  readonly project?: "root" | "upwards" | "names" | undefined;
  /** A file, or the name of a built-in policy. Default: `sluice.policy.yaml` in the root. */
  readonly policy?: string | undefined;
  /** Values by name, as typed on a command line or as written in a file. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** A YAML or JSON file with values; `inputs` replace those of the same name. */
  readonly inputsFile?: string | undefined;
  /** End with 1 if anything is, or would be, applied or held. */
  readonly check: boolean;
  /** End with 0 instead of 1 and 4. */
  readonly exitZero: boolean;
  /** A run refuses more pending actions than this. Default: see model/input-limits.ts. */
  readonly maxActions?: number | undefined;
  /** The most matches that a run may find. Default: see model/input-limits.ts. */
  readonly maxMatches?: number | undefined;
  /** The most UTF-16 code units of replacements and diffs that a run may have. Default: see model/input-limits.ts. */
  readonly maxText?: number | undefined;
  /** Refuse to run if anything below the root is not committed. */
  readonly requireClean: boolean;
  /** A file to which the answers of models are recorded. Relative to the working directory. */
  readonly record?: string | undefined;
  /** A recording that is played instead of asking models. Relative to the working directory. */
  readonly replay?: string | undefined;
  /** The id of a run whose conversations are resumed. */
  readonly resume?: string | undefined;
  /** The facts that are found: those that the policy looks at, or all of them. Default: `asked`; a plan has all. */
  readonly facts?: FactsChoice | undefined;
  /** Facts that what shows the report asks for, beside the policy. */
  readonly shownFacts?: readonly ("owners" | "packages")[] | undefined;
  /** Tell of each step what it found, and why its ops match nothing. Default: no. */
  readonly why?: boolean | undefined;
  /**
   * A branch or commit: the run is about the files that changed since it and HEAD parted, and lines that did make the
   * fact `touchesChangedLines`.
   */
  readonly since?: string | undefined;
  /** Use, and keep, the results of searches by content. The outcome of a run does not depend on it. */
  readonly cache: boolean;
  /** Milliseconds that the run waits for another run that writes in the root. */
  readonly lockTimeout: number;
  /** Recipes and a policy that are objects. */
  readonly objects?: GivenObjects | undefined;
  /** Warnings about the request itself. */
  readonly notes?: readonly Diagnostic[] | undefined;
  /** Faults of the request itself: then nothing is read, and they are reported. */
  readonly faults?: readonly Diagnostic[] | undefined;
}

/** The world of one run: the process, and what ends and hears this run. */
export interface RunWorld extends World {
  /** False if searches keep no results for the next run. Default: they do, if the request allows it. */
  readonly keepsCache?: boolean;
  /** The fast ways of searches that are switched off. The outcome of a run does not depend on them. */
  readonly without?: readonly FastWay[];
  /**
   * The folder whose files configure the run, and from which its code is loaded; absolute. Default: the root. A test of
   * a recipe runs in another tree.
   */
  readonly configuredIn?: string;
  /** The answers that git already gave about the root. Default: git is asked when the run starts. */
  readonly listing?: GitListing;
  /** Fires when the time of the run is up. */
  readonly timedOut: AbortSignal;
  /** Gets every event of the run, as it happens. */
  readonly emit: EmitEvent;
}
