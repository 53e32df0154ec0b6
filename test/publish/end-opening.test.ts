import { expect, it } from "vitest";
import type { OwnPull } from "../../src/forge/pulls.ts";
import { endOpening, type OpeningContext } from "../../src/publish/end-opening.ts";
import type { PublishGroup } from "../../src/publish/groups.ts";

const OWNERS = Array.from({ length: 17 }, (_, at) => `owner-${at}`);

/** Ends the opening of a pull request of which some were asked before. Returns whom it asks, and its note. */
async function ended(before: readonly string[], owners = OWNERS) {
  const asked: string[] = [];
  const context = {
    forge: {
      update: async () => undefined,
      askReviewers: async (_: OwnPull, names: readonly string[]) => {
        asked.push(...names);
        return names.includes("owner-1") ? [{ name: "owner-1", why: "is gone" }] : [];
      },
    },
    policy: { labels: [], reviewers: "owners", autoMerge: "never" },
    bodyOf: () => "",
  } as unknown as OpeningContext;
  const pull = { body: "", labels: [], reviewers: before, isDraft: false } as unknown as OwnPull;
  const note = await endOpening(
    { owners } as unknown as PublishGroup,
    pull,
    "1".repeat(40),
    context,
  );
  return { asked, note };
}

it("asks the first fifteen owners, and names the others with those whom the forge does not take", async () => {
  const { asked, note } = await ended([]);
  expect(asked).toEqual(OWNERS.slice(0, 15));
  expect(note).toBe(
    "not asked: owner-1 (is gone), owner-15 (more than 15), owner-16 (more than 15)",
  );
});

it("asks nobody beyond the first fifteen after it was cut off", async () => {
  expect((await ended(OWNERS.slice(0, 14))).asked).toEqual(["owner-14"]);
  expect((await ended(OWNERS.slice(0, 15))).asked).toEqual([]);
});

it("has no note if everybody was asked", async () => {
  expect(await ended([], ["ann"])).toEqual({ asked: ["ann"], note: undefined });
});
