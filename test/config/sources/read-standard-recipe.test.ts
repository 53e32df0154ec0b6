import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { cli, cliReport } from "../../support/run-cli.ts";
import { commitAll, tempRepository, tempTree } from "../../support/temp-tree.ts";

const RECIPE = `version: 1
steps: [{ ast_edit: { ops: [{ pat: "a($A)", out: "b($A)" }] } }]
`;
const TREE = { "a.ts": "a(1);\n", "recipe.yaml": RECIPE };

const inputOf = (text: string | Buffer) => ({ standardInput: () => Readable.from([text]) });

describe("sluice preview -", () => {
  it("takes a recipe from standard input", async () => {
    const { exitCode, report } = await cliReport(tempTree(TREE), ["preview", "-"], inputOf(RECIPE));
    expect({ exitCode, files: report.totals.filesMatched }).toEqual({ exitCode: 0, files: 1 });
    expect(report.actions[0]?.recipe).toBe("stdin");
    expect(report.sources).toMatchObject([{ path: "<stdin>", role: "recipe", origin: "caller" }]);
  });

  it("takes it beside others, in the order of the words", async () => {
    const words = ["preview", "-", "recipe.yaml"];
    const input = inputOf(RECIPE.replace("version: 1", "version: 1\nname: first"));
    const { report } = await cliReport(tempTree(TREE), words, input);
    expect(report.steps.map(({ recipe }) => recipe)).toEqual(["first", "recipe"]);
  });

  it("shows a fault of it with line, column and the code around it", async () => {
    const input = inputOf(RECIPE.replace("a($A)", "a(").replace("steps", "stepz"));
    const { exitCode, stderr } = await cli(tempTree(TREE), ["preview", "-"], input);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("<stdin>:2:1: error: Unknown key `stepz`.");
    expect(stderr).toContain("> 2 | stepz:");
  });

  it.each<[title: string, text: string | Buffer, told: string]>([
    ["nothing", "", "Standard input is empty: there is no recipe in it."],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0, 1]), "Standard input is not UTF-8."],
    ["too much", Buffer.alloc(1024 * 1024 + 1, "a"), "Standard input has more than 1048576 bytes."],
    ["two documents", `${RECIPE}---\n${RECIPE}`, "The file must be one document"],
    ["a text", "a text\n", "The file must be a map"],
  ])("refuses %s", async (_title, text, told) => {
    const { exitCode, report } = await cliReport(tempTree(TREE), ["preview", "-"], inputOf(text));
    expect(exitCode).toBe(2);
    expect(report.diagnostics[0]?.message).toContain(told);
  });

  it.each<[words: string[], told: string]>([
    [["-", "-"], "`-` is given twice: standard input is read once."],
    [["-", "--files-from", "-"], "Standard input cannot be the recipe and the list"],
  ])("preview %j is refused, and reads nothing", async (words, told) => {
    const input = { standardInput: () => expect.fail("It is read.") };
    const { exitCode, report } = await cliReport(tempTree(TREE), ["preview", ...words], input);
    expect(exitCode).toBe(2);
    expect(report.diagnostics.map(({ message }) => message).join()).toContain(told);
  });

  it("refuses a terminal", async () => {
    const input = { standardInput: () => undefined };
    const { exitCode, stderr } = await cli(tempTree(TREE), ["preview", "-"], input);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      "There is no standard input to read a recipe from, or it is a terminal",
    );
  });

  it.each(["preview", "validate"])(
    "%s ends by its time limit if nothing comes",
    async (command) => {
      const never = { standardInput: () => new Readable({ read: () => undefined }) };
      const after = () => AbortSignal.timeout(20);
      const words = [command, "-", "--timeout", "1s"];
      const { exitCode } = await cli(tempTree(TREE), words, { ...never, after });
      expect(exitCode).toBe(5);
    },
  );

  it("is checked by sluice validate, as a recipe and as a policy", async () => {
    const policy = 'version: 1\ndefault: { verdict: holt, reason: "x" }\n';
    const checked = await cli(tempTree(TREE), ["validate", "-"], inputOf(policy));
    expect(checked.exitCode).toBe(2);
    expect(checked.stdout).toContain("<stdin>:2:21: error: `default.verdict` must be");
    expect((await cli(tempTree(TREE), ["validate", "-"], inputOf(RECIPE))).exitCode).toBe(0);
  });
});

describe("a plan of a recipe from standard input", () => {
  const PLAN = ["plan", "-", "--policy", "apply-all", "-o", "plan.json"];

  async function planned(files: Readonly<Record<string, string>> = TREE) {
    const root = tempRepository(files);
    commitAll(root);
    const { exitCode, stderr } = await cli(root, PLAN, inputOf(RECIPE));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    return root;
  }

  it("brings the recipe, and is derived again and applied in another folder", async () => {
    const root = await planned();
    const text = readFileSync(join(root, "plan.json"), "utf8");
    expect(JSON.parse(text).recipes).toMatchObject([
      { name: "stdin", path: null, shipped: null, text: RECIPE },
    ]);
    const other = tempTree({ ...TREE, "plan.json": text });
    const { exitCode, stderr } = await cli(other, ["apply", "plan.json", "--verify"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(readFileSync(join(other, "a.ts"), "utf8")).toBe("b(1);\n");
  });

  it("is refused if the recipe in it makes other edits", async () => {
    const root = await planned();
    const { makePlan, planText } = await import("../../../src/plan-file/plan.ts");
    const { digest: _, ...plan } = JSON.parse(readFileSync(join(root, "plan.json"), "utf8"));
    const [recipe] = plan.recipes;
    const forged = { ...plan, recipes: [{ ...recipe, text: RECIPE.replace("b(", "c(") }] };
    writeFileSync(join(root, "plan.json"), planText(makePlan(forged)));
    const { exitCode, report } = await cliReport(root, ["apply", "plan.json", "--verify"]);
    expect(exitCode).toBe(3);
    expect(report.alerts[0]?.message).toContain("is not what the plan was made of");
    expect(readFileSync(join(root, "a.ts"), "utf8")).toBe("a(1);\n");
  });

  it("does not choose its recipe if not all of the tree is trusted, and is applied with a file", async () => {
    const root = await planned();
    const words = [
      "apply",
      "plan.json",
      "--trust",
      "base",
      "--base",
      "HEAD",
      "--policy",
      "apply-all",
    ];
    const refused = await cliReport(root, words);
    expect(refused.exitCode).toBe(3);
    expect(refused.report.alerts[0]?.message).toBe(
      "The recipe stdin is in the plan itself, which no plan may do with `--trust base`. Name its file with --recipe FILE.",
    );
    const file = join(tempTree({ "stdin.yaml": RECIPE }), "stdin.yaml");
    const { exitCode } = await cli(root, [...words, "--recipe", file]);
    expect(exitCode).toBe(0);
    expect(readFileSync(join(root, "a.ts"), "utf8")).toBe("b(1);\n");
  });

  it("is no plan if it names a file, too", async () => {
    const root = await planned();
    const { makePlan, planText } = await import("../../../src/plan-file/plan.ts");
    const { digest: _, ...plan } = JSON.parse(readFileSync(join(root, "plan.json"), "utf8"));
    const recipes = [{ ...plan.recipes[0], path: "recipe.yaml" }];
    writeFileSync(join(root, "plan.json"), planText(makePlan({ ...plan, recipes })));
    const { exitCode, report } = await cliReport(root, ["apply", "plan.json"]);
    expect(exitCode).toBe(2);
    expect(report.diagnostics[0]?.code).toBe("plan-invalid");
  });
});
