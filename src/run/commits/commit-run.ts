import { gitIn } from "../../git/run-git.ts";
import type { PolicyCommits } from "../../model/policy/commits.ts";
import { isDryRun, type RunCommand } from "../../model/run-kind.ts";
import type { Workspace } from "../../model/workspace.ts";
import type { RunWorld } from "../../request/request.ts";
import type { RunWriter } from "../../tree/write/run-writer.ts";
import type { RunLedger } from "../state/run-ledger.ts";
import type { RunStop } from "../state/run-stop.ts";
import type { CommittingRun } from "./commit-actions.ts";

/** A run whose actions are all decided, and written as far as they are applied. */
interface DecidedRun {
  readonly id: string;
  readonly settings: { readonly command: RunCommand; readonly root: string };
  readonly world: Pick<RunWorld, "env" | "now">;
  readonly ledger: RunLedger;
  readonly stop: RunStop;
  readonly writer: RunWriter | undefined;
}

/** The commits that a run is to make. */
export interface RunCommits extends Pick<CommittingRun, "start"> {
  readonly policy: PolicyCommits;
}

/** Notes what is checked out before a run writes anything; undefined without commits in the policy. */
export async function openCommits(
  { settings: { root, command }, world: { env } }: Pick<DecidedRun, "settings" | "world">,
  policy: PolicyCommits | undefined,
): Promise<RunCommits | undefined> {
  if (policy === undefined) return undefined;
  if (isDryRun(command)) return { policy, start: undefined };
  const { findCheckedOut } = await import("../../git/commit/checked-out.ts");
  const start = await findCheckedOut(gitIn(root, env)).catch(() => undefined); // Then no commit is made later.
  return { policy, start };
}

/** Commits the actions that a run has applied, or notes the commits that it would make. */
export async function commitRun(
  { id, settings, world, ledger, stop, writer }: DecidedRun,
  commits: RunCommits | undefined,
  workspace: Pick<Workspace, "read">,
): Promise<void> {
  if (commits === undefined) return;
  const { policy, start } = commits;
  const { commitActions, nothing, previewCommits } = await import("./commit-actions.ts");
  if (isDryRun(settings.command)) {
    const accepted = ledger.actions.filter(({ state }) => state === "would-apply");
    ledger.commits = previewCommits(accepted, policy, id);
    return;
  }
  const applied = ledger.outcomes.filter(({ report }) => report.state === "applied");
  const isCutOff = applied.length > 0 && stop.leaveOut() !== undefined;
  const journalled = writer?.textOf();
  const made = isCutOff
    ? nothing("the run did not end in order")
    : await commitActions(applied, policy, {
        id,
        start,
        root: settings.root,
        env: world.env,
        now: world.now(),
        signal: stop.signal,
        commitFolder: async () => writer?.commitFolder(),
        noteCommits: async (ids) => writer?.noteCommits(ids),
        async findText(path, hash) {
          const text = journalled?.(hash);
          if (text !== undefined) return text;
          const read = await workspace.read(path);
          return read.kind === "text" && read.hash === hash ? read.text : undefined;
        },
      });
  if (made.alerts.length > 0) stop.leaveOut(); // A signal in between is the reason.
  ledger.commits = made.commits;
  for (const alert of made.alerts) ledger.alert(alert);
}
