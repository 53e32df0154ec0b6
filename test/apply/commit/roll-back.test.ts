import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { rollBack } from "../../../src/apply/commit/roll-back.ts";
import { removeMadeFolders } from "../../../src/apply/disk/new-folders.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { heal, onDiskChange } from "../../support/fault-hook.ts";
import { readText, snapshot, tempTree } from "../../support/temp-tree.ts";

afterEach(heal);

const TOKEN = "0123456789ab";

/** A transaction that meant to make of each text before the text after; null stands for no file. */
function intentOf(
  files: Readonly<Record<string, readonly [before: string | null, after: string | null]>>,
  folders: readonly string[] = [],
) {
  const hashOf = (text: string | null) => (text === null ? null : sha256(text));
  const intents = Object.entries(files).map(([path, [before, after]]) => ({
    ...{ path, preHash: hashOf(before), postHash: hashOf(after) },
    textBefore: () => before ?? "",
  }));
  return { token: TOKEN, files: intents, folders };
}

/** What somebody does once, as the disk is changed at a point. */
function meanwhile(point: string, path: RegExp, act: () => void): void {
  let isDone = false;
  onDiskChange((at, where) => {
    if (isDone || at !== point || !path.test(where)) return;
    isDone = true;
    act();
  });
}

const CHANGED = [{ path: "a.ts", why: "was changed by another process" }];

describe("a rollback", () => {
  it.each(["sync", "identity"])(
    "does not replace what somebody saves while the old text is staged (%s)",
    async (point) => {
      const root = tempTree({ "a.ts": "new", "b.ts": "new" });
      meanwhile(point, /a\.ts\.sluice/, () => writeFileSync(join(root, "a.ts"), "saved"));
      const intent = intentOf({ "a.ts": ["old", "new"], "b.ts": ["old", "new"] });
      expect(await rollBack(root, intent)).toEqual(CHANGED);
      expect(snapshot(root)).toEqual({ "a.ts": "644 saved", "b.ts": "644 old" });
    },
  );

  it("does not remove a file that it made where somebody saves it meanwhile", async () => {
    const root = tempTree({ "a.ts": "new" });
    meanwhile("unlink", /a\.ts\.sluice.*r-0$/, () => writeFileSync(join(root, "a.ts"), "saved"));
    const intent = intentOf({ "a.ts": [null, "new"] });
    const left = await rollBack(root, intent);
    expect(snapshot(root)).toEqual({ "a.ts": "644 saved" });
    expect(left).toEqual(CHANGED);
  });

  it("does not replace what somebody puts where a file was removed", async () => {
    const root = tempTree({});
    meanwhile("link", /a\.ts$/, () => writeFileSync(join(root, "a.ts"), "saved"));
    expect(await rollBack(root, intentOf({ "a.ts": ["old", null] }))).toEqual(CHANGED);
    expect(snapshot(root)).toEqual({ "a.ts": "644 saved" });
  });

  it("leaves a file that is larger than can be read at once, and names it", async () => {
    const root = tempTree({ "a.ts": "" });
    truncateSync(join(root, "a.ts"), 3 * 2 ** 30); // A hole: it takes no place.
    expect(await rollBack(root, intentOf({ "a.ts": ["old", "new"] }))).toEqual(CHANGED);
  });

  it("F10 removes no folder outside of the root where a made one is a link by now", async () => {
    const outside = tempTree({});
    mkdirSync(join(outside, "sub"));
    const root = tempTree({});
    symlinkSync(outside, join(root, "new"));
    await rollBack(root, intentOf({ "new/sub/a.ts": [null, "a"] }, ["new", "new/sub"]));
    expect(readdirSync(outside)).toEqual(["sub"]);
  });

  it.each<[what: string, make: (path: string) => void]>([
    ["a file", (path) => writeFileSync(path, "theirs")],
    ["a link", (path) => symlinkSync("elsewhere", path)],
    ["a link to a folder", (path) => symlinkSync("folder", path)],
    ["nothing", () => undefined],
  ])("leaves what stands where a folder was made: %s", async (_what, make) => {
    const root = tempTree({ "folder/kept.ts": "kept" });
    make(join(root, "made"));
    const before = readdirSync(root);
    const folders = ["made", "made/sub"];
    await rollBack(root, intentOf({ "made/sub/a.ts": [null, "a"] }, folders));
    await removeMadeFolders(root, folders);
    expect(readdirSync(root)).toEqual(before);
    expect(readText(root, "folder/kept.ts")).toBe("kept");
  });
});
