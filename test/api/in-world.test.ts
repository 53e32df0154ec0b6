import { afterEach, expect, it } from "vitest";
import { inWorld } from "../../src/api/in-world.ts";

const KEY = "SLUICE_TEST_LENT_KEY";

afterEach(() => {
  delete process.env[KEY];
});

it.each([
  ["the variables of the process", undefined],
  ["variables that the caller gives", { [KEY]: "given" }],
])("takes keys from the process only while a call runs, with %s", async (_which, env) => {
  process.env[KEY] = "secret";
  const seen = await inWorld({ env }, async ({ withhold }) => {
    withhold?.([KEY]);
    return process.env[KEY];
  });
  expect([seen, process.env[KEY]]).toEqual([undefined, "secret"]);
});
