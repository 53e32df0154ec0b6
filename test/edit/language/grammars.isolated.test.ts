// Isolated: the engine takes grammars once in the life of a process, and these are not those of the other tests.
import { describe, expect, it } from "vitest";
import { parseText } from "../../../src/edit/engine/engine.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import {
  grammarPackage,
  PREBUILD,
  packagesIn,
  REPOSITORY,
  realLibrary,
} from "../../support/grammar-packages.ts";
import { tempTree } from "../../support/temp-tree.ts";

// The engine accepts grammars once in a process, and this file runs in one: the order of the tests counts.
describe("the grammars of a process", { shuffle: false }, () => {
  it("are not searched as long as only languages of the engine are asked for", () => {
    const grammars = createGrammars(packagesIn("/there/is/no/such/folder"));
    expect(grammars.readinessOf("typescript")).toEqual({ kind: "ready" });
    const [first] = grammars.readyLanguages;
    expect(first).toBe("typescript");
    expect(() => parseText("{}", "json")).toThrow("not supported");
  });

  it("name the command that installs a language", () => {
    const grammars = createGrammars(packagesIn(tempTree({})));
    expect(grammars.readinessOf("python")).toEqual({
      kind: "not-installed",
      note: "not installed beside Sluice: `npm install --prefix DIR @ast-grep/lang-python` and --packages DIR",
      hint: expect.stringContaining("npm install --prefix DIR @ast-grep/lang-python"),
    });
    expect([...grammars.readyLanguages]).toHaveLength(5);
  });

  it("work beside broken packages, which are reported", () => {
    const root = tempTree({
      ...grammarPackage("json", { [PREBUILD]: realLibrary("json") }),
      ...grammarPackage("python", {}),
      ...grammarPackage("rust", { [PREBUILD]: "text" }),
    });
    const grammars = createGrammars(packagesIn(root));
    expect(grammars.readinessOf("python").kind).toBe("broken");
    expect(grammars.readinessOf("rust").kind).toBe("broken");
    expect(grammars.readinessOf("json")).toEqual({ kind: "ready" });
    expect(parseText("[1]", "json").child(0)?.kind()).toBe("array");
    expect([...grammars.readyLanguages].at(-1)).toBe("json");
  });

  it("are loaded once: a package that is found later is reported, a loaded one keeps working", () => {
    const grammars = createGrammars(packagesIn(REPOSITORY));
    expect(grammars.readinessOf("json")).toEqual({ kind: "ready" });
    expect(grammars.readinessOf("go")).toEqual({
      kind: "broken",
      why: "@ast-grep/lang-go was found after the grammars of this process were loaded, which happens once",
    });
    expect(createGrammars(packagesIn(tempTree({}))).readinessOf("json").kind).toBe("not-installed");
  });
});
