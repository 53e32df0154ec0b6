import { mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createGate } from "../../src/files/gate.ts";
import { tempTree } from "../support/temp-tree.ts";
import { toolSetUp } from "../support/tool-setup.ts";

const FILES = {
  "src/a.ts": "",
  "docs/b.md": "",
  "no/c.ts": "",
  "half/in.ts": "",
  "half/out.gen.ts": "",
  "src/aux.c": "",
  "node_modules/m/index.js": "",
};

function setUp() {
  const outside = tempTree({ "x.ts": "" });
  const { root, surroundings } = toolSetUp(FILES, {
    scope: { exclude: ["no", "**/*.gen.ts", "hidden.ts", "hidden"], readonly: ["docs", "view.ts"] },
  });
  mkdirSync(join(root, ".git"));
  const links = {
    "to-a.ts": "src/a.ts",
    "twice.ts": "to-a.ts",
    "to-src": "src",
    "to-docs": "docs",
    "to-half": "half",
    "to-root": ".",
    "to-m": "node_modules/m",
    "hidden.ts": "src/a.ts",
    hidden: "src",
    "view.ts": "src/a.ts",
    "to-no": "no",
    "to-c.ts": "no/c.ts",
    "to-gen.ts": "half/out.gen.ts",
    "to-git": ".git",
    "to-outside": outside,
    "to-proc": "/proc/self",
    "to-nothing": "gone",
    "to-far": join(outside, "gone"),
    "round.ts": "round.ts",
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
  return { root, gate: createGate(surroundings) };
}

describe("a gate", () => {
  it.each<[written: string, kind: string, path: string, mayWrite: boolean]>([
    ["src/a.ts", "file", "src/a.ts", true],
    ["./src//a.ts", "file", "src/a.ts", true],
    ["docs/b.md", "file", "docs/b.md", false],
    ["src/new/x.ts", "missing", "src/new/x.ts", true],
    ["docs/new.md", "missing", "docs/new.md", false],
    ["src/aux.c", "file", "src/aux.c", true],
    ["src/com1.ts", "missing", "src/com1.ts", false],
    ["half", "folder", "half", true],
    ["no", "folder", "no", true],
    ["node_modules/m/index.js", "file", "node_modules/m/index.js", false],
    ["to-a.ts", "file", "src/a.ts", true],
    ["twice.ts", "file", "src/a.ts", true],
    ["to-src/a.ts", "file", "src/a.ts", true],
    ["to-src", "folder", "src", true],
    ["to-half", "folder", "half", true],
    ["to-src/new.ts", "missing", "src/new.ts", true],
    ["to-root/to-src/a.ts", "file", "src/a.ts", true],
    ["to-root", "folder", "", true],
    ["to-docs/b.md", "file", "docs/b.md", false],
    ["view.ts", "file", "src/a.ts", false],
    ["to-m/index.js", "file", "node_modules/m/index.js", false],
  ])("F9 F10 takes %s for the %s %j; to be written: %s", async (written, kind, path, mayWrite) => {
    const { gate } = setUp();
    expect(await gate.mayRead(written)).toMatchObject({ kind, path });
    expect((await gate.mayWrite(written)).kind).toBe(mayWrite ? kind : "refused");
  });

  it.each<[written: string, why: string, says: string]>([
    ["no/c.ts", "out-of-scope", "`no/c.ts` is excluded by the scope."],
    ["no/new.ts", "out-of-scope", "is excluded by the scope"],
    ["hidden.ts", "out-of-scope", "is excluded by the scope"],
    ["hidden", "out-of-scope", "is excluded by the scope"],
    ["to-c.ts", "out-of-scope", "leads out of the scope"],
    ["to-gen.ts", "out-of-scope", "leads out of the scope"],
    ["to-no/c.ts", "out-of-scope", "leads out of the scope"],
    ["to-no/new.ts", "out-of-scope", "leads out of the scope"],
    ["to-git", "out-of-scope", "leads out of the scope"],
    ["to-git/config", "out-of-scope", "leads out of the scope"],
    ["to-outside/x.ts", "out-of-scope", "leads out of the root"],
    ["to-outside/new.ts", "out-of-scope", "leads out of the root"],
    ["to-proc/environ", "out-of-scope", "leads out of the root"],
    ["to-far", "out-of-scope", "is a broken link"],
    ["to-nothing", "out-of-scope", "is a broken link"],
    ["to-nothing/x.ts", "out-of-scope", "is a broken link"],
    ["round.ts", "out-of-scope", "is a broken link"],
    ["src/a.ts/x.ts", "not-found", "`src/a.ts` is not a folder"],
    ["socket", "unreadable", "is neither a file nor a folder"],
    [".git/config", "out-of-scope", "no scope contains"],
    ["../x", "out-of-scope", "leaves the root"],
  ])("F5 F10 refuses %s, %s: %s", async (written, why, says) => {
    const { root, gate } = setUp();
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(join(root, "socket"), resolve));
    const message = expect.stringContaining(says);
    expect(await gate.mayRead(written)).toMatchObject({ kind: "refused", why, message });
    expect(await gate.mayWrite(written)).toMatchObject({ kind: "refused", why, message });
  });
});
