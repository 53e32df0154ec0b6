import { expect, it } from "vitest";
import type { OwnPull } from "../../src/forge/pulls.ts";
import type { PublishGroup } from "../../src/publish/groups.ts";
import { type MovingContext, moveBranch, type Unpushed } from "../../src/publish/move-branch.ts";
import { markLine, readMark } from "../../src/publish/pull-mark.ts";

const [OLD, NEW] = ["1".repeat(40), "2".repeat(40)];
const CAMPAIGN = "c".repeat(16);
const markOf = (content: string, tip: string, was?: string) =>
  markLine({ campaign: CAMPAIGN, content: content.repeat(16), tip, was, missing: undefined });
const [BEFORE, BETWEEN] = [markOf("a", OLD), markOf("b", NEW, OLD)];

/** Moves a branch, and returns its outcome with all that was done, in order. */
async function moved(body: string, unpushed?: Unpushed) {
  const deeds: string[] = [];
  const group = { title: "New", content: "b".repeat(16), branch: "swap" } as PublishGroup;
  const pull = { title: "Old", body } as OwnPull;
  const context = {
    forge: {
      update: async (_: OwnPull, { title, body: text }: { title?: string; body?: string }) =>
        void deeds.push(`${title}: ${text}`),
    },
    push: async (...parts: readonly unknown[]) => {
      deeds.push(`push ${parts.join(" ")}`);
      return unpushed;
    },
    bodyOf: ({ content }: PublishGroup, mark: object) =>
      markLine({
        ...readMark(BEFORE),
        campaign: CAMPAIGN,
        content,
        tip: "",
        missing: undefined,
        ...mark,
      }),
  } as unknown as MovingContext;
  return { deeds, outcome: await moveBranch(group, pull, { tip: NEW, expected: OLD }, context) };
}

const [WRITE, PUSH, BACK] = [`New: ${BETWEEN}`, `push swap ${NEW} ${OLD}`, `Old: ${BEFORE}`];

it.each<[what: string, body: string, unpushed: Unpushed["kind"] | undefined, deeds: string[]]>([
  ["names both commits before the push", BEFORE, undefined, [WRITE, PUSH]],
  ["does not name them twice after it was cut off", BETWEEN, undefined, [PUSH]],
  ["takes the text back if somebody has moved the branch", BEFORE, "stale", [WRITE, PUSH, BACK]],
  ["takes the text back if the server refuses", BEFORE, "rejected", [WRITE, PUSH, BACK]],
  ["names both as long as nobody knows where the branch is", BEFORE, "failed", [WRITE, PUSH]],
  ["has nothing to take back if it was cut off before", BETWEEN, "stale", [PUSH]],
])("P2 a branch that is moved %s", async (_, body, kind, deeds) => {
  const unpushed = kind && { kind, why: "no" };
  expect(await moved(body, unpushed)).toEqual({ deeds, outcome: unpushed });
});
