import type { Diagnostic } from "../model/diagnostic.ts";
import type { EmitEvent } from "../model/events.ts";
import type { GivenPatch, PatchSource } from "../model/patch/patch.ts";
import type { PlaceInText } from "../model/place.ts";
import type { PlanCommand, RunCommand } from "../model/run-kind.ts";
import type { FastWay } from "../model/search/fast-ways.ts";
import type { World } from "../model/world.ts";
import type { GitListing } from "./git-listing.ts";
import type { GivenObjects } from "./given-objects.ts";
import type { FieldsOf } from "./options/request-fields.ts";
import type { ShardRecords } from "./shard-records.ts";
import type { TreeBefore } from "./tree-before.ts";

/** The consent of the caller: what recipes, policy and packages of the tree may make Sluice do. */
export type Consent = Pick<
  FieldsOf<"run">,
  "trust" | "base" | "allowCode" | "allowEnv" | "allowHosts" | "packages"
>;

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

/**
 * A client of a server that the caller has started: all that it makes a run propose is a model's (V5), in files that
 * the caller has opened to it.
 */
export type Client = Pick<FieldsOf<"run">, "paths" | "exclude">;

/**
 * The request of a run: the options that are fields, and what no option says. Nothing below reads arguments, variables
 * or the clock by itself.
 */
export interface RunRequest extends FieldsOf<"run"> {
  readonly command: Exclude<RunCommand, PlanCommand>;
  /** Absolute. */
  readonly root: string;
  /** Paths or names. */
  readonly recipes: readonly string[];
  /** The recipes of a project file; they replace `recipes`. */
  readonly uses?: readonly RecipeUse[] | undefined;
  /**
   * The search for the project file of a request without recipes: in the root, or in the nearest folder from the root
   * up. With `names` the folder of the nearest file is the root of a request whose recipes are there. With `policy` the
   * file of the root names the policy, and nothing else.
   */
  readonly project?: "root" | "upwards" | "names" | "policy" | undefined;
  /** Facts that what shows the report asks for, beside the policy. */
  readonly shownFacts?: readonly ("owners" | "packages")[] | undefined;
  /** The files that a plan was about, relative to the root. */
  readonly planned?: readonly string[] | undefined;
  /** The commit that the steps of a trusted plan compared their findings with. */
  readonly compared?: string | undefined;
  /** These are the files that `since` has chosen: it chooses none again. */
  readonly isChosen?: boolean | undefined;
  /** Recipes and a policy that are objects. */
  readonly objects?: GivenObjects | undefined;
  /** The proposal of the caller: its text, or a file, or `-` for standard input, and who made it. */
  readonly proposal?: GivenPatch | PatchSource;
  /** The client that asks in the place of the caller. */
  readonly client?: Client | undefined;
  /** Prompt steps ask no model: their tasks are for the agent that called. */
  readonly handsOff?: boolean | undefined;
  /** Warnings about the request itself. */
  readonly notes?: readonly Diagnostic[] | undefined;
  /** Faults of the request itself: then nothing is read, and they are reported. */
  readonly faults?: readonly Diagnostic[] | undefined;
}

/** The request of `sluice apply`. */
export interface ApplyRequest extends PlanRequest, Pick<FieldsOf<"apply">, "lockTimeout"> {}

/** The request of a command that does what a plan says. */
export interface PlanRequest extends Omit<FieldsOf<"apply">, "lockTimeout"> {
  /** Absolute. */
  readonly root: string;
  /** The plan file; relative to the working directory, or absolute. */
  readonly plan: string;
  /** The text of the plan, if it was given and not a file; `plan` is then its name in messages. */
  readonly planText?: string | undefined;
  /** The client that this process made the plan for: the plan is no stranger's. */
  readonly client?: Client | undefined;
  /** Recipes and a policy that are objects. */
  readonly objects?: GivenObjects | undefined;
  /** Faults of the request itself: then nothing is read, and they are reported. */
  readonly faults?: readonly Diagnostic[] | undefined;
}

/** The request of `sluice merge`. */
export interface MergeRequest extends FieldsOf<"merge"> {
  /** Absolute. */
  readonly root: string;
  /** Plan files of shards, and folders with them; relative to the working directory, or absolute. */
  readonly plans: readonly string[];
  /** The file of the result: in a folder of `plans` it is no shard. Absolute. */
  readonly output?: string | undefined;
  /** The texts of plans that were given and are no files. */
  readonly planTexts?: readonly string[] | undefined;
  /** Recipes and a policy that are objects. */
  readonly objects?: GivenObjects | undefined;
  /** Faults of the request itself: then nothing is read, and they are reported. */
  readonly faults?: readonly Diagnostic[] | undefined;
}

/** The request of `sluice publish`: a plan is judged as by `apply`. */
export interface PublishRequest
  extends Omit<PlanRequest, "only" | "reason">,
    Pick<FieldsOf<"publish">, "forge" | "remote" | "isDryRun"> {
  readonly only?: undefined;
  readonly reason?: undefined;
}

/** The request of `sluice decide`: what people say about held actions of a plan. */
export interface DecideRequest extends Omit<PublishRequest, "verify"> {
  readonly verify?: undefined;
}

/** The request of `sluice verify`: the request of a proposal, to which the differences are added. */
export interface VerifyRequest extends RunRequest, Omit<FieldsOf<"verify">, keyof RunRequest> {
  readonly command: "verify";
  /** Files of recipes outside of the root, to derive a plan of theirs. */
  readonly recipeFiles: readonly string[];
}

/** The run to take back, and how. */
export interface UndoRequest extends FieldsOf<"undo"> {
  /** Absolute. */
  readonly root: string;
  /** An id, or the beginning of one. Default, and `last`: the last run that wrote, even if it was an undo. */
  readonly run?: string | undefined;
  /**
   * The treatment of files that changed after the run: nothing is written (`refuse`), they are put back all the same
   * (`force`), or later changes stay if they do not conflict (`merge`).
   */
  readonly onChanged: "refuse" | "force" | "merge";
}

/** The held actions that a person ends, and their verdict. */
export interface ResolveHeldRequest extends FieldsOf<"resolve"> {
  /** Absolute. */
  readonly root: string;
  /** Id of the run in which they were held, or the beginning of one, or `last`. */
  readonly run: string;
  readonly choice: HeldChoice;
  readonly verdict: "apply" | "discard";
  /** Never blank (R23). */
  readonly reason: string;
}

/** The choice of held actions: by their ids, or all that every filter lets through. */
export type HeldChoice =
  /** Ids, or beginnings of ids. Never empty. */
  | { readonly kind: "ids"; readonly ids: readonly string[] }
  | {
      readonly kind: "filters";
      /** Ids of rules that held them. Empty: any. */
      readonly rules: readonly string[];
      /** Names of recipes. Empty: any. */
      readonly recipes: readonly string[];
      /** Globs that match each of the files of an action. Empty: any. */
      readonly paths: readonly string[];
    };

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
  /** What the calls of shards find: noted by a shard, used where shards are merged. Default: neither. */
  readonly records?: ShardRecords | undefined;
  /** The files that a dry run begins with. Default: those on the disk. */
  readonly treeBefore?: TreeBefore | undefined;
  /** The time by which windows of the policy are open, in milliseconds since 1970. Default: the start of the run. */
  readonly decidesAt?: number;
  /** Fires when the time of the run is up. */
  readonly timedOut: AbortSignal;
  /** Gets every event of the run, as it happens. */
  readonly emit: EmitEvent;
}
