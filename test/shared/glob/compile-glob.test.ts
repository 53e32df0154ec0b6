import fc from "fast-check";
import { expect, it } from "vitest";
import { compileGlob, PathNames } from "../../../src/shared/glob/compile-glob.ts";
import { matchesTree } from "../../../src/shared/glob/match-tree.ts";
import { parseGlob } from "../../../src/shared/glob/parse-glob.ts";
import { anyGlobs, anyPaths } from "../../support/glob-oracle.ts";

it("finds by names and by the ends of a path what the tree of the glob matches", () => {
  fc.assert(
    fc.property(anyGlobs, anyPaths, (glob, all) => {
      const tree = parseGlob(glob, { hasClasses: true });
      const tests = compileGlob(tree);
      for (const path of all) {
        const isMatch = tests.some((test) => test(new PathNames(path)));
        expect([glob, path, isMatch]).toEqual([glob, path, matchesTree(tree, path)]);
      }
    }),
    { numRuns: 1000 },
  );
});
