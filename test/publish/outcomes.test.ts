import { expect, it } from "vitest";
import { ForgeFault, type ForgeFaultKind } from "../../src/forge/forge.ts";
import type { OwnPull } from "../../src/forge/pulls.ts";
import type { PublishGroup } from "../../src/publish/groups.ts";
import { openOutcomes } from "../../src/publish/outcomes.ts";
import type { Campaign } from "../../src/publish/read-campaign.ts";

const groups = ["a", "b"].map((name) => ({ name, branch: `x/${name}`, actions: [] }));
const [A, B] = groups as unknown as [PublishGroup, PublishGroup];
const EMPTY = { branch: "x/c", number: 3, url: "https://forge.test/3" } as OwnPull;

const CASES: readonly (readonly [kind: ForgeFaultKind, endsAll: boolean])[] = [
  ["denied", false],
  ["missing", false],
  ["refused", false],
  ["failed", false],
  ["too-large", false],
  ["rate-limited", true],
  ["unreachable", true],
  ["stopped", true],
];

it.each(CASES)(
  "P2 a call that is %s ends one group, or all that follow: %s",
  async (kind, endsAll) => {
    const { attempt, list } = openOutcomes({ base: "main", groups: [A, B] } as unknown as Campaign);
    const done: string[] = [];
    await attempt({ pull: EMPTY }, async () => undefined);
    await attempt({ group: A }, async () => {
      throw new ForgeFault(kind, "The forge says no.");
    });
    await attempt({ group: A }, async () => void done.push("a again"));
    await attempt({ group: B }, async () => {
      done.push("b");
      return { state: "opened", number: 2 };
    });
    await attempt({ pull: EMPTY }, async () => ({ state: "closed" }));
    const why = "it was not reached: The forge says no";
    const [b, c] = endsAll
      ? [
          { state: "postponed", why },
          { state: "postponed", why },
        ]
      : [{ state: "opened", number: 2 }, { state: "closed" }];
    expect(done).toEqual(endsAll ? [] : ["b"]);
    expect(list()).toEqual([
      {
        group: "a",
        branch: "x/a",
        base: "main",
        actions: [],
        state: "failed",
        why: "The forge says no",
      },
      { group: "b", branch: "x/b", base: "main", actions: [], ...b },
      { group: "x/c", branch: "x/c", base: "main", actions: [], number: 3, url: EMPTY.url, ...c },
    ]);
  },
);

it("does not hide a broken promise of its own code", async () => {
  const { attempt } = openOutcomes({ base: "main", groups: [A] } as unknown as Campaign);
  const act = async () => {
    throw new TypeError("x is not a function");
  };
  await expect(attempt({ group: A }, act)).rejects.toThrow(TypeError);
});
