import type { Grammars } from "../../edit/language/grammars.ts";
import type { Alert } from "../../model/alert.ts";
import type { EmitEvent } from "../../model/events.ts";
import type { Decision, Policy } from "../../model/policy.ts";
import type { SearchSettings } from "../../model/search-settings.ts";
import type { Workspace } from "../../model/workspace.ts";
import type { Session } from "../../resolve/session.ts";
import type { Extensions } from "../prepare/extensions.ts";
import type { PreparedModels } from "../prepare/prepared-models.ts";
import type { ResumedConversations } from "../prepare/resumed-conversations.ts";
import type { DirtyFiles } from "../tree/dirty-files.ts";
import type { RunWriter } from "../write/run-writer.ts";
import type { ActionOrigin } from "./action-origin.ts";
import type { PastWrites } from "./past-writes.ts";
import type { RunLedger } from "./run-ledger.ts";
import type { RunStop } from "./run-stop.ts";
import type { Steering } from "./steering.ts";

/** What the recipes of one run share. */
export interface RunContext {
  readonly session: Session;
  /** Absolute. */
  readonly root: string;
  readonly workspace: Workspace;
  /** The languages that can be edited in this root. */
  readonly grammars: Grammars;
  readonly search: SearchSettings;
  readonly ledger: RunLedger;
  /** Absent only in a preview: every action then stays `pending`, and later steps see it. */
  readonly policy?: Policy;
  /** Accepted edits go to an overlay, and nothing is written. */
  readonly isDryRun: boolean;
  /** What is accepted goes into a plan: it must be known which bytes it writes. */
  readonly isPlanned: boolean;
  readonly stop: RunStop;
  readonly emit: EmitEvent;
  /** Where each action that was queued came from, by its id. Filled by the steps. */
  readonly origins: Map<string, ActionOrigin>;
  /** Actions that something else than the policy has decided, by their ids. */
  readonly forced: Map<string, Decision>;
  /** Actions that no forced turn made a model resolve, by their ids, each with the reason (Q12). */
  readonly unresolved: Map<string, string>;
  /** Files that an action has changed in which something untrusted had a part: they are untrusted from then on. */
  readonly taintedFiles: Set<string>;
  /** What Sluice itself writes beside its state while recipes run: a recording. Relative to the root. */
  readonly ownOutputs: ReadonlySet<string>;
  readonly steering: Steering;
  /** What calls that are under way have to say, by their ids: told in call order once they are over. */
  readonly callAlerts: Map<string, readonly Alert[]>;
  /** What was said in the run that is gone on with. */
  readonly resumed?: ResumedConversations;
  /** What that run has written. */
  readonly past: PastWrites;
  /** Who answers prompts. */
  readonly models: PreparedModels;
  /** Takes the keys of models out of what is told. */
  readonly redact: <Value>(value: Value) => Value;
  /** Fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
  /** Absent in a dry run. */
  readonly writer?: RunWriter;
  /** Which files had changes that were not committed. */
  readonly dirty: DirtyFiles;
  /** Code that came with the recipes. */
  readonly extensions: Extensions;
}
