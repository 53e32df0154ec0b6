import { symlinkSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Alert } from "../../../src/model/alert.ts";
import { textOf } from "../../../src/model/tool.ts";
import { ToolError } from "../../../src/model/tool-error.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { createReadFileTool } from "../../../src/tools/read-files/read-file-tool.ts";
import { NOTE } from "../../support/commit-note.ts";
import { tempTree } from "../../support/temp-tree.ts";
import { callTool, toolSetUp } from "../../support/tool-setup.ts";
import { initRepository } from "../../support/write-repository.ts";

const FILES = {
  "a.ts": "one\r\ntwo\r\nthree",
  "big.txt": `${"x".repeat(16_382)}é\nmore\n`,
  "image.png": Buffer.from([0x89, 0x50, 0, 0x1a]),
  "latin1.txt": Buffer.from([0x63, 0x61, 0x66, 0xe9]),
  "secret/key.txt": "k",
  "docs/readme.md": "read me",
  "sub/x.ts": "x",
};

function setUp() {
  const outside = tempTree({ "passwd.txt": "root" });
  const { root, surroundings } = toolSetUp(FILES, {
    scope: { exclude: ["secret"], readonly: ["docs"] },
  });
  initRepository(root);
  symlinkSync("a.ts", join(root, "link.ts"));
  symlinkSync(join(outside, "passwd.txt"), join(root, "out.txt"));
  symlinkSync(outside, join(root, "outside"));
  symlinkSync("gone.ts", join(root, "broken.ts"));
  symlinkSync("secret/key.txt", join(root, "key.txt"));
  const alerts: Alert[] = [];
  const tool = createReadFileTool({ ...surroundings, onAlert: (alert) => alerts.push(alert) });
  return { root, alerts, read: (params: object) => callTool(tool, params) };
}

