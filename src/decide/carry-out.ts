import type { JudgedApproved, NotWritten } from "./approved.ts";
import type { JudgedWish } from "./judge-wishes.ts";
import { type Approval, type BranchContext, writeApproved } from "./write-approved.ts";

/** The means to do what was approved. */
export interface CarryingOut {
  /** Judges actions as `apply --only` does. */
  readonly judgeApproved: (ids: readonly string[]) => Promise<JudgedApproved>;
  /** Undefined if nothing is to be written. */
  readonly to: BranchContext | undefined;
}

/** Does what was approved, and returns everything that was judged with what became of it. */
export async function carryOut(
  judged: readonly JudgedWish[],
  context: CarryingOut,
): Promise<readonly JudgedWish[]> {
  const approved = judged.filter(({ state }) => state === "approved");
  const applied = approved.filter(({ wish }) => wish.verdict === "apply");
  const ends = applied.length === 0 ? new Map<string, End>() : await apply(applied, context);
  return judged.map((one) => {
    if (one.state !== "approved") return one;
    const { isKnown: _known, ...fresh } = one;
    if (one.wish.verdict === "discard") return { ...fresh, state: "discarded" };
    return { ...fresh, ...ends.get(one.action.id) };
  });
}

/** The end of an approved action. */
type End = NotWritten | { readonly state: "applied"; readonly commit?: string };

async function apply(
  applied: readonly JudgedWish[],
  { to, judgeApproved }: CarryingOut,
): Promise<ReadonlyMap<string, End>> {
  const ids = applied.map(({ action }) => action.id);
  const { refused, ...fit } = await judgeApproved(ids);
  const ends = new Map<string, End>(refused);
  if (fit.actions.length === 0) return ends;
  if (to === undefined) {
    for (const { id } of fit.actions) ends.set(id, { state: "applied" });
    return ends;
  }
  const approvals = new Map(
    applied.map(({ action, wish, logins = [] }): [string, Approval] => [
      action.id,
      { logins, reason: wish.reason },
    ]),
  );
  const written = await writeApproved(fit, approvals, to);
  for (const { id } of fit.actions) {
    if (written.kind === "not-written") ends.set(id, { state: written.state, why: written.why });
    else {
      const commit = written.commits.get(id);
      ends.set(id, { state: "applied", ...(commit === undefined ? {} : { commit }) });
    }
  }
  return ends;
}
