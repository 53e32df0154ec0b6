import type { OwnPull } from "../forge/pulls.ts";
import type { OpeningContext } from "./end-opening.ts";
import type { PublishGroup } from "./groups.ts";
import { readMark } from "./pull-mark.ts";

/** A branch that was not pushed: it is elsewhere, the server did not take it, or nobody knows. */
export interface Unpushed {
  readonly kind: "stale" | "rejected" | "failed";
  /** A clause. */
  readonly why: string;
}

/** The means to move a branch. */
export interface MovingContext extends Pick<OpeningContext, "forge" | "bodyOf"> {
  /** Pushes a commit to a branch that ends in `expected`, or does not exist. Returns why it was not pushed. */
  readonly push: (
    branch: string,
    tip: string,
    expected: string | undefined,
  ) => Promise<Unpushed | undefined>;
}

/**
 * Moves the branch of a pull request from the commit that it is expected at. The text is written before the push, with
 * both commits in its mark: wherever a run is cut off, the next one knows the branch. It is taken back if the branch
 * stays. Returns why the branch was not pushed.
 */
export async function moveBranch(
  group: PublishGroup,
  pull: OwnPull,
  { tip, expected }: { readonly tip: string; readonly expected: string },
  { forge, push, bodyOf }: MovingContext,
): Promise<Unpushed | undefined> {
  const mark = readMark(pull.body);
  const isWritten = mark?.tip === tip && mark.was === expected && mark.content === group.content;
  if (!isWritten) {
    const body = bodyOf(group, { tip, was: expected, missing: mark?.missing });
    await forge.update(pull, { title: group.title, body });
  }
  const unpushed = await push(group.branch, tip, expected);
  if (unpushed !== undefined && unpushed.kind !== "failed" && !isWritten)
    await forge.update(pull, { title: pull.title, body: pull.body });
  return unpushed;
}
