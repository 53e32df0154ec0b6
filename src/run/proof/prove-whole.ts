import type { FileWrite } from "../../apply/disk/file-write.ts";
import type { Alert } from "../../model/alert.ts";
import type { Policy } from "../../model/policy.ts";
import type { ActionReport } from "../../model/report/report.ts";
import type { TextChange } from "../../model/workspace.ts";
import { messageOf } from "../../shared/message-of.ts";
import { singleEdit } from "../../shared/single-edit.ts";
import type { CheckRuns, Proof } from "../checks/check-runs.ts";
import { failureText, sentence, stuckText, unprovenText } from "../checks/check-words.ts";
import { checksOf, checksOfAll } from "../checks/checks-of.ts";
import { fallen, stuckAlerts, withChecks } from "./fallen.ts";
import type { Fate } from "./fate.ts";
import type { Rewriter } from "./rewriter.ts";

/** Actions that were written as one transaction, by its note. */
export interface WrittenWhole {
  readonly actions: readonly Pick<ActionReport, "id" | "ruleId">[];
  readonly changes: readonly TextChange[];
  /** The id in the note of the transaction. */
  readonly noteId: string;
}

/** The means to prove a transaction. */
export interface WholeProving {
  readonly policy: Policy;
  readonly checks: CheckRuns;
  readonly writer: Pick<Rewriter, "rewrite" | "noteProof">;
}

/** The outcome of the checks of a transaction. */
export interface WholeEnd {
  /** Returns the report of an applied action of the transaction. */
  readonly revise: (action: ActionReport) => ActionReport;
  readonly alerts: readonly Alert[];
  readonly stands: boolean;
}

/** Runs every check that a rule of the written actions names. If one fails, all that was written is taken back. */
export async function proveWhole(
  { actions, changes, noteId }: WrittenWhole,
  { policy, checks: runs, writer }: WholeProving,
): Promise<WholeEnd> {
  const checks = checksOfAll(actions, policy);
  const ids = actions.map(({ id }) => id);
  const files = new Set(changes.map(({ path }) => path));
  const proof = await runs.prove(checks, { ids, rule: undefined, files });
  if (proof.kind === "passed") {
    for (const { name } of checks)
      await writer.noteProof({ kind: "proved", check: name, actions: [noteId] });
    const revise = (action: ActionReport) => passed(action, policy);
    return { revise, alerts: [], stands: true };
  }
  const reason = reasonOf(proof);
  const back = { check: proof.check.name, isRun: proof.kind === "failed" };
  const note = { id: "checks", label: "Checks: everything taken back", reason };
  const why = await writer
    .rewrite(changes.map(inverse), note, { takesBack: [noteId], parts: [] })
    .then(() => undefined, messageOf);
  const fate: Fate =
    why === undefined
      ? { kind: "taken-back", reason, ...back }
      : {
          kind: "stuck",
          reason: stuckText(reason, why),
          ...back,
        };
  const failed: Alert = {
    level: "error",
    code: "check-failed",
    message: `${sentence(reason)} Everything was taken back.`,
  };
  const alerts = why === undefined ? [failed] : stuckAlerts([fate]);
  return { revise: (action) => fallen(action, fate), alerts, stands: why !== undefined };
}

function reasonOf(proof: Exclude<Proof, { kind: "passed" }>): string {
  if (proof.kind === "failed") return failureText(proof.run);
  return unprovenText(proof.check, proof.why);
}

function passed(action: ActionReport, policy: Policy): ActionReport {
  const checks = checksOf(policy, action.ruleId);
  if (checks.length === 0) return action;
  return withChecks(
    action,
    checks.map(({ name }) => ({ name, outcome: "passed" })),
  );
}

function inverse({ path, preHash, postHash, before, after }: TextChange): FileWrite {
  const edits = [singleEdit(after, before)];
  return { path, preHash: postHash, postHash: preHash, before: after, after: before, edits };
}
