import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FileQueue } from "../../../src/tools/changes/file-queue.ts";
import { tempTree } from "../../support/temp-tree.ts";

/** Work that lasts until the test ends it, and a log of its begins and ends. */
function workshop(queue: FileQueue) {
  const log: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const start = (name: string, path: string) => {
    const done = queue.run(path, () => {
      log.push(`${name} begins`);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => {
          log.push(`${name} ends`);
          if (error) reject(error);
          else resolve(name);
        });
      });
    });
    return done;
  };
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  };
  return { log, start, end };
}

describe("FileQueue", () => {
  it("T17 works on one file in call order, and never on it twice at a time", async () => {
    const { log, start, end } = workshop(new FileQueue(tempTree({ "a.ts": "" })));
    const all = [start("first", "a.ts"), start("second", "./a.ts"), start("third", "a.ts")];
    await end("none");
    expect(log).toEqual(["first begins"]);
    await end("first");
    expect(log).toEqual(["first begins", "first ends", "second begins"]);
    await end("second");
    await end("third");
    expect(await Promise.all(all)).toEqual(["first", "second", "third"]);
    expect(log.slice(2)).toEqual(["second begins", "second ends", "third begins", "third ends"]);
  });

  it("T5 T17 works on different files at the same time", async () => {
    const { log, start, end } = workshop(new FileQueue(tempTree({ "a.ts": "", "b.ts": "" })));
    const all = [start("a", "a.ts"), start("b", "b.ts"), start("new", "c.ts")];
    await end("none");
    expect(log).toEqual(["a begins", "b begins", "new begins"]);
    await end("b");
    await end("new");
    await end("a");
    await Promise.all(all);
  });

  it.each<[what: string, one: string, other: string]>([
    ["a link to the file", "real/a.ts", "link.ts"],
    ["a link to its folder", "real/a.ts", "folder/a.ts"],
    ["a link on the way to a new file", "real/new/x.ts", "folder/new/x.ts"],
  ])("T17 knows a file by %s too", async (_what, one, other) => {
    const root = tempTree({ "real/a.ts": "" });
    symlinkSync("real/a.ts", join(root, "link.ts"));
    symlinkSync("real", join(root, "folder"));
    const { log, start, end } = workshop(new FileQueue(root));
    const all = [start("one", one), start("other", other)];
    await end("none");
    expect(log).toEqual(["one begins"]);
    await end("one");
    await end("other");
    await Promise.all(all);
    expect(log).toEqual(["one begins", "one ends", "other begins", "other ends"]);
  });

  it("T17 frees a file whose work failed, and tells who asked", async () => {
    const { log, start, end } = workshop(new FileQueue(tempTree({ "a.ts": "" })));
    const failing = start("failing", "a.ts");
    const next = start("next", "a.ts");
    await end("none");
    const refused = expect(failing).rejects.toThrow("no");
    await end("failing", new Error("no"));
    await refused;
    await end("next");
    expect(await next).toBe("next");
    expect(log).toEqual(["failing begins", "failing ends", "next begins", "next ends"]);
  });

  it("T17 frees a file whose work throws at once", async () => {
    const queue = new FileQueue(tempTree({}));
    const thrown = queue.run("a.ts", () => {
      throw new Error("at once");
    });
    await expect(thrown).rejects.toThrow("at once");
    expect(await queue.run("a.ts", async () => "free")).toBe("free");
  });

  it.each(["", "/", "../../..", "a\0b", "a/b/c/d", "."])("takes any path: %j", async (path) => {
    const root = tempTree({});
    mkdirSync(join(root, "a"));
    expect(await new FileQueue(root).run(path, async () => 1)).toBe(1);
  });
});
