import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { INPUT_LIMITS } from "../../../src/model/input-limits.ts";
import type { RunRequest } from "../../../src/request/request.ts";
import {
  ACME,
  faultOf,
  holdBy,
  link,
  ruleOf,
  treeExtending,
} from "../../support/extended-package.ts";
import { cliReport } from "../../support/run-cli.ts";
import { runWith } from "../../support/run-request.ts";
import {
  type Tree,
  tempFolder,
  tempRepository,
  tempTree,
  writeTree,
} from "../../support/temp-tree.ts";

const DEFAULT = `${ACME}/sluice.policy.yaml`;
const MANIFEST = `${ACME}/package.json`;

describe("a policy that extends one in a package is refused", () => {
  it.each<[name: string, files: Tree, fault: string]>([
    [
      "@acme/policies",
      {},
      "There is no built-in policy and no package `@acme/policies`: looked in node_modules.\n" +
        "Install it: `npm install --save-dev @acme/policies`. Or name a folder in which it is installed: `--packages DIR`.",
    ],
    ["saef", {}, "Did you mean `safe`? Install it"],
    [
      "@acme/policies",
      { [MANIFEST]: "{}" },
      `The package \`@acme/policies\` offers no policy: There is no file ${DEFAULT}.\n` +
        "Name a file of the package, such as `@acme/policies/strict.yaml`.",
    ],
    [
      "@acme/policies/x.yaml",
      { [DEFAULT]: holdBy("x") },
      `There is no file ${ACME}/x.yaml.\nThe package is ${ACME}.`,
    ],
    [
      "@acme/policies",
      { [MANIFEST]: "{ sluice" },
      `${MANIFEST} is not valid JSON.\nName a file of`,
    ],
    ["@acme/policies", { [MANIFEST]: "[]" }, `${MANIFEST} is not an object.`],
    [
      "@acme/policies",
      { [MANIFEST]: '{ "sluice": "x.yaml" }' },
      `${MANIFEST} has a \`sluice.policy\` that is not a text.`,
    ],
    [
      "@acme/policies",
      { [MANIFEST]: '{ "sluice": { "policy": ["a"] } }' },
      `${MANIFEST} has a \`sluice.policy\` that is not a text.`,
    ],
    [
      "@acme/policies",
      { [MANIFEST]: '{ "sluice": { "policy": "../../../sluice.policy.yaml" } }' },
      `${MANIFEST} has a \`sluice.policy\` that is no path inside of the package.`,
    ],
    [
      "@acme/policies",
      { [MANIFEST]: " ".repeat(INPUT_LIMITS.configBytes + 1) },
      `${MANIFEST} is larger than ${INPUT_LIMITS.configBytes} bytes.`,
    ],
    [
      "@acme/policies",
      { [DEFAULT]: " ".repeat(INPUT_LIMITS.configBytes + 1) },
      `${DEFAULT} is larger than ${INPUT_LIMITS.configBytes} bytes.`,
    ],
    ["@acme/policies", { [ACME]: "A file.\n" }, `${ACME} is no folder of a package.`],
    ["@acme/policies/../../x.yaml", {}, "names no policy: it is not built in, no package"],
    ["@acme", {}, "`@acme` names no policy"],
    ["https:", {}, "`https:` names no policy"],
    ["acme/x.yaml", {}, "There is no file acme/x.yaml.\n"],
    [
      "acme/x.yaml",
      { "node_modules/acme/y.yaml": "" },
      "There is no file node_modules/acme/x.yaml.",
    ],
  ])("as %j is", async (name, files, fault) => {
    const root = tempTree(treeExtending(name, files));
    expect(await faultOf(runWith(root, {}))).toContain(fault);
  });

  it("if packages extend each other, also through links", async () => {
    const files = {
      "node_modules/a/sluice.policy.yaml": "version: 1\nextends: b\n",
      "node_modules/b/sluice.policy.yaml": "version: 1\nextends: a\n",
    };
    const root = tempTree(treeExtending("a", files));
    const [fault] = (await runWith(root, {})).diagnostics;
    expect(fault).toMatchObject({ path: "node_modules/b/sluice.policy.yaml", line: 2 });
    expect(fault?.message).toContain("A policy extends itself: sluice.policy.yaml → ");
    const looped = tempTree(treeExtending("loop", {}));
    link(looped, "node_modules/loop", "..");
    expect((await runWith(looped, {})).diagnostics[0]?.message).toContain("extends itself");
  });

  it("names the place in the package that is at fault, and shows its line", async () => {
    const root = tempTree(
      treeExtending("@acme/policies", { [DEFAULT]: "version: 1\nrulez: []\n" }),
    );
    const { diagnostics } = await runWith(root, {});
    expect(diagnostics[0]).toMatchObject({ path: DEFAULT, line: 2, code: "unknown-key" });
    expect(diagnostics[0]?.frame).toContain("rulez");
  });
});

