import { createSession, type Session } from "../../resolve/session.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { openSearch } from "../prepare/open-search.ts";
import { ActionBook } from "../state/action-book.ts";
import { findPastWrites, PastWrites } from "../state/past-writes.ts";
import type { RunContext } from "../state/run-context.ts";
import { Steering } from "../state/steering.ts";
import { DirtyFiles } from "../tree/dirty-files.ts";
import type { NetChanges } from "../tree/net-changes.ts";
import { ownOutputsOf } from "../tree/own-outputs.ts";
import { openWorkspace } from "../write/open-workspace.ts";
import type { StartedRun } from "./start-run.ts";

/** A run whose workspace, caches and session are open. */
export interface OpenRun {
  readonly context: RunContext;
  /** The changes that wait for the end of the run, if all of it is one transaction. */
  readonly waiting: NetChanges | undefined;
  readonly nextBatchId: () => string;
  /** Keeps the findings of searches for later runs. */
  readonly saveSearch: () => void;
}

/** Opens the workspace, the caches and the session of a run. */
export async function openRun(run: StartedRun): Promise<OpenRun> {
  const { request, world, prepared, listing, writing, writer, ledger, stop } = run;
  const { root, command, maxActions } = request;
  const { policy, extensions, models } = prepared;
  if (extensions === undefined) throw new Error("A run was opened that was not prepared.");
  const tree = writing?.isTreeNew === true ? listing.again() : listing;
  const { save, grammars, search } = await openSearch(request, world, {
    runId: run.id,
    listing: tree,
  });
  const transaction = policy?.transaction ?? "action";
  const { workspace, waiting } = openWorkspace(root, tree, writer, transaction);
  const resumed = writing ? prepared.resumed?.again() : prepared.resumed;
  const steering = new Steering();
  const session = openSession(run, steering, maxActions, (pending, reason) => {
    const action = book.of(pending);
    action.unresolved = reason;
    const { recipe, step } = action.origin;
    const message = `${pending.label}: ${reason}.`;
    ledger.alert({ level: "warn", code: "unresolved", message, recipe, step });
  });
  const book = new ActionBook(session);
  const past = resumed ? await findPastWrites(root, resumed.id, workspace) : new PastWrites([]);
  const context: RunContext = {
    world: {
      root,
      workspace,
      dirty: new DirtyFiles(tree, workspace),
      stop,
      emit: world.emit,
      after: world.after,
      ownOutputs: ownOutputsOf(request, world.cwd),
    },
    record: {
      command,
      policy,
      session,
      book,
      ledger,
      past,
      taintedFiles: new Set(),
      writer,
    },
    tooling: {
      grammars,
      search,
      extensions,
      conversations: { models, steering, resumed, redact: run.redact },
    },
  };
  let batches = resumed?.firstBatch ?? 0;
  return { context, waiting, nextBatchId: () => `tool-batch-${batches++}`, saveSearch: save };
}

function openSession(
  { request: { root }, prepared: { policy } }: StartedRun,
  steering: Steering,
  maxActions: number | undefined,
  onUnresolved: NonNullable<Session["options"]["onUnresolved"]>,
): Session {
  return createSession({
    root,
    ...definedOnly({ order: policy?.order, maxActions }),
    get toolChoices() {
      return steering.toolChoices;
    },
    onReminder: (message) => steering.remind(message),
    onUnresolved,
  });
}
