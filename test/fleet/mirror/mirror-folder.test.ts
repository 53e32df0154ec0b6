import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openMirrors } from "../../../src/fleet/mirror/mirror-folder.ts";
import { fleetOf } from "../../support/fleet.ts";
import { tempFolder } from "../../support/temp-tree.ts";

const open = (cwd: string, named: string) =>
  openMirrors(named, cwd, { cwd, env: {}, user: { id: 0, newSecret: () => "" }, now: () => 0 });

it("makes the folder of mirrors with those above it, and leaves nothing in it", () => {
  const cwd = tempFolder();
  expect(open(cwd, "a/b/c")).toEqual({ folder: join(cwd, "a/b/c") });
  expect(open(cwd, "a/b/c")).toEqual({ folder: join(cwd, "a/b/c") });
  expect(readdirSync(join(cwd, "a/b/c"))).toEqual([]);
});

it.each(["file", "file/below", "nowhere", "/dev/null/x"])(
  "says why a folder of mirrors cannot be made: %s",
  (named) => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, "file"), "");
    symlinkSync("missing", join(cwd, "nowhere"));
    expect(open(cwd, named)).toEqual({
      fault: expect.stringMatching(/^The folder of mirrors cannot be used: E[A-Z]+: /),
    });
  },
);

// Where there is no /proc, nobody may make it.
it.each(["/proc", "/proc/x", "/proc/x/y", "/proc/self"])(
  "does not try for ever where a system lets nobody make a folder: %s",
  async (named) => {
    expect(open("/", named)).toHaveProperty("fault");
    const fleet = fleetOf({ app: { "a.ts": "" } });
    const { exitCode, stderr } = await fleet.run(["--state", named]);
    expect(exitCode).toBeOneOf([1, 2]);
    expect(stderr).toContain(named);
    expect(existsSync(fleet.state)).toBe(false);
  },
);
