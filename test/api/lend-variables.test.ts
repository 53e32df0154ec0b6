import { expect, it } from "vitest";
import { lendVariables } from "../../src/api/lend-variables.ts";

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