describe("read_file", () => {
  it("F5 F15 warns of what cannot be had, as a reference of a prompt does", async () => {
    const { alerts, read } = setUp();
    await expect(read({ path: "gone.ts" })).rejects.toThrow(ToolError);
    const message = "`gone.ts` does not exist.";
    expect(alerts).toEqual([
      { level: "warn", code: "file-ref-not-found", path: "gone.ts", message },
    ]);
  });

  it("answers the text of a file, or some lines of it", async () => {
    const { read } = setUp();
    const whole = await read({ path: "./a.ts" });
    expect(textOf(whole)).toBe("one\r\ntwo\r\nthree");
    expect(whole.details).toEqual({ path: "a.ts", total: 15, isTruncated: false });
    expect(textOf(await read({ path: "a.ts", offset: 2, limit: 1 }))).toBe("two\r\n");
    expect(textOf(await read({ path: "a.ts", offset: 3 }))).toBe("three");
  });

  it("F10 reads through a link in scope, and tells the real name", async () => {
    const { read } = setUp();
    const result = await read({ path: "link.ts", offset: 3 });
    expect([textOf(result), result.details]).toMatchObject(["three", { path: "a.ts" }]);
  });

  it("F2 F3 F4 ends at 16384 bytes between two characters, says so, and names the line to continue at", async () => {
    const { read } = setUp();
    const first = await read({ path: "big.txt" });
    const end = "[...truncated, 16390 bytes total — use read_file for the rest]";
    const lost = "[The rest of line 1 cannot be read.]";
    expect(textOf(first)).toBe(`${"x".repeat(16_382)}é\n${lost}\n${end}`);
    expect(first.details).toMatchObject({ isTruncated: true, nextOffset: 2 });
    expect(textOf(await read({ path: "big.txt", offset: 2 }))).toBe("more\n");
  });

  it("F8 costs the cap for a file of 10 GB", async () => {
    const { root, read } = setUp();
    truncateSync(join(root, "sub/x.ts"), 10 * 1024 ** 3);
    const before = process.memoryUsage().rss;
    await expect(read({ path: "sub/x.ts" })).rejects.toThrow("is binary");
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
  });

  it("F9 reads what may not be written", async () => {
    const { read } = setUp();
    expect(textOf(await read({ path: "docs/readme.md" }))).toBe("read me");
  });

  it.each([true, false])("sees the accepted edits of the run (overlay: %s)", async (overlay) => {
    const { surroundings, workspace } = toolSetUp({ "a.ts": "old" }, { overlay });
    const change = { path: "a.ts", before: "old", after: "new!" };
    const edits = [{ start: 0, end: 3, text: "new!" }];
    await workspace.commit(
      [{ ...change, edits, preHash: sha256("old"), postHash: sha256("new!") }],
      NOTE,
    );
    const result = await callTool(createReadFileTool(surroundings), { path: "a.ts" });
    expect(textOf(result)).toBe("new!");
    expect(result.details).toMatchObject({ total: 4 });
  });

  it.each<[what: string, params: object, message: RegExp]>([
    ["F5 what is not there", { path: "no.ts" }, /^`no\.ts` does not exist\.$/],
    [
      "what is below a file",
      { path: "a.ts/x" },
      /`a\.ts\/x` does not exist: `a\.ts` is not a folder/,
    ],
    ["F5 F8 a binary file", { path: "image.png" }, /`image\.png` is binary: it has a NUL byte/],
    ["F8 what is not UTF-8", { path: "latin1.txt" }, /`latin1\.txt` is not UTF-8/],
    ["F9 what is excluded", { path: "secret/key.txt" }, /is excluded by the scope/],
    ["what is excluded and not there", { path: "secret/no.txt" }, /is excluded by the scope/],
    ["what is reserved", { path: ".git/config" }, /is in `\.git` or `\.sluice`/],
    ["what is reserved in other letters", { path: "sub/.GIT/x" }, /is in `\.git` or/],
    ["a folder", { path: "sub" }, /`sub` is a folder: name a file in it/],
    ["the root", { path: "." }, /`\.` is a folder/],
    ["F10 `..`", { path: "sub/../../x" }, /leaves the root or could/],
    ["F10 an absolute path", { path: "/etc/passwd" }, /is absolute/],
    ["F10 a drive", { path: "C:/x" }, /is absolute/],
    ["F10 a backslash", { path: "sub\\x.ts" }, /contains a backslash/],
    ["F10 a link out of scope", { path: "key.txt" }, /is a link.*leads out of the scope/],
    ["F10 a link out of the root", { path: "out.txt" }, /is a link, .*leads out of the root/],
    ["F10 a folder that is one", { path: "outside/passwd.txt" }, /leads out of the root/],
    ["F10 a broken link", { path: "broken.ts" }, /is a broken link.*leads to nothing/],
    ["a control character", { path: "a\n.ts" }, /contains a control character/],
    ["a NUL character", { path: "a\0.ts" }, /contains a NUL character/],
    [
      "a line that is not there",
      { path: "a.ts", offset: 4 },
      /`a\.ts` has 3 lines; there is no line 4/,
    ],
    ["no path", {}, /`path` is missing: it must be a text/],
    ["an empty path", { path: "" }, /`path` must not be empty/],
    ["line 0", { path: "a.ts", offset: 0 }, /`offset` must be at least 1/],
    ["half a line", { path: "a.ts", limit: 1.5 }, /`limit` must be a whole number/],
    ["an unknown key", { path: "a.ts", line: 1 }, /Unknown key `line`/],
  ])("refuses %s, in a sentence", async (_what, params, message) => {
    const { read } = setUp();
    const call = read(params);
    await expect(call).rejects.toThrow(ToolError);
    await expect(call).rejects.toThrow(message);
  });

  it("refuses what is neither a file nor a folder", async () => {
    const { root, surroundings } = toolSetUp({});
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(join(root, "socket"), resolve));
    await expect(callTool(createReadFileTool(surroundings), { path: "socket" })).rejects.toThrow(
      "`socket` is neither a file nor a folder.",
    );
  });
});
