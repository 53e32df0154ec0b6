/**
 * The ids under `ruleId` of actions that no rule of the policy decided. A rule with one of them would stand for
 * something else in reports, so that none may have it.
 */
export const OUTCOME_IDS = [
  "apply-failed", // An apply failed, and `onApplyError` said what becomes of the action.
  "call-failed", // The tool call that made the action failed.
  "checks", // A check failed, or could not prove the action.
  "default", // The default of the policy.
  "held-before", // An earlier action on the file was held or discarded.
  "hook", // A hook stopped the call that made the action.
  "limits", // A limit of the policy.
  "model", // A model withdrew its own proposal.
  "only", // A person named the action with `--only`.
  "plan", // A plan cannot hold the action.
  "preview-wrote", // A custom tool wrote during its preview.
  "resolve", // A person ended a held action.
  "scope", // The action names files outside of the scope.
  "staged", // The action cannot be applied to staged files.
  "stale", // A file was changed after the preview.
  "stopped", // The run ended before the action was decided.
  "transaction", // The run is one transaction, and did not end in order.
] as const;

export function isOutcomeId(id: string): boolean {
  return OUTCOME_IDS.some((own) => own === id);
}
