import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fleetOf } from "../../support/fleet.ts";

const EMPTY = (path: string) => writeFileSync(path, "");

it("a mirror that a full disk or a power cut has damaged is made anew, once", async () => {
  const fleet = fleetOf({ app: { "a.ts": "console.log(1);\n" } });
  const [planned, failed] = [{ app: "planned" }, { app: "failed: cannot-clone" }];
  await fleet.run();
  const [name = ""] = readdirSync(join(fleet.folder, "mirrors"));
  const at = (...path: string[]) => join(fleet.folder, "mirrors", name, ".git", ...path);
  const pack = (ending: string) => {
    const packs = readdirSync(at("objects/pack"));
    return at("objects/pack", packs.find((each) => each.endsWith(ending)) ?? "");
  };
  for (const damage of [
    () => EMPTY(at("HEAD")),
    () => EMPTY(at("refs/sluice/tip")),
    () => rmSync(pack(".idx")),
    () => rmSync(pack(".pack")),
  ]) {
    damage();
    await fleet.run();
    expect(await fleet.states()).toEqual(planned);
  }
  // A mirror that is whole stays if the server is gone.
  const kept = readdirSync(at("objects/pack"));
  rmSync(join(fleet.folder, "app"), { recursive: true });
  await fleet.run();
  expect([await fleet.states(), readdirSync(at("objects/pack"))]).toEqual([failed, kept]);
});
