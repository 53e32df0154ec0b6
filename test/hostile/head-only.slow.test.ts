import { describe, expect, it } from "vitest";
import { type Attempt, checkSafely, openPullRequest } from "./pull-request.ts";

const RECIPE = `version: 1
name: r
steps: [{ id: s, ast_edit: { paths: [src], ops: [{ pat: "f($A)", out: "g($A)" }] } }]
`;

const POLICY = `version: 1
default: { verdict: apply, reason: The stranger says so. }
lift: [protected]
`;

const SOURCES = { "src/a.js": "f(1);\n" };

/** Expects a refusal with exit code 2, before anything was searched. */
function expectRefused(attempts: readonly Attempt[], told: string) {
  for (const { exitCode, output, report } of attempts) {
    expect(exitCode).toBe(2);
    expect(output).toContain(told);
    expect(report?.actions ?? []).toEqual([]);
  }
}

describe("what only the head of a pull request has", () => {
  it("is no recipe, neither by path nor by name", async () => {
    const request = await openPullRequest({
      base: SOURCES,
      head: () => ({ "recipes/evil.yaml": RECIPE, ".sluice/recipes/evil2.yaml": RECIPE }),
    });
    const byPath = { mode: "run", recipes: ["recipes/evil.yaml"], policy: "apply-all" } as const;
    expectRefused(await checkSafely(request, byPath), "in the base commit");
    for (const name of ["evil", "evil2"])
      expectRefused(await checkSafely(request, { ...byPath, recipes: [name] }), name);
  });

  it("is no policy, neither by default nor by path", async () => {
    const request = await openPullRequest({
      base: { ...SOURCES, "recipe.yaml": RECIPE },
      head: () => ({ "sluice.policy.yaml": POLICY, "p.yaml": POLICY }),
    });
    const check = { mode: "run", recipes: ["recipe.yaml"] } as const;
    expectRefused(await checkSafely(request, check), "needs a policy");
    expectRefused(await checkSafely(request, { ...check, policy: "p.yaml" }), "in the base commit");
  });

  it("is no inputs file", async () => {
    const request = await openPullRequest({
      base: { ...SOURCES, "recipe.yaml": RECIPE },
      head: () => ({ "inputs.yaml": "x: 1\n" }),
    });
    const check = { recipes: ["recipe.yaml"], args: ["--inputs-file=inputs.yaml"] };
    expectRefused(await checkSafely(request, check), "in the base commit");
  });

  it("is no recipe and no policy above the root", async () => {
    const request = await openPullRequest({
      base: { "pkg/src/a.js": "f(1);\n", "pkg/recipe.yaml": RECIPE },
      head: () => ({ "p.yaml": POLICY, "r.yaml": RECIPE }),
    });
    const check = { mode: "run", folder: "pkg", recipes: ["recipe.yaml"] } as const;
    expectRefused(
      await checkSafely(request, { ...check, policy: "../p.yaml" }),
      "in the base commit",
    );
    const above = { ...check, recipes: ["../r.yaml"], policy: "apply-all" };
    expectRefused(await checkSafely(request, above), "in the base commit");
  });
});
