import type { DecisionReport } from "../model/report/report.ts";
import type { JudgedWish } from "./judge-wishes.ts";

/** Returns decisions in groups of which all but the action is the same. */
export function alike(
  judged: readonly JudgedWish[],
): readonly (readonly [JudgedWish, ...JudgedWish[]])[] {
  const groups = new Map<string, [JudgedWish, ...JudgedWish[]]>();
  for (const one of judged) {
    const { wish, state, why, commit, action, isKnown } = one;
    const own = [wish.source, wish.verdict, wish.reason, state, why];
    const key = JSON.stringify([...own, commit, action.ruleId, isKnown]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

/** Returns decisions as the report has them. */
export function decisionsOf(
  judged: readonly JudgedWish[],
  { isDryRun }: { readonly isDryRun: boolean },
): readonly DecisionReport[] {
  return alike(judged).map((group) => {
    const { wish, state, why, commit, action, isKnown } = group[0];
    return {
      ...{ verdict: wish.verdict, state, actions: group.map((one) => one.action.id) },
      ...{ by: wish.by.login, at: new Date(wish.at).toISOString(), reason: wish.reason },
      ...(action.ruleId === undefined ? {} : { rule: action.ruleId }),
      why,
      ...(commit === undefined ? {} : { commit }),
      ...(isDryRun ? { isPlanned: true as const } : {}),
      ...(isKnown ? { isKnown } : {}),
    };
  });
}
