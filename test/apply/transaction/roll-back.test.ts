import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { removeMadeFolders } from "../../../src/apply/disk/new-folders.ts";
import { rollBack } from "../../../src/apply/transaction/roll-back.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { heal, onDiskChange } from "../../support/fault-hook.ts";
import { readText, setMode, snapshot, tempTree } from "../../support/temp-tree.ts";

afterEach(heal);

const TOKEN = "0123456789ab";

/** A transaction that replaces each text before by the text after; null stands for no file. */
function intentOf(
  files: Readonly<Record<string, readonly [before: string | null, after: string | null]>>,
  folders: readonly string[] = [],
) {
  const hashOf = (text: string | null) => (text === null ? null : sha256(text));
  const intents = Object.entries(files).map(([path, [before, after]]) => ({
    path,
    preHash: hashOf(before),
    postHash: hashOf(after),
    textBefore: () => before ?? "",
  }));
  return { token: TOKEN, files: intents, folders };
}

/** Does something once, as another process would, at a point at which the disk is changed. */
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
  it.each([
    ["a text and its mode", "new", 0o750, "640 old", []],
    ["a mode alone", "old", 0o750, "640 old", []],
    ["nothing of a mode that is not written yet", "old", 0o640, "640 old", []],
    ["a text under a mode that another process has set", "new", 0o700, "700 old", []],
    ["no mode that another process has set", "old", 0o700, "700 old", CHANGED],
  ])("puts back %s", async (_what, text, bits, after, left) => {
    const root = tempTree({ "a.ts": text });
    setMode(root, "a.ts", bits);
    const intent = intentOf({ "a.ts": ["old", text] });
    const files = intent.files.map((file) => ({ ...file, mode: 0o640, modeAfter: 0o750 }));
    expect(await rollBack(root, { ...intent, files })).toEqual(left);
    expect(snapshot(root)).toEqual({ "a.ts": after });
  });

  it.each(["sync", "identity"])(
    "does not replace a text that another process saves while the old text is staged (%s)",
    async (point) => {
      const root = tempTree({ "a.ts": "new", "b.ts": "new" });
      meanwhile(point, /a\.ts\.sluice/, () => writeFileSync(join(root, "a.ts"), "saved"));
      const intent = intentOf({ "a.ts": ["old", "new"], "b.ts": ["old", "new"] });
      expect(await rollBack(root, intent)).toEqual(CHANGED);
      expect(snapshot(root)).toEqual({ "a.ts": "644 saved", "b.ts": "644 old" });
    },
  );

  it("does not remove a file that it made if another process saves it meanwhile", async () => {
    const root = tempTree({ "a.ts": "new" });
    meanwhile("unlink", /a\.ts\.sluice.*r-0$/, () => writeFileSync(join(root, "a.ts"), "saved"));
    const intent = intentOf({ "a.ts": [null, "new"] });
    const left = await rollBack(root, intent);
    expect(snapshot(root)).toEqual({ "a.ts": "644 saved" });
    expect(left).toEqual(CHANGED);
  });

  it("does not replace a file that another process makes in the place of a removed one", async () => {
    const root = tempTree({});
    meanwhile("link", /a\.ts$/, () => writeFileSync(join(root, "a.ts"), "saved"));
    expect(await rollBack(root, intentOf({ "a.ts": ["old", null] }))).toEqual(CHANGED);
    expect(snapshot(root)).toEqual({ "a.ts": "644 saved" });
  });

  it("leaves a file that is too large to be read at once, and names it", async () => {
    const root = tempTree({ "a.ts": "" });
    truncateSync(join(root, "a.ts"), 3 * 2 ** 30); // A sparse file, which needs no space.
    expect(await rollBack(root, intentOf({ "a.ts": ["old", "new"] }))).toEqual(CHANGED);
  });

  it("F10 removes no folder outside of the root if a folder that it made is a link by now", async () => {
    const outside = tempTree({});
    mkdirSync(join(outside, "sub"));
    const root = tempTree({});
    symlinkSync(outside, join(root, "new"));
    await rollBack(root, intentOf({ "new/sub/a.ts": [null, "a"] }, ["new", "new/sub"]));
    expect(readdirSync(outside)).toEqual(["sub"]);
  });

  it("puts back every file that it can if a folder cannot be made again, and names the folder", async () => {
    const root = tempTree({ "a.ts": "new" });
    onDiskChange((at, where) => {
      if (at === "mkdir" && where.endsWith("gone")) throw new Error("no space is left");
    });
    const intent = intentOf({ "a.ts": ["old", "new"], "also/b.ts": ["old", null] });
    const done = rollBack(root, { ...intent, emptied: ["gone", "also"] });
    await expect(done).rejects.toThrow("The folder gone could not be made again: no space is left");
    heal();
    expect(snapshot(root)).toMatchObject({ "a.ts": "644 old", "also/b.ts": "644 old" });
    expect(await rollBack(root, { ...intent, emptied: ["gone", "also"] })).toEqual([]);
    expect(readdirSync(root)).toContain("gone");
  });

  it.each<[what: string, make: (path: string) => void]>([
    ["a file", (path) => writeFileSync(path, "theirs")],
    ["a link", (path) => symlinkSync("elsewhere", path)],
    ["a link to a folder", (path) => symlinkSync("folder", path)],
    ["nothing", () => undefined],
  ])("leaves what is in the place of a folder that it made: %s", async (_what, make) => {
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
