import { describe, it } from "vitest";
import { LARGE_FORGED } from "../support/forged-plans.ts";
import { expectForgeryRefused } from "../support/forged-tree.ts";

describe("a plan of somebody who means harm writes nothing", () => {
  it.each([LARGE_FORGED])("where it has %s", (...row) => expectForgeryRefused(row));
});