describe("packages of policies and trust", () => {
  const base: Partial<RunRequest> = { trust: "base", base: "HEAD" };

  /** A folder in which a package was installed, outside of every tree. */
  const installed = (rule: string) => tempTree({ [DEFAULT]: holdBy(rule) });

  it("takes no package from the work tree with --trust base", async () => {
    const root = tempRepository(treeExtending("@acme/policies", {}));
    writeTree(root, { [DEFAULT]: holdBy("of-the-head") });
    expect(await ruleOf(runWith(root, {}))).toEqual(["of-the-head"]);
    writeTree(root, { "a.js": "old(1);\n" });
    const inside = await faultOf(runWith(root, { ...base, packages: [root] }));
    expect(inside).toContain("What is installed in the work tree is not trusted.");
    const fault = await faultOf(runWith(root, base));
    expect(fault).toMatch(
      /no package `@acme\/policies` in the base commit [0-9a-f]{7}: looked in node_modules\./,
    );
    expect(fault).toContain("What is installed in the work tree is not trusted.\n");
    expect(fault).toContain(
      "`npm install --prefix DIR --ignore-scripts @acme/policies` and `--packages DIR`.",
    );
  });

  it.each([
    ["all", {}],
    ["base", base],
  ])("takes that of --packages first, with --trust %s", async (_mode, request) => {
    const root = tempRepository(treeExtending("@acme/policies", { [DEFAULT]: holdBy("own") }));
    const folder = installed("of-the-caller");
    const report = await runWith(root, { ...request, packages: [folder] });
    expect(report.diagnostics).toEqual([]);
    expect(report.actions[0]?.ruleId).toBe("of-the-caller");
    expect(report.sources).toContainEqual(
      expect.objectContaining({ path: join(folder, DEFAULT), origin: "caller", role: "policy" }),
    );
  });

  it("takes a package that was committed from the base, and never its changes", async () => {
    const root = tempRepository(treeExtending("@acme/policies", { [DEFAULT]: holdBy("own") }));
    writeTree(root, {
      [DEFAULT]: holdBy("changed"),
      [MANIFEST]: '{ "sluice": { "policy": "new.yaml" } }',
      [`${ACME}/new.yaml`]: holdBy("new"),
    });
    const { actions, sources } = await runWith(root, base);
    expect(actions.map(({ ruleId }) => ruleId)).toEqual(["own"]);
    expect(sources).toContainEqual(expect.objectContaining({ path: DEFAULT, origin: "base" }));
  });

  it("reads nothing of the tree for a policy of the caller with --trust none", async () => {
    const root = tempTree(treeExtending("x", { [DEFAULT]: holdBy("x") }));
    const folder = tempTree({
      "a/own.yaml": "version: 1\nextends: '@acme/policies'\n",
      "node_modules/@acme/more/sluice.policy.yaml": holdBy("outside"),
      "b/own.yaml": "version: 1\nextends: '@acme/more'\n",
    });
    const request = { trust: "none", recipes: ["shipped:assert-strict"] } as const;
    writeTree(root, { "a.ts": 'import assert from "assert";\nassert.equal(1, 2);\n' });
    link(folder, ACME, join(root, ACME));
    const fault = await faultOf(runWith(root, { ...request, policy: join(folder, "a/own.yaml") }));
    expect(fault).toContain("is in the tree, and `--trust none` reads no configuration there.");
    const report = await runWith(root, { ...request, policy: join(folder, "b/own.yaml") });
    expect(report.actions[0]?.ruleId).toBe("outside");
  });

  it("reports a folder of --packages in which nothing is installed, once", async () => {
    const root = tempTree(treeExtending("@acme/policies", {}));
    const { diagnostics } = await runWith(root, { packages: [tempFolder()] });
    expect(diagnostics.map(({ code }) => code)).toContain("invalid-option");
  });

  it("writes no plan after the package has changed", async () => {
    const allow = (verdict: string) => `version: 1\ndefault: { verdict: ${verdict}, reason: R. }\n`;
    const root = tempTree(treeExtending("@acme/policies", { [DEFAULT]: allow("apply") }));
    await cliReport(root, ["plan", "recipe.yaml", "-o", "plan.json"]);
    writeTree(root, { [DEFAULT]: allow("discard") });
    const { exitCode, report } = await cliReport(root, ["apply", "plan.json"]);
    expect([exitCode, report.totals.applied]).toEqual([3, 0]);
  });
});
