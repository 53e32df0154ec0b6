import {
  chmodSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { GrowingOutputFile } from "../../../src/apply/disk/growing-output-file.ts";
import { asNobody } from "../../support/as-nobody.ts";
import { fail, heal, onDiskChange } from "../../support/fault-hook.ts";
import { readText, setMode, snapshot, tempTree } from "../../support/temp-tree.ts";

afterEach(heal);

const at = (root: string) => ({ cwd: root, trees: [root] });
const create = (root: string) => GrowingOutputFile.create(at(root), "tape.jsonl", "head\n");

describe("a file that only grows", () => {
  it("has every text once its promise resolves, in the order of the calls", async () => {
    const root = tempTree({});
    const file = await GrowingOutputFile.create(at(root), "new/folder/tape.jsonl", "head\n");
    expect(snapshot(root)).toEqual({ "new/folder/tape.jsonl": "644 head\n" });
    await file.append("one\n");
    expect(readText(root, "new/folder/tape.jsonl")).toBe("head\none\n");
    await Promise.all(["2\n", "three\n", "4\n"].map((text) => file.append(text)));
    await file.check();
    expect(snapshot(root)).toEqual({ "new/folder/tape.jsonl": "644 head\none\n2\nthree\n4\n" });
  });

  it("replaces an earlier file in one step, with its mode bits, and leaves nothing beside it", async () => {
    const root = tempTree({ "tape.jsonl": "earlier\n" });
    chmodSync(join(root, "tape.jsonl"), 0o640);
    const seen: string[] = [];
    onDiskChange((_point, path) => {
      if (path === join(root, "tape.jsonl")) seen.push(readText(root, "tape.jsonl"));
    });
    await create(root);
    expect(seen).toEqual(["earlier\n"]); // At the rename.
    expect(snapshot(root)).toEqual({ "tape.jsonl": "640 head\n" });
    expect(readdirSync(root)).toEqual(["tape.jsonl"]);
  });

  it.each(["mkdir", "open", "write", "sync", "rename"])(
    "leaves the earlier file if the disk fails at %s, and nothing beside it",
    async (failing) => {
      const root = tempTree({ "tape.jsonl": "earlier\n" });
      onDiskChange((point, path) => {
        if (point === failing) fail("EIO", point, path);
      });
      await expect(create(root)).rejects.toThrow("EIO");
      expect(snapshot(root)).toEqual({ "tape.jsonl": "644 earlier\n" });
      expect(readdirSync(root)).toEqual(["tape.jsonl"]);
    },
  );

  it("writes only the new text: nothing before it is written again", async () => {
    const root = tempTree({});
    const path = join(root, "tape.jsonl");
    const file = await create(root);
    const { ino } = statSync(path);
    writeFileSync(path, "HEAD\n"); // Another process; a file that is written as a whole would lose this.
    const writes: string[] = [];
    onDiskChange((point) => writes.push(point));
    await file.append("one\n");
    await file.append("two\n");
    expect(readText(root, "tape.jsonl")).toBe("HEAD\none\ntwo\n");
    expect(writes).toEqual(["open", "write", "sync", "open", "write", "sync"]);
    expect(statSync(path).ino).toBe(ino);
  });

  it.each(["write", "sync"])("leaves no torn text before the next one: %s", async (failing) => {
    const root = tempTree({});
    const file = await create(root);
    await file.append("one\n");
    onDiskChange((point, path) => {
      if (point !== failing) return;
      heal();
      if (failing === "write") writeFileSync(path, "head\none\nto"); // As much as there was room for.
      fail("ENOSPC", point, path);
    });
    const torn = file.append("torn\n");
    const next = file.append("next\n");
    await expect(torn).rejects.toThrow("ENOSPC");
    await next;
    expect(readText(root, "tape.jsonl")).toBe("head\none\nnext\n");
  });

  it.each<[string, (path: string) => unknown]>([
    ["another run has replaced", (path) => GrowingOutputFile.create(at("/"), path, "head\n")],
    ["another process has cut", (path) => truncateSync(path, 3)],
    ["another process has appended to", (path) => writeFileSync(path, "more\n", { flag: "a" })],
  ])("refuses a file that %s, and leaves it as it is", async (_what, change) => {
    const root = tempTree({});
    const file = await create(root);
    await change(join(root, "tape.jsonl"));
    const before = snapshot(root);
    await expect(file.check()).rejects.toThrow("another process has replaced or changed it");
    await expect(file.append("one\n")).rejects.toThrow("another process");
    expect(snapshot(root)).toEqual(before);
  });
});

describe("the place of a file that only grows", () => {
  it("is not a link, at the beginning and later: the target stays", async () => {
    const root = tempTree({ "other.jsonl": "mine\n" });
    symlinkSync("other.jsonl", join(root, "tape.jsonl"));
    await expect(create(root)).rejects.toThrow("it is a symbolic link; name the file itself");
    expect(readText(root, "other.jsonl")).toBe("mine\n");
    const again = tempTree({ "other.jsonl": "head\n" });
    const file = await create(again);
    unlinkSync(join(again, "tape.jsonl"));
    symlinkSync("other.jsonl", join(again, "tape.jsonl"));
    await expect(file.append("one\n")).rejects.toThrow("ELOOP");
    expect(readText(again, "other.jsonl")).toBe("head\n");
  });

  it("is not a folder, and not below a file", async () => {
    const root = tempTree({ "tape.jsonl/in": "", file: "" });
    await expect(create(root)).rejects.toThrow("EISDIR");
    await expect(GrowingOutputFile.create(at(root), "file/tape.jsonl", "head\n")).rejects.toThrow();
    expect(snapshot(root)).toEqual({ "tape.jsonl/in": "644 ", file: "644 " });
  });

  it("is not in a read-only folder", async () => {
    const root = tempTree({ "locked/tape.jsonl": "earlier\n" });
    setMode(root, "locked", 0o555);
    await asNobody(root, () =>
      expect(GrowingOutputFile.create(at(root), "locked/tape.jsonl", "head\n")).rejects.toThrow(
        "EACCES",
      ),
    );
    setMode(root, "locked", 0o755);
    expect(readText(root, "locked/tape.jsonl")).toBe("earlier\n");
  });

  it("is not a read-only file, which stays", async () => {
    const root = tempTree({ "tape.jsonl": "earlier\n" });
    setMode(root, "tape.jsonl", 0o444);
    await asNobody(root, () => expect(create(root)).rejects.toThrow("EACCES"));
    expect(snapshot(root)).toEqual({ "tape.jsonl": "444 earlier\n" });
  });

  it("may be a device, which is appended to", async () => {
    const file = await GrowingOutputFile.create(at("/"), "dev/null", "head\n");
    await file.check();
    await file.append("one\n");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});
