import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { libraryFault } from "../../../src/edit/language/grammar-library.ts";
import { realLibrary } from "../../support/grammar-packages.ts";
import { tempFolder } from "../../support/temp-tree.ts";

/** The libraries that the packages have, by the machine that they are for. */
const MACHINES = [
  ["linux", "x64", "Linux-X64"],
  ["linux", "arm64", "Linux-ARM64"],
  ["darwin", "x64", "macOS-X64"],
  ["darwin", "arm64", "macOS-ARM64"],
  ["win32", "x64", "Windows-X64"],
] as const;

function libraryOf(name: string): Buffer {
  return Buffer.from(realLibrary("python", `prebuilds/prebuild-${name}/parser.so`));
}

function faultOf(bytes: Uint8Array, platform: string, arch: string, symbol = "tree_sitter_python") {
  const path = join(tempFolder(), "parser.so");
  writeFileSync(path, bytes);
  return libraryFault(path, symbol, { platform, arch });
}

describe("the bytes of a library, which is not loaded", () => {
  it.each(MACHINES)("are in order for %s %s", (platform, arch, name) => {
    const library = libraryOf(name);
    expect(faultOf(library, platform, arch)).toBeUndefined();
    // A name is compared as a whole.
    for (const symbol of ["tree_sitter_pytho", "tree_sitter_pythons", "malloc"])
      expect(faultOf(library, platform, arch, symbol)).toBe(
        `has a library without the function ${symbol}`,
      );
  });

  it.each(MACHINES)("for %s %s fit no other machine", (platform, arch, name) => {
    const library = libraryOf(name);
    for (const [otherPlatform, otherArch] of MACHINES)
      if (otherPlatform !== platform || otherArch !== arch)
        expect(faultOf(library, otherPlatform, otherArch)).toBe(
          `has a file that is not a library for ${otherPlatform} ${otherArch}`,
        );
  });

  it.each(MACHINES)("for %s %s are refused wherever they are cut off", (platform, arch, name) => {
    const library = libraryOf(name);
    const path = join(tempFolder(), "parser.so");
    writeFileSync(path, library);
    for (let part = 15; part >= 0; part--) {
      truncateSync(path, Math.floor((library.length * part) / 16));
      expect(libraryFault(path, "tree_sitter_python", { platform, arch })).toMatch(
        /^has a (library that is cut off|library without|file that is not a library)/,
      );
    }
  });

  it("are refused if a number in them is nonsense, without a loop or an exception", () => {
    const library = libraryOf("Linux-X64");
    for (let at = 4; at < 64; at += 2) {
      const damaged = Buffer.from(library);
      damaged.fill(0xff, at, at + 8);
      const fault = faultOf(damaged, "linux", "x64");
      expect(fault === undefined || fault.startsWith("has a ")).toBe(true);
    }
  });

  it("name a library that may be missing, because the engine would end the process", () => {
    const library = libraryOf("Linux-X64");
    const at = library.indexOf("libc.so.6\0");
    library.write("libz.so.6\0", at);
    expect(faultOf(library, "linux", "x64")).toBe(
      "has a library that needs another one: libz.so.6",
    );
  });

  it("of a text or of nothing are refused", () => {
    const text = Buffer.from("tree_sitter_python\0".repeat(10));
    expect(faultOf(text, "linux", "x64")).toContain("not a library for linux x64");
    expect(faultOf(Buffer.alloc(0), "linux", "x64")).toContain("cut off");
    const none = { platform: "linux", arch: "x64" };
    expect(libraryFault("/no/such/file", "x", none)).toContain("cannot be read: ENOENT");
  });
});
