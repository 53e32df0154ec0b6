import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { placesOfRoot } from "../../src/tree/places-of-root.ts";
import { tempFolder, tempRepository } from "../support/temp-tree.ts";

describe("the places of a root", () => {
  it("are its path from the top of its repository, after all links", () => {
    const top = tempRepository({ ".github/workflows/ci.yml": "", "src/a.ts": "" });
    symlinkSync(".github", join(top, "docs"));
    expect(placesOfRoot(top)).toEqual([]);
    expect(placesOfRoot(join(top, ".github/workflows"))).toEqual([".github/workflows"]);
    expect(placesOfRoot(join(top, "docs"))).toEqual([".github"]);
  });

  it("are the last names of its path outside of git", () => {
    const root = join(tempFolder(), "a/b/.github/workflows");
    mkdirSync(root, { recursive: true });
    expect(placesOfRoot(root)).toEqual([
      "workflows",
      ".github/workflows",
      "b/.github/workflows",
      "a/b/.github/workflows",
    ]);
  });
});
