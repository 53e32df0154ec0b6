import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { placeStaged, stageFile } from "../../../src/apply/disk/staged-file.ts";
import { asNobody } from "../../support/as-nobody.ts";
import { fail, heal, onDiskChange } from "../../support/fault-hook.ts";
import { setMode, snapshot, tempTree } from "../../support/temp-tree.ts";

afterEach(heal);

describe("a text that can be neither staged nor removed", () => {
  it("fails with the first error", async () => {
    const root = tempTree({});
    const file = { target: join(root, "a.ts"), temporary: join(root, "staged") };
    onDiskChange((point, path) => {
      if (point === "sync") fail("ENOSPC", point, path);
      if (point === "unlink") fail("EIO", point, path);
    });
    await expect(stageFile(file, "text", undefined)).rejects.toThrow("ENOSPC");
  });
});

describe("placeStaged", () => {
  it("puts a text into a free place, and replaces nothing", async () => {
    const root = tempTree({ staged: "mine", again: "more" });
    const target = join(root, "new.ts");
    expect(await placeStaged({ target, temporary: join(root, "staged") })).toBe(true);
    expect(await placeStaged({ target, temporary: join(root, "again") })).toBe(false);
    expect(snapshot(root)).toEqual({ "new.ts": "644 mine", again: "644 more" });
  });

  it("A19 leaves no file behind if its temporary file cannot be removed", async () => {
    const root = tempTree({ "locked/staged": "mine", "open/other.ts": "" });
    const before = snapshot(root);
    const file = { target: join(root, "open/new.ts"), temporary: join(root, "locked/staged") };
    setMode(root, "locked", 0o555);
    await asNobody(root, () => expect(placeStaged(file)).rejects.toThrow(/EACCES.*unlink/));
    setMode(root, "locked", 0o755);
    expect(snapshot(root)).toEqual(before);
  });
});
