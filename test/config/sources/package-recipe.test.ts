import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { link } from "../../support/extended-package.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import {
  type Tree,
  tempFolder,
  tempRepository,
  tempTree,
  writeTree,
} from "../../support/temp-tree.ts";

/** The folder of a package. */
const ACME = "node_modules/@acme/recipes";

const recipe = (to: string) =>
  `version: 1\nsteps:\n  - { id: e, ast_edit: { lang: js, ops: [{ pat: old($A), out: ${to}($A) }] } }\n`;

const using = (name: string) => `version: 1\nsteps:\n  - { id: u, uses: "${name}" }\n`;

const treeWith = (files: Tree): Tree => ({ "a.js": "old(1);\n", ...files });

/** Returns the lines that a preview adds, and its faults. */
async function outcomeOf(root: string, argv: readonly string[]): Promise<readonly string[]> {
  const { report } = await cliReport(root, ["preview", ...argv]);
  const faults = report.diagnostics.filter(({ severity }) => severity === "error");
  const lines = report.actions.flatMap(({ files }) =>
    files.map(({ diff = "" }) => /^\+(\w.*)$/m.exec(diff)?.[1] ?? ""),
  );
  return [...lines, ...faults.map(({ code, message }) => `${code} ${message}`)];
}

describe("a recipe in a package", () => {
  const pack = {
    [`${ACME}/recipes/strict.yaml`]: recipe("strict"),
    [`${ACME}/lib/x.yaml`]: recipe("lib"),
    [`${ACME}/recipes/all/recipe.yaml`]: `${using("strict")}  - uses: ./lib/x.yaml\n`,
    "recipes/strict.yaml": recipe("own"),
    "node_modules/plain/recipes/y.yml": recipe("plain"),
    [`${ACME}/index.js`]: "throw new Error('loaded');\n",
  };

  it.each<[name: string, added: string]>([
    ["npm:@acme/recipes/strict", "strict(1);"],
    ["npm:@acme/recipes/lib/x.yaml", "lib(1);"],
    ["npm:plain/y", "plain(1);"],
    ["npm:@acme/recipes/all", "strict(1);"],
  ])(
    "is used as %s on the command line, in a project file and in a recipe",
    async (name, added) => {
      const root = tempTree(
        treeWith({
          ...pack,
          "sluice.yaml": `version: 1\nrecipes: ["${name}"]\n`,
          "outer.yaml": using(name),
        }),
      );
      expect(await outcomeOf(root, [name])).toEqual([added]);
      expect(await outcomeOf(root, [])).toEqual([added]);
      expect(await outcomeOf(root, ["outer.yaml"])).toEqual([added]);
      expect((await cli(root, ["validate", name])).exitCode).toBe(0);
      expect((await cli(root, ["show", name])).exitCode).toBe(0);
    },
  );

  it("is planned, and applied from its place", async () => {
    const root = tempTree(treeWith(pack));
    const file = join(tempFolder(), "plan.json");
    const argv = ["plan", "npm:@acme/recipes/strict", "-o", file, "--policy", "apply-all"];
    expect((await cli(root, argv)).exitCode).toBe(0);
    writeTree(root, { [`${ACME}/recipes/strict.yaml`]: recipe("other") });
    expect((await cli(root, ["apply", file, "--no-cache"])).exitCode).toBe(3);
    writeTree(root, pack);
    expect((await cli(root, ["apply", file, "--no-cache"])).exitCode).toBe(0);
  });

  it("is found first in a folder of the caller, and there in every mode of trust", async () => {
    const folder = tempFolder();
    writeTree(folder, { [`${ACME}/recipes/strict.yaml`]: recipe("callers") });
    const root = tempTree(treeWith(pack));
    for (const trust of ["all", "none"]) {
      const argv = ["npm:@acme/recipes/strict", "--packages", folder, "--trust", trust];
      expect(await outcomeOf(root, argv)).toEqual(["callers(1);"]);
    }
    writeTree(root, { "sluice.yaml": 'version: 1\nrecipes: ["npm:@acme/recipes/strict"]\n' });
    expect(await outcomeOf(root, ["--packages", folder])).toEqual(["callers(1);"]);
  });

  it("is not trusted in the work tree with `--trust base`, unless the base has it", async () => {
    const root = tempRepository(treeWith({ ".gitignore": "node_modules\n" }));
    writeTree(root, pack);
    const argv = ["npm:@acme/recipes/strict", "--trust", "base", "--base", "HEAD"];
    expect((await outcomeOf(root, argv)).join()).toMatch(
      /^recipe-not-found There is no package `@acme\/recipes` in the base commit \w{7}: looked in node_modules/,
    );
    expect(
      (await outcomeOf(root, ["npm:@acme/recipes/strict", "--trust", "none"])).join(),
    ).toContain("not-trusted node_modules/@acme/recipes is in the tree");
    const committed = tempRepository(treeWith(pack));
    writeTree(committed, { [`${ACME}/recipes/strict.yaml`]: recipe("heads") });
    expect(await outcomeOf(committed, argv)).toEqual(["strict(1);"]);
  });
});

describe("a recipe in a package is refused", () => {
  const secret = { "secret.yaml": recipe("secret"), "node_modules/b/recipes/x.yaml": recipe("b") };

  it.each<[name: string, fault: string]>([
    ["npm:@acme/recipes/../../../secret.yaml", "names no recipe of a package"],
    ["npm:../secret.yaml", "names no recipe of a package"],
    ["npm:/etc/passwd", "names no recipe of a package"],
    ["npm:@acme/recipes", "names no recipe of a package"],
    ["npm:@acme\\recipes\\x", "names no recipe of a package"],
    ["npm:@acme/recipes/none", `The package ${ACME} has no recipe \`none\`.`],
    ["npm:@acme/recipes/linked", "that leads out of its package"],
    ["npm:@acme/recipes/folder/x", "that leads out of its package"],
    ["npm:@acme/recipes/outside", "path-out-of-root"],
    ["npm:missing/x", "There is no package `missing`: looked in node_modules."],
    ["npm:@acme/recipes/climbs", "`../../b/recipes/x.yaml` leaves its package or could"],
    ["npm:@acme/recipes/steals", "There is no recipe"],
  ])("as %s", async (name, fault) => {
    const root = tempTree(
      treeWith({
        ...secret,
        "recipes/mine.yaml": recipe("mine"),
        [`${ACME}/recipes/climbs.yaml`]: using("../../b/recipes/x.yaml"),
        [`${ACME}/recipes/steals.yaml`]: using("mine"),
      }),
    );
    link(root, `${ACME}/recipes/linked.yaml`, "../../../../secret.yaml");
    link(root, `${ACME}/recipes/folder`, "../../../b/recipes");
    link(root, `${ACME}/recipes/outside.yaml`, "/etc/hostname");
    const told = (await outcomeOf(root, [name])).join();
    expect(told).toContain(name.endsWith("steals") ? "has no recipe `mine`" : fault);
    expect(told).not.toContain("secret(1)");
  });
});
