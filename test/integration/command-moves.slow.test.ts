import { describe, expect, it } from "vitest";
import { recipeOf, runCommand, scriptRecipe } from "../support/command-run.ts";
import { readText, snapshot } from "../support/temp-tree.ts";

const TEXT = "foo(1);\nfoo(2);\nfoo(3);\n";
const SRC = { paths: ["src/**", "lib/**"] };
const MOVE =
  'fs.mkdirSync("lib"); fs.renameSync("src/a.ts", "lib/a.ts"); fs.appendFileSync("lib/a.ts", "//\\n");';

/** Applies everything but what meets a condition. */
function policyOf(when: string): string {
  return `version: 1
default: { verdict: apply, reason: Applied. }
guards: [{ id: g, when: ${when}, verdict: hold, reason: Held. }]
`;
}

const stepOf = (script: string, keys: object) => JSON.parse(scriptRecipe(script, keys)).steps[0];
const filesIn = (root: string) =>
  Object.keys(snapshot(root)).filter((path) => /^(src|lib)\//.test(path));

describe("a move by a command", () => {
  it.each(["file", "match"])(
    "is one action with per: %s, made as a whole or not at all",
    async (per) => {
      const { root, states, report } = await runCommand({
        "src/a.ts": TEXT,
        "recipe.yaml": scriptRecipe(`${MOVE} fs.writeFileSync("src/b.ts", "x;\\n");`, {
          ...SRC,
          per,
        }),
        "sluice.policy.yaml": policyOf("{ expr: facts.deletedFiles.size() > 0 }"),
      });
      expect(report.actions.map(({ files }) => files.map(({ path }) => path))).toEqual([
        ["lib/a.ts", "src/a.ts"],
        ["src/b.ts"],
      ]);
      expect(states).toEqual(["held", "applied"]);
      expect(filesIn(root)).toEqual(["src/a.ts", "src/b.ts"]);
    },
  );

  it("X1 is left out as a whole if an earlier action on the file was held, and a warning says so", async () => {
    const first = { id: "first", ast_edit: { per: "file", ops: [{ pat: "foo(1)", out: "x()" }] } };
    const { root, alerts, report } = await runCommand({
      "src/a.ts": TEXT,
      "recipe.yaml": recipeOf(first, stepOf(MOVE, SRC)),
      "sluice.policy.yaml": policyOf("{ step: [first] }"),
    });
    expect(filesIn(root)).toEqual(["src/a.ts", "src/b.ts"]);
    const held = report.skipped.filter(({ why }) => why === "held-before");
    expect(held.map(({ path }) => path).sort()).toEqual(["lib/a.ts", "src/a.ts"]);
    expect(alerts).toMatch(
      /2 files left alone \(onHeld\): .*src\/a.ts.*lib\/a.ts \(moved from src\/a.ts/,
    );
  });

  it("is left out as a whole if one half is refused", async () => {
    const { root, alerts, states } = await runCommand({
      "src/a.ts": TEXT,
      "recipe.yaml": scriptRecipe('fs.renameSync("src/a.ts", "src/aux.ts");', SRC),
    });
    expect(alerts).toContain("src/aux.ts: `src/aux.ts` is the name of a device on Windows.");
    expect(alerts).toContain("src/a.ts: it is moved to src/aux.ts, which is refused.");
    expect([states, readText(root, "src/a.ts")]).toEqual([[], TEXT]);
  });
});

describe("files that a command leaves alone", () => {
  it("X1 are only these, also if an earlier action would have made one", async () => {
    const first = stepOf('fs.writeFileSync("src/new.ts", "held;\\n");', SRC);
    const second = stepOf(
      'fs.writeFileSync("src/new.ts", "2;\\n"); fs.writeFileSync("src/b.ts", "2;\\n");',
      SRC,
    );
    const { root, states, alerts } = await runCommand({
      "recipe.yaml": recipeOf({ ...first, id: "first" }, { ...second, id: "second" }),
      "sluice.policy.yaml": policyOf("{ step: [first] }"),
    });
    expect(states).toEqual(["held", "applied"]);
    expect(alerts).toContain("1 file left alone (onHeld): src/new.ts");
    expect([filesIn(root), readText(root, "src/b.ts")]).toEqual([["src/a.ts", "src/b.ts"], "2;\n"]);
  });

  it("do not make the others look as if the command were not idempotent", async () => {
    const first = { id: "first", ast_edit: { per: "file", ops: [{ pat: "foo(1)", out: "x()" }] } };
    const second = stepOf(
      'for (const f of ["a", "b"]) fs.writeFileSync(`src/${f}.ts`, "y;\\n");',
      SRC,
    );
    const { report } = await runCommand({
      "recipe.yaml": recipeOf(first, { ...second, id: "second" }),
      "sluice.policy.yaml": policyOf("{ step: [first] }"),
    });
    expect(report.actions.at(-1)?.facts).toMatchObject({ files: ["src/b.ts"], idempotent: true });
  });
});
