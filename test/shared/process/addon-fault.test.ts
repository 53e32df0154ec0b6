import { describe, expect, test } from "vitest";
import { addonFault } from "../../../src/shared/process/addon-fault.ts";

const NATIVE = "Cannot find native binding. npm has a bug related to optional dependencies.";

/** The error of a package with native code: its causes are what it tried. */
function unloaded(name: string, ...tried: readonly string[]): Error {
  const cause = tried.reduce<Error | undefined>(
    (previous, message) => Object.assign(new Error(message), { cause: previous }),
    undefined,
  );
  const error = Object.assign(new Error(NATIVE), { cause });
  error.stack = `Error: ${NATIVE}\n    at /a/node_modules/${name}/index.js:689:19`;
  return error;
}

const LOCAL = "Cannot find module './ast-grep-napi.linux-x64-gnu.node'\nRequire stack:\n- /a";
const OF_SYSTEM = "Cannot find module '@ast-grep/napi-linux-x64-gnu'\nRequire stack:\n- /a";
const WASM = "Cannot find module '@ast-grep/napi-wasm32-wasi'";

describe("addonFault", () => {
  test.each([
    [
      "the package of this system is not there",
      unloaded("@ast-grep/napi", LOCAL, OF_SYSTEM, WASM),
      "@ast-grep/napi cannot be loaded: @ast-grep/napi-linux-x64-gnu is not installed.",
    ],
    [
      "its file is damaged, or of another processor",
      unloaded("@ast-grep/napi", LOCAL, "/a/b.node: invalid ELF header", WASM),
      "@ast-grep/napi cannot be loaded: /a/b.node: invalid ELF header.",
    ],
    [
      "the parser of JavaScript",
      unloaded("oxc-parser", "Cannot find module '@oxc-parser/binding-linux-x64-gnu'"),
      "oxc-parser cannot be loaded: @oxc-parser/binding-linux-x64-gnu is not installed.",
    ],
    [
      "a system without a package",
      unloaded("@ast-grep\\napi"),
      "@ast-grep/napi cannot be loaded: its native code is missing.",
    ],
    [
      "the whole package is not there",
      new Error("Cannot find package 'oxc-parser' imported from /a"),
      "oxc-parser cannot be loaded: it is not installed.",
    ],
  ])("%s", (_, error, message) => {
    expect(addonFault(error)).toEqual({
      message,
      hint: expect.stringContaining("--omit=optional"),
    });
  });

  test.each([
    new Error("Cannot find module './a.js'"),
    new Error("x"),
    "Cannot find native binding",
  ])("another error is none of them: %s", (error) => expect(addonFault(error)).toBeUndefined());
});
