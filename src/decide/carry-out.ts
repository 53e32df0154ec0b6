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
    judged: JudgedApproved,
    approved: readonly JudgedWish[],
    context: CarryingOut,
  ) => Ends | Promise<Ends>,
): Promise<Ends> {
  if (approved.length === 0) return new Map();
  const judged = await context.judgeApproved(approved.map(({ action }) => action.id));
  return new Map<string, End>([...judged.refused, ...(await end(judged, approved, context))]);
}

/** What cannot be written any more can be discarded. */
function discard({ actions, refused }: JudgedApproved): Ends {
  const stale = [...refused].flatMap(([id, { state }]) => (state === "stale" ? [id] : []));
  const ids = [...actions.map(({ id }) => id), ...stale];
  return new Map(ids.map((id) => [id, { state: "discarded" }]));
}

/** The most actions that are written one by one if all together cannot be committed. */
const MOST_ALONE = 20;

async function write(
  { actions, changes }: JudgedApproved,
  approved: readonly JudgedWish[],
  context: CarryingOut,
): Promise<Ends> {
  const { to } = context;
  const endAs = (end: End): Ends => new Map(actions.map(({ id }) => [id, end]));
  if (actions.length === 0) return new Map();
  if (to === undefined) return endAs({ state: "applied" });
  const approvals = new Map(
    approved.map(({ action, wish, logins = [] }) => [action.id, { logins, reason: wish.reason }]),
  );
  const written = await writeApproved({ actions, changes }, approvals, to);
  if (written.kind === "not-written") {
    const { state, why } = written;
    const isAlone = actions.length === 1 || actions.length > MOST_ALONE;
    if (state !== "refused" || isAlone) return endAs({ state, why });
    return writeEach(actions, approved, context);
  }
  return new Map(
    actions.map(({ id }) => {
      const commit = written.commits.get(id);
      return [id, { state: "applied", ...(commit === undefined ? {} : { commit }) }];
    }),
  );
}

/** A file that cannot be committed keeps back its own actions alone. */
async function writeEach(
  actions: JudgedApproved["actions"],
  approved: readonly JudgedWish[],
  context: CarryingOut,
): Promise<Ends> {
  const ends = new Map<string, End>();
  for (const { id } of actions) {
    const judged = await context.judgeApproved([id]);
    const end = judged.refused.get(id) ?? (await write(judged, approved, context)).get(id);
    if (end !== undefined) ends.set(id, end);
  }
  return ends;
}
