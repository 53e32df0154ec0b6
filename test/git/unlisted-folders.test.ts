import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findUnlisted } from "../../src/git/unlisted-folders.ts";
import { tempRepository, tempTree } from "../support/temp-tree.ts";

const shut = (folder: string) =>
  `warning: could not open directory '${folder}/': Permission denied\n`;

describe("the folders that git could not list", () => {
  it("are in its warnings, each once, whatever quotes they hold, and cut if they are long", () => {
    const root = tempRepository({ "a/b/x.ts": "" });
    const warnings = [
      `${shut("b")}${shut("it's")}`,
      shut("b"),
      `${shut("ü")}${shut("a': b")}`,
      "warning: unable to access '.gitignore': Permission denied\n",
      "avertissement : impossible d'ouvrir le répertoire 'c/': Permission non accordée\n",
      `warning: could not open directory 'long/${"d".repeat(4000)}`,
    ];
    expect(findUnlisted(root, warnings)).toEqual([
      "a': b",
      "b",
      "it's",
      `long/${"d".repeat(4000)}`,
      "ü",
    ]);
  });

  it("are relative to the root, and below it", () => {
    const root = tempRepository({ "a/b/x.ts": "" });
    const warnings = [shut("a/b/c"), shut("other"), shut("a/b")];
    expect(findUnlisted(join(root, "a/b"), warnings)).toEqual(["c"]);
    expect(findUnlisted(tempTree({}), warnings)).toEqual([]);
  });
});
