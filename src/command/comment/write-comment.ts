import { type Forge, ForgeFault, type OwnComment } from "../../forge/forge.ts";
import { lengthOf } from "../../report/comment/text-limit.ts";
import type { ReportComment } from "./comment-of.ts";
import { ownText } from "./own-text.ts";
import type { IsAncestor, RunMark } from "./run-mark.ts";
import { isSameText, type TurnTimes, writeTogether } from "./write-together.ts";

/** The outcome of a text of a run on a pull request. */
export type WrittenComment =
  | {
      readonly kind: "created" | "updated";
      readonly url: string | undefined;
      /** Comments of the same use that the newest one replaces. */
      readonly old: readonly OwnComment[];
    }
  /** There is nothing to say, and no comment. */
  | { readonly kind: "quiet" }
  /** There is one of a newer run. */
  | { readonly kind: "older"; readonly theirs: RunMark };

/** The circumstances of a comment. */
interface CommentCase extends Omit<TurnTimes, "turn"> {
  /** False if there is nothing to say to a person who did not ask. */
  readonly isWorthIt: boolean;
  readonly isAncestor: IsAncestor;
  readonly note: (sentence: string) => void;
}

/**
 * Makes a comment, or updates the newest one of earlier runs, unless that is of a newer run. The legs of a matrix have
 * one together, and the part of this one is in it at the end.
 */
export function writeComment(
  forge: Forge,
  comment: ReportComment,
  circumstances: CommentCase,
): Promise<WrittenComment> {
  const { leg } = comment;
  return leg === undefined
    ? writeAlone(forge, comment, circumstances)
    : writeWithLegs(forge, comment, leg.turn, circumstances);
}

async function writeAlone(
  forge: Forge,
  comment: ReportComment,
  { isWorthIt, isAncestor, note }: CommentCase,
): Promise<WrittenComment> {
  const own = await forge.findOwn(comment.marker);
  if (!isWorthIt && own.length === 0) return { kind: "quiet" };
  const bodies = own.map(({ body }) => body);
  const within = { limit: forge.limit, sizeOf: lengthOf, isAncestor };
  const made = await ownText(bodies, comment, within, note);
  if (made.kind === "older") return made;
  const newest = own.at(-1);
  if (newest === undefined) return { kind: "created", url: await forge.create(made.text), old: [] };
  if (!isSameText(newest.body, made.text)) await forge.update(newest, made.text);
  return { kind: "updated", url: newest.url, old: own.slice(0, -1) };
}

async function writeWithLegs(
  forge: Forge,
  comment: ReportComment,
  turn: number,
  { isWorthIt, isAncestor, note, after, interrupted }: CommentCase,
): Promise<WrittenComment> {
  let left: WrittenComment = { kind: "quiet" };
  let [found, kind, url]: [readonly OwnComment[], "updated" | "created", string?] = [[], "updated"];
  let isWritten = false;
  const shared = {
    async read() {
      found = await forge.findOwn(comment.marker);
      return found;
    },
    async textOf(own: readonly OwnComment[]) {
      if (!isWorthIt && own.length === 0) return undefined;
      const bodies = own.map(({ body }) => body);
      const within = { limit: forge.limit, sizeOf: lengthOf, isAncestor };
      const merged = await ownText(bodies, comment, within, note);
      if (merged.kind === "text") return merged.text;
      left = merged;
      return undefined;
    },
    async write(newest: OwnComment | undefined, text: string) {
      if (newest !== undefined) await forge.update(newest, text);
      else [kind, url] = ["created", await forge.create(text)];
      isWritten = true;
      return "whole" as const;
    },
  };
  try {
    const outcome = await writeTogether(shared, { after, interrupted, turn });
    if (outcome === "left") return left;
    if (outcome === "lost") note(LOST);
  } catch (error) {
    if (!isWritten || !(error instanceof ForgeFault)) throw error;
    note(`${LOST} ${error.message}`);
  }
  return { kind, url: found.at(-1)?.url ?? url, old: found.slice(0, -1) };
}

export const LOST = "Other legs wrote at the same time: the part of this one may be missing.";
