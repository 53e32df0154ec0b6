import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git, writeTree } from "../support/temp-tree.ts";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const recipe = (out: string) => `version: 1
steps: [{ id: s, ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "${out}($A)" }] } }]
`;
const project = (more: string) => `version: 1\n${more}\n`;
const BASE = {
  "recipes/good.yaml": recipe("good"),
  "sluice.policy.yaml": "version: 1\ndefault: { verdict: hold, reason: A person looks. }\n",
  "src/a.js": "f(1);\n",
};
const OWN = project("recipes: [good]");
/** What a trusted base would already prevent has to be prevented without one, too. */
const ALL = ["--trust=all"];

/** Returns what git says about the checkout, apart from the state of Sluice. */
function changes(root: string): string {
  return git(root, "status", "--short", "--untracked-files=all").trim();
}

describe("the project file of a pull request", () => {
  it("chooses neither recipes, nor a policy, nor reports, and none that is nearer counts", async () => {
    const evil = project('recipes: [evil]\npolicy: apply-all\nreports: ["json=sluice.json"]');
    const request = await openPullRequest({
      base: { ...BASE, "sluice.yaml": OWN },
      head: () => ({
        "recipes/evil.yaml": recipe("evil"),
        "sluice.yaml": evil,
        "src/sluice.yaml": evil,
      }),
    });
    for (const folder of [".", "src"]) {
      const attempts = await checkSafely(request, { recipes: [], mode: "run", folder });
      const [byCommand] = attempts;
      expect(byCommand?.exitCode).toBe(4);
      expect(byCommand?.report?.actions[0]?.files[0]?.diff).toContain("+good(1);");
      for (const { report } of attempts) expect(report?.totals.applied ?? 0).toBe(0);
    }
    expect(changes(request.root)).toBe("");
  });

  it.each([
    ["the keys of consent", "recipes: [tool]\nallowCode: true", "Unknown key `allowCode`"],
    ["the options of consent", 'recipes: ["--allow-code", tool]', "no recipe `--allow-code`"],
    ["an entry", "recipes: [{ recipe: tool, allow-code: true }]", "Unknown key `allow-code`"],
    ["a policy", "recipes: [tool]\npolicy: apply-all", "--allow-code"],
  ])("gives no consent to code by %s", async (_by, text, told) => {
    const request = await openPullRequest({
      base: BASE,
      head: ({ canary }) => ({
        "sluice.yaml": project(text),
        "recipes/tool.yaml": "version: 1\ntools: [tool.mjs]\nsteps: [{ tool: evil }]\n",
        "recipes/tool.mjs": `import { writeFileSync } from "node:fs"; writeFileSync("${canary}", "");`,
      }),
    });
    for (const { exitCode, output } of await checkSafely(request, {
      recipes: [],
      mode: "run",
      args: ALL,
    })) {
      expect(exitCode).toBe(2);
      expect(output).toContain(told);
    }
  });

  it.each([
    ["recipes", ["../outside/r.yaml", "linked/r.yaml", "*/r.yaml"]],
    ["policy", ["linked/p.yaml", ".git/config"]],
    ["paths", ["../outside"]],
  ])("names no %s outside of its folder", async (key, values) => {
    const secret = "token: canary-5f0e31c9a7d2\n";
    const request = await openPullRequest({
      base: BASE,
      outside: { "r.yaml": secret, "p.yaml": secret },
      prepare: (root) => symlinkSync("../outside", join(root, "linked")),
    });
    for (const value of values) {
      const text = key === "policy" ? JSON.stringify(value) : JSON.stringify([value]);
      const more = key === "recipes" ? "" : "recipes: [good]\n";
      writeTree(request.root, { "sluice.yaml": project(`${more}${key}: ${text}`) });
      const attempts = await checkSafely(request, { recipes: [], args: ALL });
      expect([value, ...attempts.map(({ exitCode }) => exitCode)]).toEqual([value, 2, 2]);
    }
  });

  it("makes no report outside of its folder, in a hidden one, or in the place of another file", async () => {
    const request = await openPullRequest({
      base: { ...BASE, "docs/sluice.md": "# Ours\n", ".github/x.yml": "" },
      prepare(root) {
        symlinkSync("../outside", join(root, "linked"));
        symlinkSync(".github", join(root, "hidden"));
        symlinkSync("src/a.js", join(root, "sluice.json"));
      },
    });
    const before = changes(request.root);
    for (const place of [
      "../outside/sluice.json",
      "linked/sluice.json",
      "hidden/sluice.json",
      ".github/sluice.json",
      "sluice.json",
      "docs/sluice.md",
    ]) {
      writeTree(request.root, {
        "sluice.yaml": project(`recipes: [good]\nreports: ["json=${place}"]`),
      });
      const check = { recipes: [], args: ALL, hasReport: false };
      const attempts = await checkSafely(request, check);
      expect([place, ...attempts.map(({ exitCode }) => exitCode)]).toEqual([place, 2, 2]);
    }
    expect(changes(request.root)).toBe(`${before}\n?? sluice.yaml`.trim());
  });

  it("is not read through a link or from a device", async () => {
    const request = await openPullRequest({
      base: BASE,
      outside: { "sluice.yaml": OWN },
      prepare(root) {
        symlinkSync("../outside/sluice.yaml", join(root, "sluice.yaml"));
        symlinkSync("/dev/zero", join(root, "src/sluice.yaml"));
      },
    });
    for (const folder of [".", "src"]) {
      const attempts = await checkSafely(request, { recipes: [], args: ALL, folder });
      expect(attempts.map(({ exitCode }) => exitCode)).toEqual([2, 2]);
    }
  });

  it("ends in time, whatever it is made of", async () => {
    const bomb = "bcdefghij".replace(
      /./g,
      (c, i) => `${c}: &${c} [${`*${"abcdefghij"[i]}, `.repeat(9)}]\n`,
    );
    for (const text of [
      "recipes: &a [*a]",
      `a: &a [1]\n${bomb}recipes: *j`,
      `recipes:\n${"  - good\n".repeat(20_000)}`,
      `recipes: ${"[".repeat(500_000)}`,
      `recipes: [good]\npaths: ["${"{a,b}".repeat(500)}"]`,
      `recipes: ["${"*(a".repeat(30)}${")".repeat(30)}.yaml"]`,
      "#".repeat(5_000_000),
    ]) {
      const request = await openPullRequest({ base: { ...BASE, "sluice.yaml": project(text) } });
      for (const { exitCode } of await checkSafely(request, { recipes: [] }))
        expect([text.slice(0, 99), exitCode]).toEqual([text.slice(0, 99), 2]);
    }
  });
});
