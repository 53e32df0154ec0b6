import type { Extensions } from "../../config/prepare/extensions.ts";
import type { PreparedModels } from "../../config/prepare/prepared-models.ts";
import type { ResumedConversations } from "../../config/prepare/resumed-conversations.ts";
import type { References } from "../../config/sources/references.ts";
import type { ChangedLines } from "../../config/surroundings/changed-lines.ts";
import type { Surroundings } from "../../config/surroundings/surroundings.ts";
import type { TextThreats } from "../../config/surroundings/text-threats.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import type { EmitEvent } from "../../model/events.ts";
import type { LeftAlone } from "../../model/left-alone.ts";
import type { GivenPatch } from "../../model/patch/patch.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { Policy } from "../../model/policy.ts";
import type { RunCommand } from "../../model/run-kind.ts";
import type { BaseTexts } from "../../model/search/base-texts.ts";
import type { SearchSettings } from "../../model/search/search-settings.ts";
import type { DealtShard } from "../../model/search/shard.ts";
import type { TextLines } from "../../model/search/text-lines.ts";
import type { Workspace } from "../../model/workspace.ts";
import type { RunLimits } from "../../policy/run-limits.ts";
import type { Replay, ShardRecords } from "../../request/shard-records.ts";
import type { Session } from "../../resolve/session.ts";
import type { Shadows } from "../../tools/command/shadow.ts";
import type { DirtyFiles } from "../../tree/dirty-files.ts";
import type { OwnOutputs } from "../../tree/own-outputs.ts";
import type { RunFiles } from "../../tree/run-files.ts";
import type { WorkTreeMerge } from "../../tree/staged/work-tree-merge.ts";
import type { RunWriter } from "../../tree/write/run-writer.ts";
import type { CheckRuns } from "../checks/check-runs.ts";
import type { StepExplainer } from "../why/step-explainer.ts";
import type { ActionBook } from "./action-book.ts";
import type { PastWrites } from "./past-writes.ts";
import type { RunLedger } from "./run-ledger.ts";
import type { RunStop } from "./run-stop.ts";
import type { Steering } from "./steering.ts";

/** The context that the recipes of one run share. A function takes the parts that it uses. */
export interface RunContext {
  readonly world: StepWorld;
  readonly record: RunRecord;
  readonly tooling: Tooling;
}

/** The root that steps work in, and the signals that end them. */
export interface StepWorld {
  /** Absolute. */
  readonly root: string;
  /** The paths of the root by which guards judge: see `placesOfRoot`. */
  readonly places: readonly string[];
  readonly workspace: Workspace;
  /** The work tree that edits of staged files have to fit into, if the run is about these. */
  readonly staged?: WorkTreeMerge | undefined;
  /** The files that had uncommitted changes when the run started. */
  readonly dirty: DirtyFiles;
  readonly runFiles: RunFiles;
  readonly surroundings: Surroundings;
  /** Reads the texts that threats are found in. */
  readonly threats: () => Promise<TextThreats>;
  /** Undefined without a reference of `--since`. */
  readonly changedLines: ChangedLines | undefined;
  /** Returns the lines of a file that count. Undefined if all do. */
  readonly linesOf?: ((path: string) => Promise<TextLines | undefined>) | undefined;
  /** The part of the tree that this run searches. Undefined if it searches the whole. */
  readonly shard?: Pick<DealtShard, "index" | "has"> | undefined;
  /** The facts of the CI system; undefined if the policy does not look at them. */
  readonly ci: CiFacts | undefined;
  /** What other machines know of the tree. Undefined unless shards are merged. */
  readonly replay?: Replay | undefined;
  /** The files are those of a tree before, and not those on the disk. */
  readonly isBefore?: boolean;
  /** The time by which windows of the policy are open, in milliseconds since 1970: one for the whole run. */
  readonly decidesAt: number;
  /** Makes copies of the tree for programs. Absent where none runs. */
  readonly shadows?: Shadows | undefined;
  /** The texts of the base. Undefined unless a step compares with it. */
  readonly baseTexts?: BaseTexts | undefined;
  /** The proposal of the caller. Undefined if there is none. */
  readonly givenPatch?: GivenPatch | undefined;
  /** A client of a server asks in the place of the caller. */
  readonly isOfClient: boolean;
  readonly stop: RunStop;
  readonly emit: EmitEvent;
  /** Fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
  readonly ownOutputs: OwnOutputs;
}

/** The parts of it that tools use. */
export type WorldOfTools = Pick<
  StepWorld,
  "root" | "workspace" | "linesOf" | "shadows" | "givenPatch" | "baseTexts"
>;

/** The state of the run so far, and the rules by which it decides. */
export interface RunRecord {
  readonly command: RunCommand;
  /** Undefined only in a preview: every action then stays `pending`, and later steps see it. */
  readonly policy: Policy | undefined;
  /** The share that the accepted actions have used of the limits of the policy. */
  readonly limits: RunLimits;
  readonly session: Session;
  readonly book: ActionBook;
  readonly ledger: RunLedger;
  /** The writes of the run that is resumed. */
  readonly past: PastWrites;
  /** Files that an action with an untrusted part has changed: they are untrusted from then on. */
  readonly taintedFiles: Set<string>;
  /** The files that the running recipe leaves alone (X1). */
  readonly leftAlone: LeftAlone;
  /** The checks of the policy. Undefined in a dry run, and if the policy has none. */
  readonly checks: CheckRuns | undefined;
  /** Explains what the steps found. Undefined without `--why`. */
  readonly explainer?: StepExplainer | undefined;
  /** Undefined in a dry run. */
  readonly writer: RunWriter | undefined;
}

/** The means that calls work with. */
export interface Tooling {
  /** The languages that can be edited in this root. */
  readonly grammars: Grammars;
  readonly search: SearchSettings;
  /** Undefined unless the run is a shard, or shards are merged. */
  readonly records?: ShardRecords | undefined;
  /** The code that came with the recipes. */
  readonly extensions: Extensions;
  /** Only prompt steps look inside. */
  readonly conversations: Conversations;
}

/** The models of a run, and the messages for them. */
interface Conversations {
  readonly models: PreparedModels;
  readonly steering: Steering;
  /** The conversations of the run that is resumed. */
  readonly resumed: ResumedConversations | undefined;
  /** The files that references of prompts name. */
  readonly references: References;
  /** Removes the keys of models from what is reported. */
  readonly redact: <Value>(value: Value) => Value;
}
