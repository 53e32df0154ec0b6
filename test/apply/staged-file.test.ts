import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { placeStaged } from "../../src/apply/staged-file.ts";
import { asNobody } from "../support/as-nobody.ts";
import { setMode, snapshot, tempTree } from "../support/temp-tree.ts";

describe("placeStaged", () => {
  it("puts a text into a place where nothing stands, and replaces nothing", async () => {
    const root = tempTree({ staged: "mine", again: "more" });
    const target = join(root, "new.ts");
    expect(await placeStaged({ target, temporary: join(root, "staged") })).toBe(true);
    expect(await placeStaged({ target, temporary: join(root, "again") })).toBe(false);
    expect(snapshot(root)).toEqual({ "new.ts": "644 mine", again: "644 more" });
  });

  it("A19 leaves no file behind where its temporary one cannot be removed", async () => {
    const root = tempTree({ "locked/staged": "mine", "open/other.ts": "" });
    const before = snapshot(root);
    const file = { target: join(root, "open/new.ts"), temporary: join(root, "locked/staged") };
    setMode(root, "locked", 0o555);
    await asNobody(root, () => expect(placeStaged(file)).rejects.toThrow(/EACCES.*unlink/));
    setMode(root, "locked", 0o755);
    expect(snapshot(root)).toEqual(before);
  });
});
