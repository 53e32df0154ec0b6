import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFleetFolder } from "../../src/apply/state/fleet-folder.ts";
import { jobDigest } from "../../src/fleet/job/job-digest.ts";
import type { Ledger, Transition } from "../../src/fleet/ledger/ledger.ts";
import { keepResult, planFile, readResult } from "../../src/fleet/ledger/results.ts";
import { openRound, type RoundRequest } from "../../src/fleet/open-round.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import { tempFolder } from "../support/temp-tree.ts";

const FLEET = "f".repeat(64);
const COMMIT = "c".repeat(40);

const repository = (name: string, entry: number) => ({
  ...{ name, entry, inputs: {} },
  source: { kind: "path", path: `/${name}` } as const,
});

async function opened(folder: string, names: string, request: Partial<RoundRequest> = {}) {
  await makeFleetFolder(folder);
  const round = await openRound({
    ...{ folder, fleet: FLEET, resume: false, failedOnly: false, only: [], now: () => 0 },
    repositories: names.split("").map(repository),
    ...request,
  });
  if ("fault" in round) return round.fault.message;
  const { ledger, todo, known, warnings } = round;
  const toDo = todo.map(({ name }) => name).join("");
  return { ledger, todo: toDo, known: Object.fromEntries(known), warnings };
}

const PLAN = "{}";
const OTHER = { kind: "url", url: "https://github.com/o/a" } as const;

async function worked(folder: string, states: Readonly<Record<string, Transition>>) {
  const round = await opened(folder, Object.keys(states).join(""));
  if (typeof round === "string") throw new Error(round);
  for (const [name, transition] of Object.entries(states)) {
    await round.ledger.move(name, transition);
    const { state, commit = null } = transition;
    if (state !== "planned" && state !== "previewed") continue;
    const plan = { digest: sha256(PLAN), bytes: PLAN.length };
    const planned = state === "planned" ? { plan, planText: PLAN } : {};
    const fleet = jobDigest(FLEET, repository(name, 0));
    const result = { version: 1, fleet, repository: name, commit, state, took: {} } as const;
    await keepResult(folder, { ...result, ...planned });
  }
  await round.ledger.close();
}

const statesOf = (ledger: Ledger) =>
  [...ledger.round.rows].map(([name, { state }]) => `${name} ${state}`).join(", ");

const STATES = {
  a: { state: "planned" },
  b: { state: "failed", commit: COMMIT },
  c: { state: "cloned", commit: COMMIT },
  d: { state: "queued" },
} as const;

