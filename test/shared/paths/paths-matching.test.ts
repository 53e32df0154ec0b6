import { expect, it } from "vitest";
import { pathsMatching } from "../../../src/shared/paths/paths-matching.ts";

it("ends globs on so many paths that they take too long, and says why", () => {
  const globs = Array.from({ length: 500 }, (_, index) => `**/*${index}*a*b*`);
  const paths = Array.from({ length: 2000 }, (_, index) => `${"a/".repeat(40)}${index}.ts`);
  expect(() => pathsMatching(globs, paths, (path, isMatch) => isMatch(path), 100)).toThrow(
    "The globs take longer than 100 ms",
  );
});
