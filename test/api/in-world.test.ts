import { afterEach, expect, it } from "vitest";
import { inWorld, lendVariables } from "../../src/api/in-world.ts";
import {
  applyPlan,
  createBuiltInTools,
  createSession,
  preview,
  recover,
  undo,
} from "../../src/index.ts";

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

it("lets no listener of events change a run or end the process", async () => {
  const faults = [
    () => {
      throw new Error("from a listener");
    },
    () => Promise.reject(new Error("from a listener")),
  ];
  for (const fault of faults) {
    const emit = fault as () => never; // As JavaScript may.
    const told = await inWorld({ emit }, async (world) => {
      world.emit({ type: "log", level: "info", message: "x" });
      await new Promise(setImmediate); // An unhandled rejection would fail the test.
      return "went on";
    });
    expect(told).toBe("went on");
  }
});

it.each([
  [null, "The world: The value must be a map, and is empty."],
  [{ emit: 3 }, "The world: `emit` must be a function."],
  [{ now: 3 }, "The world: `now` must be a function."],
  [{ interrupted: 3 }, "The world: `interrupted` must be an AbortSignal."],
  [{ emmit: () => 1 }, "The world: Unknown key `emmit`. Did you mean `emit`?"],
])("tells in words which part of a world is not valid: %o", async (world, message) => {
  const given = world as never; // As JavaScript may.
  expect((await preview({ root: ".", recipes: ["x"] }, given)).diagnostics[0]?.message).toBe(
    message,
  );
  const applied = await applyPlan({ root: ".", plan: "p.json" }, given);
  expect([applied.exitCode, applied.diagnostics[0]?.message]).toEqual([2, message]);
  expect(await undo({ root: "." }, given)).toMatchObject({ exitCode: 2, message });
  expect(await recover({ root: "." }, given)).toMatchObject({ exitCode: 2, message });
  expect(() => createBuiltInTools({ root: ".", session: createSession() }, given)).toThrow(message);
});

it("takes the keys of models from the process while a call runs, and puts them back after the last one", () => {
  const target: { env: NodeJS.ProcessEnv } = { env: { KEY: "secret", OTHER: "x" } };
  const first = lendVariables(target);
  first.withhold(["KEY", "MISSING"]);
  expect([target.env, first.env]).toEqual([{ OTHER: "x" }, { OTHER: "x" }]);
  const second = lendVariables(target);
  expect(second.env.KEY).toBe("secret");
  second.withhold(["KEY"]);
  first.giveBack();
  expect(target.env.KEY).toBeUndefined();
  second.giveBack();
  expect(target.env).toEqual({ KEY: "secret", OTHER: "x" });
  second.giveBack();
  expect(lendVariables(target).env.KEY).toBe("secret");
});
