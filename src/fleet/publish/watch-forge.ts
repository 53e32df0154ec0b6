import { ForgeFault } from "../../forge/forge.ts";
import type { PullForge } from "../../forge/pulls.ts";

/** The faults after which every other call would fail, too: nothing more is published. */
const ENDS_ALL: ReadonlySet<ForgeFault["kind"]> = new Set([
  "rate-limited",
  "unreachable",
  "stopped",
]);

/** Returns a forge that tells of each fault after which nothing more is published. */
export function watchForge(forge: PullForge, onEnd: (fault: ForgeFault) => void): PullForge {
  const watch =
    <Args extends readonly unknown[], Value>(call: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      try {
        return await call(...args);
      } catch (error) {
        if (error instanceof ForgeFault && ENDS_ALL.has(error.kind)) onEnd(error);
        throw error;
      }
    };
  return {
    name: forge.name,
    bodyLimit: forge.bodyLimit,
    readRepository: watch(forge.readRepository),
    findOpen: watch(forge.findOpen),
    findOfBranch: watch(forge.findOfBranch),
    countSince: watch(forge.countSince),
    readCommit: watch(forge.readCommit),
    open: watch(forge.open),
    update: watch(forge.update),
    setDraft: watch(forge.setDraft),
    addLabels: watch(forge.addLabels),
    askReviewers: watch(forge.askReviewers),
    mergeWhenGreen: watch(forge.mergeWhenGreen),
    comment: watch(forge.comment),
  };
}
