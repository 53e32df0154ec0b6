import { createHash } from "node:crypto";
import { canonicalPieces } from "../shared/json/canonical-pieces.ts";
import { jsonPieces } from "../shared/json/json-pieces.ts";
import type { Plan, PlanContent } from "./plan.ts";
import { PLAN_FORMAT, PLAN_KIND } from "./plan-format.ts";

/** Called now and then while a large plan is made: gives others their turn. */
export type Pause = () => Promise<void>;

/** Others get their turn after so many UTF-16 code units. */
const TURN = 16 * 1024 * 1024;

/** Makes a plan of any size, with its digest: the one that `makePlan` makes. */
export async function makePlanInPieces(content: PlanContent, pause: Pause): Promise<Plan> {
  const head = { kind: PLAN_KIND, formatVersion: PLAN_FORMAT } as const;
  const hash = createHash("sha256");
  await takeAll(canonicalPieces({ ...head, ...content }), pause, (piece) => hash.update(piece));
  return { ...head, digest: hash.digest("hex"), ...content };
}

/** Yields the text of a plan file, piece by piece: of each file its edits are read when its turn comes. */
export function* planPieces(plan: Plan): Generator<string, void> {
  yield* jsonPieces(plan, 2);
  yield "\n";
}

/** Returns the size of the text of a plan file; bytes. */
export async function planSize(plan: Plan, pause: Pause): Promise<number> {
  let size = 0;
  await takeAll(planPieces(plan), pause, (piece) => {
    size += Buffer.byteLength(piece);
  });
  return size;
}

async function takeAll(
  pieces: Iterable<string>,
  pause: Pause,
  take: (piece: string) => void,
): Promise<void> {
  let left = TURN;
  for (const piece of pieces) {
    take(piece);
    left -= piece.length;
    if (left > 0) continue;
    await pause();
    left = TURN;
  }
}
