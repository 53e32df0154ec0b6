import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** What takes the time of something: a busy machine would decide if the test passes. */
const CLOCKS = /\bperformance\.now\b|\bhrtime\b|\bDate\.now\(\) -|- Date\.now\(\)|console\.time\b/;

it("no fast test looks at the clock of the machine", () => {
  const looking = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !name.endsWith(".slow.test.ts"))
    .filter((name) => !/^(differential|faults|fixtures|fleets|hosts)\//.test(name))
    .filter((name) => name !== "clock.test.ts")
    .filter((name) => CLOCKS.test(readFileSync(join(import.meta.dirname, name), "utf8")));
  expect(looking, "count steps, or pass a clock in").toEqual([]);
});
