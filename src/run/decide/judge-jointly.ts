import type { ActionRecord } from "../state/action-book.ts";
import type { RunContext } from "../state/run-context.ts";
import { type Judgement, judgeAction } from "./judge-action.ts";

/**
 * Judges the waiting actions that share a write with `action` before the first of them is resolved, which writes all
 * that are accepted. Adds their judgements to `judged`; none if the action shares no write.
 */
export async function judgeJointly(
  action: ActionRecord,
  context: RunContext,
  judged: Map<ActionRecord, Judgement>,
): Promise<void> {
  const joint = jointOf(action);
  if (joint === undefined) return;
  const accepted: ActionRecord[] = [];
  for (const one of context.record.book.waiting()) {
    if (jointOf(one) !== joint) continue;
    const judgement = await judgeAction(one, context);
    judged.set(one, judgement);
    const { decision } = judgement;
    if (decision === undefined || decision.verdict === "apply") accepted.push(one);
  }
  joint.accept(
    accepted.flatMap(({ preview }) => (preview.kind === "files" ? preview.changes : [])),
  );
}

function jointOf({ preview }: ActionRecord) {
  return preview.kind === "files" ? preview.joint : undefined;
}
