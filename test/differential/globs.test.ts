import { it } from "vitest";
import { expectGlobsAsOracle } from "../support/glob-oracle.ts";

it("a glob matches what the library of globs matches, for tens of thousands of globs", () => {
  expectGlobsAsOracle(40_000);
});
