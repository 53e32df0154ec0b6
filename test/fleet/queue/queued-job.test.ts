import { expect, it } from "vitest";
import { jobsQueueOf } from "../../../src/fleet/queue/queued-job.ts";
import type { FleetEntry, FleetRepository, ForgeEntry } from "../../../src/model/fleet/fleet.ts";
import { FLEET } from "../../support/fleet/results.ts";

const repository = (over: Partial<FleetRepository> = {}): FleetEntry => ({
  kind: "repository",
  repository: {
    ...{ name: "o/a", entry: 0, inputs: {} },
    ...{ source: { kind: "path", path: "/here/o/a" }, ...over },
  },
});
const forge = (over: Partial<ForgeEntry> = {}): FleetEntry => ({
  ...{ kind: "forge", forge: "github", org: "octo", exclude: [], archived: false },
  ...{ entry: 1, inputs: {}, ...over },
});
const queueOf = (entries: readonly FleetEntry[], name = "fleet", digest = FLEET) =>
  jobsQueueOf(digest, { name, entries });

const ENTRIES = [repository(), forge()];

it.each([
  ["another name", queueOf(ENTRIES, "other")],
  ["other recipes", queueOf(ENTRIES, "fleet", "0".repeat(64))],
  ["one repository more", queueOf([...ENTRIES, repository({ name: "o/b" })])],
  ["another ref", queueOf([repository({ ref: "next" }), forge()])],
  ["other paths", queueOf([repository({ paths: ["src"] }), forge()])],
  ["other inputs", queueOf([repository({ inputs: { to: "x" } }), forge()])],
  ["another address", queueOf([repository({ source: { kind: "url", url: "x:" } }), forge()])],
  ["another group of a forge", queueOf([repository(), forge({ org: "other" })])],
])("a fleet with %s has a queue of its own", (_what, queue) => {
  expect(queue).toMatch(/^sluice-fleet-[0-9a-f]{32}$/);
  expect(queue).not.toBe(queueOf(ENTRIES));
});

it("the same fleet file in other folders has the same queue", () => {
  const there = repository({ source: { kind: "path", path: "/there/o/a" } });
  expect(queueOf([there, forge()])).toBe(queueOf(ENTRIES));
});
