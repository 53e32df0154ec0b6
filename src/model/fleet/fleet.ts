import type { PolicyPublish } from "../policy/publish.ts";

/** The value of an input of a recipe, as a fleet file has it. */
export type FleetInput = string | number | boolean | readonly (string | number)[];

/** The place of a repository. */
export type FleetSource =
  /** Absolute. Its commits count, its uncommitted work does not. */
  | { readonly kind: "path"; readonly path: string }
  /** Without credentials. */
  | { readonly kind: "url"; readonly url: string };

/** The settings of an entry of `repositories`. */
interface FleetSettings {
  /** A branch, a tag or a whole commit. Default: the branch that HEAD of the repository names. */
  readonly ref?: string | undefined;
  /** They beat those of the fleet. */
  readonly inputs: Readonly<Record<string, FleetInput>>;
  /** Folders and globs: only these files are looked at, and only these folders are checked out. */
  readonly paths?: readonly string[] | undefined;
}

/** A repository of a fleet. */
export interface FleetRepository extends FleetSettings {
  /** Unique in the fleet: `owner/name` of an address, or the path as it is written. */
  readonly name: string;
  readonly source: FleetSource;
  /** The number of its entry in `repositories`, from 0. */
  readonly entry: number;
}

/** The repositories that a forge lists. */
export interface ForgeEntry extends FleetSettings {
  readonly kind: "forge";
  readonly forge: "github" | "gitlab";
  /** The organization, or the path of the group. */
  readonly org: string;
  readonly topic?: string | undefined;
  /** The one that most of a repository is written in. */
  readonly language?: string | undefined;
  /** Globs of `owner/name`; one without `/` is about the name alone. */
  readonly exclude: readonly string[];
  /** True: archived repositories, too. */
  readonly archived: boolean;
  /** The number of its entry in `repositories`, from 0. */
  readonly entry: number;
}

/** An entry of `repositories`. */
export type FleetEntry =
  | { readonly kind: "repository"; readonly repository: FleetRepository }
  | ForgeEntry;

/** The policy of a fleet: a file, a built-in one, or the one of each repository. */
export type FleetPolicy =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "built-in"; readonly name: string }
  | { readonly kind: "repository" };

/** A fleet file after it was read. */
export interface Fleet {
  /** The name of its file without the ending. */
  readonly name: string;
  /** The folder of its file; absolute. */
  readonly folder: string;
  /** Names and paths of recipes; paths are absolute. */
  readonly recipes: readonly string[];
  readonly policy: FleetPolicy;
  readonly inputs: Readonly<Record<string, FleetInput>>;
  /** `policy`: as the policy's `publish` says. Absent: nothing is published. */
  readonly publish?: "policy" | PolicyPublish | undefined;
  readonly entries: readonly FleetEntry[];
}
