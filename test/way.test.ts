import { resolve } from "node:path";
import { expect, it } from "vitest";
// @ts-expect-error The scripts are plain JavaScript.
import { measureWay } from "../scripts/way/measure-way.mjs";

/** The way of a run of one op over two files, by a policy that applies all. */
interface Way {
  readonly modules: readonly string[];
  readonly lines: number;
  readonly match: readonly string[];
  readonly rename: readonly string[];
}

const way: Way = measureWay(resolve(import.meta.dirname, ".."));

it("is at most 32 frames from the command line to the first match, and to the first rename", () => {
  expect(way.match.length, way.match.join("\n")).toBeLessThanOrEqual(32);
  expect(way.rename.length, way.rename.join("\n")).toBeLessThanOrEqual(32);
});

it("loads at most 750 modules with 54,300 lines for a plain run", () => {
  expect(way.modules.length).toBeLessThanOrEqual(750);
  expect(way.lines).toBeLessThanOrEqual(54_300);
});
