import type { JudgedApproved, NotWritten } from "./approved.ts";
import type { JudgedWish } from "./judge-wishes.ts";
import { type BranchContext, writeApproved } from "./write-approved.ts";

/** The means to do what was approved. */
export interface CarryingOut {
  /** Judges actions as `apply --only` does. */
  readonly judgeApproved: (ids: readonly string[]) => Promise<JudgedApproved>;
  /** Undefined if nothing is to be written. */
  readonly to: BranchContext | undefined;
}

/**
 * Does what was approved, and returns everything that was judged with what became of it. Also what is discarded must be
 * held by the rule that the plan names: by that it was judged who may decide.
 */
export async function carryOut(
  judged: readonly JudgedWish[],
  context: CarryingOut,
): Promise<readonly JudgedWish[]> {
  const approved = judged.filter(({ state }) => state === "approved");
  const [applied, discarded] = (["apply", "discard"] as const).map((verdict) =>
    approved.filter(({ wish }) => wish.verdict === verdict),
  );
  const ends = new Map([
    ...(await endAll(discarded, context, discard)),
    ...(await endAll(applied, context, write)),
  ]);
  return judged.map((one) => {
    if (one.state !== "approved") return one;
    const { isKnown: _known, ...fresh } = one;
    return { ...fresh, ...ends.get(one.action.id) };
  });
}

/** The end of an approved action. */
type End = NotWritten | { readonly state: "applied" | "discarded"; readonly commit?: string };
type Ends = ReadonlyMap<string, End>;

async function endAll(
  approved: readonly JudgedWish[] = [],
  context: CarryingOut,
  end: (
    fit: FitActions,
    approved: readonly JudgedWish[],
    context: CarryingOut,
  ) => Ends | Promise<Ends>,
): Promise<Ends> {
  if (approved.length === 0) return new Map();
  const { refused, ...fit } = await context.judgeApproved(approved.map(({ action }) => action.id));
  const ends = fit.actions.length === 0 ? [] : await end(fit, approved, context);
  return new Map<string, End>([...refused, ...ends]);
}

type FitActions = Omit<JudgedApproved, "refused">;

function discard({ actions }: FitActions): Ends {
  return new Map(actions.map(({ id }) => [id, { state: "discarded" }]));
}

async function write(
  fit: FitActions,
  approved: readonly JudgedWish[],
  { to }: CarryingOut,
): Promise<Ends> {
  if (to === undefined) return new Map(fit.actions.map(({ id }) => [id, { state: "applied" }]));
  const written = await writeApproved(
    fit,
    new Map(
      approved.map(({ action, wish, logins = [] }) => [action.id, { logins, reason: wish.reason }]),
    ),
    to,
  );
  if (written.kind === "not-written") {
    const { state, why } = written;
    return new Map(fit.actions.map(({ id }) => [id, { state, why }]));
  }
  return new Map(
    fit.actions.map(({ id }) => {
      const commit = written.commits.get(id);
      return [id, { state: "applied", ...(commit === undefined ? {} : { commit }) }];
    }),
  );
}