describe("a round", () => {
  it("begins with all repositories, and with nothing of the last round", async () => {
    const folder = tempFolder();
    await worked(folder, STATES);
    expect(existsSync(planFile(folder, "a"))).toBe(true);
    const round = await opened(folder, "ab");
    expect(round).toMatchObject({ todo: "ab", ledger: { round: { round: 2 } } });
    expect(existsSync(planFile(folder, "a"))).toBe(false);
    expect(await readResult(folder, "a")).toBeUndefined();
  });

  it("goes on with what did not come to its end, at the commit that was fetched", async () => {
    const folder = tempFolder();
    await worked(folder, STATES);
    expect(await opened(folder, "abcd", { resume: true })).toMatchObject({
      todo: "cd",
      known: { c: COMMIT },
    });
  });

  it("looks again at what it believes to have, and which is gone or was changed", async () => {
    const folder = tempFolder();
    const planned = { state: "planned", commit: COMMIT } as const;
    const previewed = { state: "previewed", commit: COMMIT } as const;
    await worked(folder, {
      a: planned,
      b: planned,
      c: planned,
      d: planned,
      e: previewed,
      f: previewed,
    });
    const result = (name: string) => planFile(folder, name).replace("/plans/", "/results/");
    rmSync(planFile(folder, "b"));
    writeFileSync(planFile(folder, "c"), "[]");
    writeFileSync(result("d"), readFileSync(result("d"), "utf8").replaceAll("c", "d"));
    rmSync(result("e"));
    const round = await opened(folder, "abcdef", { resume: true });
    expect(round).toMatchObject({
      ...{ todo: "bcde", known: { b: COMMIT, c: COMMIT, d: COMMIT, e: COMMIT } },
      warnings: [expect.stringContaining("of 4 repositories is gone, or was changed")],
    });
    expect(typeof round === "string" || statesOf(round.ledger)).toContain("a planned, b queued");
  });

  it("tries the failures again, and nothing else", async () => {
    const folder = tempFolder();
    await worked(folder, STATES);
    const round = await opened(folder, "abcd", { failedOnly: true });
    expect(round).toMatchObject({ todo: "b", known: {} });
    expect(typeof round === "string" || statesOf(round.ledger)).toBe(
      "a planned, b queued, c cloned, d queued",
    );
  });

  it("takes repositories that the file has since, and skips those that it no longer has", async () => {
    const folder = tempFolder();
    await worked(folder, { ...STATES, e: { state: "planned" }, f: { state: "published" } });
    const round = await opened(folder, "abz", { resume: true });
    expect(round).toMatchObject({ todo: "z" });
    expect(typeof round === "string" || statesOf(round.ledger)).toBe(
      "a planned, b failed, c skipped, d skipped, e skipped, f published, z queued",
    );
    if (typeof round !== "string") await round.ledger.close();
    expect(await opened(folder, "abcz", { resume: true })).toMatchObject({ todo: "cz" });
  });

  it.each([["ref"], ["paths"], ["inputs"], ["source"]])(
    "does a repository again whose entry has another %s, whatever its state was",
    async (key) => {
      const folder = tempFolder();
      const planned = { state: "planned", commit: COMMIT } as const;
      await worked(folder, { a: planned, b: planned, c: { state: "failed" } });
      const values = { ref: "next", paths: ["src"], inputs: { to: "x" }, source: OTHER };
      const other = { [key]: values[key as keyof typeof values] };
      const repositories = ["a", "b", "c"].map((name, entry) => ({
        ...repository(name, entry),
        ...(name === "a" && other),
      }));
      const failedOnly = key === "paths";
      const request = { repositories, resume: true, failedOnly };
      expect(await opened(folder, "", { ...request, only: ["b"] })).toMatchObject({ todo: "" });
      const round = await opened(folder, "", request);
      expect(round).toMatchObject({
        ...{ todo: failedOnly ? "ac" : "a", known: {} },
        warnings: [expect.stringContaining("entry of 1 repository has")],
      });
      expect(typeof round === "string" || statesOf(round.ledger)).toContain("a queued, b planned");
    },
  );

  it("is about the named repositories alone, and resumes only these", async () => {
    const folder = tempFolder();
    expect(await opened(folder, "abcd", { only: ["b"] })).toMatchObject({ todo: "b" });
    await worked(folder, STATES);
    const round = await opened(folder, "abcd", { only: ["d"], resume: true });
    expect(round).toMatchObject({ todo: "d" });
    expect(typeof round === "string" || statesOf(round.ledger)).toContain("c cloned");
    expect(await opened(folder, "abcd", { only: ["x"] })).toBe("The fleet has no repository `x`.");
  });

  it("does not go on with other recipes, and begins if it was killed before it began", async () => {
    const folder = tempFolder();
    expect(await opened(folder, "a", { failedOnly: true })).toBe(
      "There is no round with failures.",
    );
    expect(await opened(folder, "a", { resume: true })).toMatchObject({ todo: "a" });
    expect(await opened(folder, "a", { resume: true, fleet: "0".repeat(64) })).toContain(
      "have changed",
    );
  });

  it("keeps results of hostile names in its own folder", async () => {
    const folder = tempFolder();
    await makeFleetFolder(folder);
    const name = "../../../x\0/..";
    const result = {
      ...({ version: 1, fleet: FLEET, repository: name, commit: null, state: "skipped" } as const),
      took: {},
    };
    await keepResult(folder, result);
    expect(await readResult(folder, name)).toEqual(result);
    expect(planFile(folder, name)).toMatch(
      new RegExp(`^${join(folder, "plans")}/[0-9a-f]{64}\\.json$`),
    );
  });
});
