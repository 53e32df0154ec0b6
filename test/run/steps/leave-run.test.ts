import { expect, it } from "vitest";
import { disposePrepared } from "../../../src/run/steps/leave-run.ts";

it("alerts to a folder that cannot be removed, and never replaces the outcome of the run", async () => {
  expect(await disposePrepared({ dispose: async () => undefined })).toBeUndefined();
  const dispose = () => Promise.reject(new Error("EBUSY: busy, rmdir '/tmp/x'"));
  expect(await disposePrepared({ dispose })).toMatchObject({
    level: "warn",
    code: "left-behind",
    message: expect.stringContaining("cannot be removed: EBUSY: busy, rmdir '/tmp/x'."),
  });
});
