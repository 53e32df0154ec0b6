import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findUnlisted } from "../../src/git/unlisted-folders.ts";
import { tempRepository, tempTree } from "../support/temp-tree.ts";

const shut = (folder: string) =>
  `warning: could not open directory '${folder}/': Permission denied\n`;

describe("the folders that git could not list", () => {
  it("are in its warnings, each once, in any language, and cut if they are long", () => {
    const root = tempRepository({ "a/b/x.ts": "" });
    const warnings = [
      `${shut("b")}${shut("it's")}`,
      shut("b"),
      "Warnung: Konnte Verzeichnis 'ü/' nicht öffnen: Keine Berechtigung\n",
      `warning: could not open directory 'long/${"d".repeat(4000)}`,
    ];
    expect(findUnlisted(root, warnings)).toEqual(["b", "it's", `long/${"d".repeat(4000)}`, "ü"]);
  });

  it("are relative to the root, and below it", () => {
    const root = tempRepository({ "a/b/x.ts": "" });
    const warnings = [shut("a/b/c"), shut("other"), shut("a/b")];
    expect(findUnlisted(join(root, "a/b"), warnings)).toEqual(["c"]);
    expect(findUnlisted(tempTree({}), warnings)).toEqual([]);
  });
});
