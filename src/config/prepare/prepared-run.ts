import type { StagedState } from "../../git/staged/read-staged.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { GivenPatch } from "../../model/patch/patch.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { Policy } from "../../model/policy.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { Report } from "../../model/report/report.ts";
import type { DealtShard } from "../../model/search/shard.ts";
import type { SourceFile, TrustInUse } from "../../model/source-file.ts";
import type { GitListing } from "../../request/git-listing.ts";
import type { TreeWatch } from "../../tree/watch-tree.ts";
import type { SelectedFiles } from "../selection/selection.ts";
import type { References } from "../sources/references.ts";
import { Surroundings } from "../surroundings/surroundings.ts";
import type { Extensions } from "./extensions.ts";
import { NO_MODELS, type PreparedModels } from "./prepared-models.ts";
import type { ResumedConversations } from "./resumed-conversations.ts";

/** A request that was read and checked. If the diagnostics have an error, nothing may run. */
export interface PreparedRun {
  readonly recipes: readonly Recipe[];
  readonly policy: Policy | undefined;
  /** The inputs that were given, from the inputs file and by name. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The values that a project file gives to single recipes, by the names of these. */
  readonly ownInputs: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Undefined if the diagnostics have an error. */
  readonly extensions: Extensions | undefined;
  readonly models: PreparedModels;
  /** The conversations of the run that is resumed. */
  readonly resumed: ResumedConversations | undefined;
  /** Undefined if no recipe brings code; begun before any code was loaded. */
  readonly watch: TreeWatch | undefined;
  /** The files that configure the run, sorted. It grows while references are read. */
  readonly sources: readonly SourceFile[];
  /** Null if the preparation ended before it was known. */
  readonly trust: TrustInUse | null;
  /** The facts of the CI system; undefined if the policy does not look at them. */
  readonly ci?: CiFacts | undefined;
  readonly surroundings: Surroundings;
  /** The id of the commit since which lines count as changed; undefined without `--since`. */
  readonly since?: string | undefined;
  /** The id of the commit that steps compare their findings with; undefined if none does. */
  readonly base?: string | undefined;
  /** True if only edits of changed lines count. */
  readonly onlyChangedLines?: true | undefined;
  /** The files that the run is about; undefined if it is about all. */
  readonly selected?: SelectedFiles | undefined;
  /** The same in the words of the request, for the report. */
  readonly selection?: Report["selection"];
  /** The part of the tree that this run searches; undefined if it searches the whole. */
  readonly shard?: DealtShard | undefined;
  /** The staged state, if the run is about staged files. */
  readonly staged?: StagedState | undefined;
  /** The answers of git about the selected files alone, if nothing of the run looks at others. */
  readonly tree?: GitListing | undefined;
  /** The proposal of the caller. Undefined if there is none. */
  readonly givenPatch?: GivenPatch | undefined;
  /** A client of a server asks in the place of the caller. */
  readonly isOfClient?: boolean;
  readonly references: References;
  /** The files of the recipes that ship and were read, relative to their folder, by `shipped:NAME`. */
  readonly shippedFiles: ReadonlyMap<string, string>;
  /** The texts of the recipes that are in no file, by the names that stand for them. */
  readonly givenTexts: ReadonlyMap<string, string>;
  /** Removes what the preparation wrote outside of the root. */
  readonly dispose: () => Promise<void>;
  readonly diagnostics: readonly Diagnostic[];
  /** True if a signal or the time limit ended the preparation; nothing may run then, either. */
  readonly isStopped?: boolean;
}

/** A preparation that ended before anything was read. */
export const NOTHING_PREPARED: PreparedRun = {
  recipes: [],
  given: {},
  ownInputs: new Map(),
  models: NO_MODELS,
  policy: undefined,
  resumed: undefined,
  extensions: undefined,
  watch: undefined,
  sources: [],
  trust: null,
  references: { kind: "none" },
  surroundings: new Surroundings({ ownersOf: undefined, packages: undefined, history: undefined }),
  shippedFiles: new Map(),
  givenTexts: new Map(),
  dispose: async () => undefined,
  diagnostics: [],
};
