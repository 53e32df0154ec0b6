import { expect, it } from "vitest";
import { pathsMatching } from "../../../src/shared/paths/paths-matching.ts";

it("ends globs that try ways without end, and says why", () => {
  const glob = `${"*a".repeat(60)}b`;
  const paths = [`${"a".repeat(200)}.ts`];
  expect(() => pathsMatching([glob], paths, (path, isMatch) => isMatch(path), 200)).toThrow(
    "The globs take longer than 200 ms",
  );
});
