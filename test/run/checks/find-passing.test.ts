import { describe, expect, it } from "vitest";
import { findPassing, type TestOutcome } from "../../../src/run/checks/find-passing.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const FAILED = { kind: "failed", failure: "at first" } as const;

/** Searches among `count` items with a test of `passes`, and counts the tests. */
async function search(
  count: number,
  passes: (kept: ReadonlySet<number>) => boolean,
  most = Number.POSITIVE_INFINITY,
) {
  const items = Array.from({ length: count }, (_none, index) => index);
  let tests = 0;
  const test = async (kept: readonly number[]): Promise<TestOutcome<string>> => {
    if (tests >= most) return { kind: "unknown", why: "used up" };
    tests += 1;
    return passes(new Set(kept)) ? { kind: "passed" } : { ...FAILED, failure: `of ${kept.length}` };
  };
  const { kept, guilty, isBroken, unproven } = await findPassing(items, "at first", test);
  return { kept, guilty: [...guilty.keys()], isBroken, unproven: unproven.items, tests };
}

describe("findPassing", () => {
  it.each([0, 1, 31, 32, 63])("finds the one guilty item of 64 in few tests: %i", async (bad) => {
    const found = await search(64, (kept) => !kept.has(bad));
    expect(found.guilty).toEqual([bad]);
    expect(found.kept).toHaveLength(63);
    expect(found.tests).toBeLessThanOrEqual(9);
  });

  it("needs about k · log2(n) tests for k guilty items", async () => {
    const random = seededRandom(1);
    for (const count of [1, 2, 3, 5, 8]) {
      const bad = new Set(Array.from({ length: count }, () => random.below(256)));
      const found = await search(256, (kept) => ![...bad].some((one) => kept.has(one)));
      expect(new Set(found.guilty)).toEqual(bad);
      expect(found.kept).toHaveLength(256 - bad.size);
      expect(found.tests).toBeLessThanOrEqual(bad.size * (8 + 3) + 2);
    }
  });

  it("says that the test fails without any item, too", async () => {
    const found = await search(8, () => false);
    expect(found).toMatchObject({ kept: [], isBroken: true, tests: 1 });
    expect(found.guilty).toHaveLength(8);
  });

  it("keeps items that only pass together", async () => {
    const found = await search(8, (kept) => kept.has(2) === kept.has(5) && !kept.has(3));
    expect(found.guilty).toEqual([3]);
    expect(found.kept).toEqual([0, 1, 2, 4, 5, 6, 7]);
  });

  it("leaves unproven what it could not test", async () => {
    const found = await search(64, (kept) => !kept.has(40), 3);
    expect(found).toMatchObject({ guilty: [], tests: 3 });
    expect([...found.kept, ...found.unproven]).toHaveLength(64);
    expect(found.unproven).toContain(40);
  });

  it("always keeps a set that passes, whatever the test answers", async () => {
    const random = seededRandom(2);
    for (let round = 0; round < 200; round += 1) {
      const answers = new Map<string, boolean>();
      const passes = (kept: ReadonlySet<number>) => {
        const key = [...kept].join();
        if (!answers.has(key)) answers.set(key, kept.size === 0 || random.below(2) === 0);
        return kept.size < 12 && answers.get(key) === true;
      };
      const found = await search(12, passes);
      expect(passes(new Set(found.kept))).toBe(true);
      expect([...found.kept, ...found.guilty].sort((a, b) => a - b)).toHaveLength(12);
    }
  });
});
