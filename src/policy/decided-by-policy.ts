/** The parts of a decision that tell who made it. */
interface RuledTrace {
  readonly ruleId?: string | undefined;
  readonly trace: readonly { readonly id: string; readonly hit: boolean }[];
}

/**
 * True if the rule that decided an action is one of the policy, and not a limit, a check, a model, a person or an
 * error; a rule of the policy may have the same id as those have.
 */
export function isDecidedByPolicy({ ruleId, trace }: RuledTrace): boolean {
  return trace.find(({ hit }) => hit)?.id === ruleId;
}
