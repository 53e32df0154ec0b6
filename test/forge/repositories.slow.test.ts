import { describe, expect, it } from "vitest";
import { FACES } from "../support/forge/faces.ts";
import { addRepository } from "../support/forge/forge-state.ts";

describe.each(FACES)("the repositories of an organization of %s", (name, startFace) => {
  it("are at most 20,000", async () => {
    const { list, forge } = await startFace();
    const names = async () => (await list({})).map((one) => one.name);
    const first = (await forge.state.repositories.get("octo/demo")) ?? expect.fail();
    for (let at = 1; at < 20_000; at += 1)
      forge.state.repositories.set(`octo/r${at}`, { ...first, name: `octo/r${at}` });
    expect(await names()).toHaveLength(20_000);
    addRepository(forge.state, "octo/more");
    await expect(names()).rejects.toMatchObject({
      kind: "failed",
      message: `${name} lists over 20000 repositories of octo.`,
    });
  });
});
