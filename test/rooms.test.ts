import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { ROOMS } from "./support/tiers.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** True if a test has this name, in any tier. */
const hasTest = (name: string) =>
  ["", ".slow", ".isolated"].some((tier) =>
    existsSync(join(ROOT, "test", `${name}${tier}.test.ts`)),
  );

it("two thirds of the files of use cases have a test of their name, or of the name of their folder", () => {
  const names = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, "src", room), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(room, name.slice(0, -".ts".length))),
  );
  // A room as a whole is too large for one test to be found by its name.
  const isTested = (name: string) =>
    hasTest(name) || (!ROOMS.includes(dirname(name)) && hasTest(dirname(name)));
  const untested = names.filter((name) => !isTested(name));
  expect(untested.length / names.length, untested.join("\n")).toBeLessThan(1 / 3);
});
