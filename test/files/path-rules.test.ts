import { describe, expect, it } from "vitest";
import { isReserved, pathRuleFault, rootRuleFault } from "../../src/files/path-rules.ts";

const USES = ["read", "edit", "create"] as const;

describe("pathRuleFault", () => {
  it.each<[path: string, fault: RegExp]>([
    ["", /is empty/],
    [" ", /is empty/],
    ["/etc/passwd", /is absolute/],
    ["../x", /leaves the root/],
    ["a/../../x", /leaves the root/],
    ["a/..", /leaves the root/],
    ["a\0b", /a NUL character/],
    ["\ud800.ts", /is not valid Unicode/],
    ["a\uFFFD.ts", /is not valid Unicode/],
    ["x".repeat(256), /a name of more than 255 bytes/],
    [`${"é".repeat(128)}/a`, /a name of more than 255 bytes/],
    [`${"a/".repeat(2048)}b`, /longer than 4096 bytes/],
    [".git/config", /no scope contains/],
    ["sub/.sluice/journal", /no scope contains/],
  ])("F10 refuses %j", (path, fault) => {
    for (const use of USES) expect(pathRuleFault(path, { use, platform: "linux" })).toMatch(fault);
  });

  it.each([
    ["C:/x", /is absolute/],
    ["c:x", /is absolute/],
    ["a\\b", /a backslash/],
    ["\\\\server\\share", /a backslash/],
  ])(
    "F10 refuses %j, but for a file that is there where the system allows the name",
    (path, fault) => {
      for (const use of USES)
        expect(pathRuleFault(path, { use, platform: "win32" })).toMatch(fault);
      for (const use of ["read", "create"] as const)
        expect(pathRuleFault(path, { use, platform: "linux" })).toMatch(fault);
      expect(pathRuleFault(path, { use: "edit", platform: "linux" })).toBeUndefined();
    },
  );

  it.each([
    ["src/a.ts"],
    ["!important.md"],
    ["a..b/c...d"],
    [".github/x.yml"],
    [".gitignore"],
    ["git/x"],
    ["app/(auth)/[id]/page.tsx"],
    ["x".repeat(255)],
    [`${"a/".repeat(2047)}bc`],
    ["日本/é.ts"],
  ])("takes %j", (path) => {
    expect(pathRuleFault(path, { use: "create", platform: "linux" })).toBeUndefined();
    expect(pathRuleFault(path, { platform: "win32" })).toBeUndefined();
  });

  it.each(["a\nb.ts", "a\u001b[31m", "a\u0085"])(
    "refuses the control character in %j, but for a file that is there",
    (path) => {
      expect(pathRuleFault(path, { platform: "linux" })).toMatch(/a control character/);
      expect(pathRuleFault(path, { use: "create" })).toMatch(/a control character/);
      expect(pathRuleFault(path, { use: "edit", platform: "linux" })).toBeUndefined();
    },
  );

  it("A10 lets `node_modules` be read and not written", () => {
    expect(pathRuleFault("a/node_modules/b/c.js")).toBeUndefined();
    expect(pathRuleFault("a/node_modules/b/c.js", { use: "edit" })).toMatch(/never edited/);
    expect(pathRuleFault("node_modules", { use: "create" })).toMatch(/never edited/);
    for (const name of [
      "NODE_MODULES",
      "Node_Modules",
      "node_modules.",
      "node_modules::$INDEX_ALLOCATION",
    ])
      expect(pathRuleFault(`a/${name}/b.js`, { use: "edit" })).toBeDefined();
    expect(pathRuleFault("a/NODE_MODULES/b.js", { use: "edit" })).toMatch(/never edited/);
    expect(pathRuleFault("my_node_modules/x", { use: "edit" })).toBeUndefined();
  });

  it.each([
    ...["con", "AUX", "src/aux.c", "nul.tar.gz", "COM1", "lpt9.txt"],
    ...["com\u00b9", "CON .x", "prn/x", "conin$"],
  ])("refuses %j as a new file everywhere, and always on Windows", (path) => {
    const fault = "is the name of a device on Windows";
    for (const use of USES) {
      const expected = use === "create" ? fault : undefined;
      expect(pathRuleFault(path, { use, platform: "linux" })).toBe(expected);
      expect(pathRuleFault(path, { use, platform: "win32" })).toBe(fault);
    }
  });

  it.each(["console.ts", "com.ts", "com10", "auxiliary.c", "nullable.ts", "lpt"])(
    "takes %j, which only looks like the name of a device",
    (path) => {
      expect(pathRuleFault(path, { use: "create", platform: "win32" })).toBeUndefined();
    },
  );

  it.each([
    ["a.ts:stream", /a stream/],
    ["dir./a.ts", /ends with a dot or a space/],
    ["a.ts ", /ends with a dot or a space/],
  ])("refuses %j on Windows only", (path, fault) => {
    expect(pathRuleFault(path, { platform: "win32" })).toMatch(fault);
    expect(pathRuleFault(path, { platform: "linux" })).toBeUndefined();
  });
});

describe("isReserved", () => {
  it.each([
    ...[".git", ".git/hooks/pre-commit", "sub/.git/config", ".GIT/config", ".Git"],
    ...[".git./config", ".git ", ".git . ./config", "git~1/config", "GIT~1"],
    ...[".git::$INDEX_ALLOCATION/config", ".git:stream", "git~1::$INDEX_ALLOCATION"],
    ...[".g\u200cit/config", "\ufeff.git", ".gi\u202et/hooks", ".s\u200dluice"],
    ...[".SLUICE/lock", ".sluice./x", ".\u017fluice/x", "sluice~1/x"],
  ])("knows %j", (path) => {
    expect(isReserved(path)).toBe(true);
  });

  it.each([
    ...[".github/x", ".gitignore", ".gitmodules", "git", "git~2", "a.git/x"],
    ...[".sluicebox", "x.git", ".git-blame-ignore-revs", "sluice.policy.yaml"],
  ])("leaves %j alone", (path) => {
    expect(isReserved(path)).toBe(false);
  });
});

describe("rootRuleFault", () => {
  it.each([
    ...["/proc", "/proc/self/cwd", "/dev", "/dev/fd", "/sys/kernel", "/", "/work/.git/x"],
    ...["/a/.sluice"],
  ])("refuses %s as a root", (path) => {
    expect(rootRuleFault(path)).toBeTypeOf("string");
  });

  it.each(["/home/me/proc", "/process", "/dev/shm/checkout", "/device", "/home/system"])(
    "takes %s as a root",
    (path) => {
      expect(rootRuleFault(path)).toBeUndefined();
    },
  );
});
