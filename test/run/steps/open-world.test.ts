import { expect, it } from "vitest";
import type { Recipe } from "../../../src/model/recipe/recipe.ts";
import type { SourceFile } from "../../../src/model/source-file.ts";
import { runFilesOf } from "../../../src/run/steps/open-world.ts";

it("the files of a run are those below the root that configure it, and its code", () => {
  const source = (path: string, role: SourceFile["role"], origin: SourceFile["origin"]) => ({
    path,
    role,
    origin,
    blobId: "0",
  });
  const sources = [
    source("r.yaml", "recipe", "base"),
    source("rules/a.yml", "rules", "tree"),
    source("docs/style.md", "reference", "tree"),
    source("/elsewhere/p.yaml", "policy", "caller"),
    source("shipped:swap", "recipe", "shipped"),
  ];
  const recipes = [
    {
      tools: [{ path: "tools/t.ts" }],
      hooks: [
        { code: { module: "hooks/h.ts" } },
        { code: { run: ["/usr/bin/env", "sh", "./hooks/h.sh", "../x"] } },
      ],
    } as unknown as Recipe,
  ];
  expect(runFilesOf({ recipes, sources })).toEqual([
    "r.yaml",
    "rules/a.yml",
    "tools/t.ts",
    "hooks/h.ts",
    "sh",
    "hooks/h.sh",
  ]);
});
