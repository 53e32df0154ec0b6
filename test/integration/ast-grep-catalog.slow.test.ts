import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { compileOp } from "../../src/edit/compile/compile-op.ts";
import { languageOfPath, resolveLanguage } from "../../src/edit/language/language.ts";
import { planFile } from "../support/plan-file.ts";
import { ruleOpOf } from "../support/rule-op.ts";
import { runWith } from "../support/run-request.ts";
import { readText, tempTree } from "../support/temp-tree.ts";

const CATALOG = resolve(import.meta.dirname, "../fixtures/ast-grep-catalog");
/** Where the grammars of the other languages are installed. */
const REPOSITORY = resolve(import.meta.dirname, "../..");

interface CatalogCase {
  readonly name: string;
  readonly extension: string;
  readonly input: string;
  readonly expected: string;
  /** A rule file, or undefined where the catalog shows a command line. */
  readonly rule: string | undefined;
}

const cases: readonly CatalogCase[] = readdirSync(CATALOG, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const folder = join(CATALOG, name);
    const input = readdirSync(folder).find((file) => file.startsWith("input.")) ?? "";
    const extension = input.slice("input.".length);
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    return {
      name,
      extension,
      input: read(input),
      expected: read(`expected.${extension}`),
      rule: existsSync(join(folder, "rule.yml")) ? read("rule.yml") : undefined,
    };
  });

const possible = cases.filter(({ extension }) => languageOfPath(`a.${extension}`) !== undefined);
const rules = possible.filter(
  (each): each is CatalogCase & { rule: string } => each.rule !== undefined,
);

/** As published, trailing white space and blank lines aside. */
function essence(text: string): string {
  return text
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
}

/** Runs one step over the input of a case, and answers what is there then. */
async function edit({ input, extension }: CatalogCase, call: object, more: Record<string, string>) {
  const file = `src/input.${extension}`;
  const recipe = stringify({ version: 1, steps: [{ id: "it", ast_edit: call }] });
  const root = tempTree({ [file]: input, "recipe.yaml": recipe, ...more });
  const report = await runWith(root, { policy: "apply-all" }, undefined, { ownFolder: REPOSITORY });
  return { text: readText(root, file), report };
}

// Its code is TSX under the name of TypeScript: a file with syntax errors, which a step skips (A8).
const hasSyntaxErrors = ({ name }: CatalogCase) => name === "tsx_rewrite-mobx-component";

describe("the rules of the ast-grep catalog, as published", () => {
  it("are all tested: every one of their languages can be edited", () => {
    expect(possible.map(({ name }) => name)).toEqual(cases.map(({ name }) => name));
    expect(cases).toHaveLength(11);
  });

  it("rust_get-digit-count-in-usize: the command line as an op changes the code as shown", async () => {
    const each = cases.find(({ name }) => name === "rust_get-digit-count-in-usize");
    const folder = join(CATALOG, "rust_get-digit-count-in-usize");
    const command = readFileSync(join(folder, "cmd.sh"), "utf8");
    const [pat, out] = [...command.matchAll(/'([^']*)'/g)].map(([, quoted]) => quoted);
    if (each === undefined) throw new Error("The case is gone.");
    const { text } = await edit(each, { lang: "rust", ops: [{ pat, out }] }, {});
    expect(essence(text)).toBe(essence(each.expected));
  });

  it.each(rules.filter((each) => !hasSyntaxErrors(each)))(
    "$name: a rule file changes the code as the catalog shows (A5, A16)",
    async (each) => {
      const { text, report } = await edit(
        each,
        { rules: ["rules/*.yml"] },
        { "rules/a.yml": each.rule },
      );
      expect(report.diagnostics).toEqual([]);
      expect(essence(text)).toBe(essence(each.expected));
    },
  );

  it.each(rules.filter((each) => !hasSyntaxErrors(each)))(
    "$name: the same rule as an op does the same",
    async (each) => {
      const { id: _id, language, fix, ...rule } = parse(each.rule);
      const lang = resolveLanguage(language);
      const { text } = await edit(each, { lang, ops: [{ ...rule, out: fix }] }, {});
      expect(essence(text)).toBe(essence(each.expected));
    },
  );

  it("tsx_rewrite-mobx-component: the code is as shown, and the rule is found not idempotent", async () => {
    const each = rules.find(hasSyntaxErrors);
    if (each === undefined) throw new Error("The case is gone.");
    const outcome = compileOp(ruleOpOf(each.rule), "typescript");
    if (outcome.kind !== "compiled") throw new Error("The rule is not valid.");
    const plan = planFile(each.input, "typescript", [outcome.op], { editDespiteErrors: true });
    expect(plan.kind === "edited" && essence(plan.text)).toBe(essence(each.expected));

    const asTsx = { ...each, extension: "tsx" };
    const rule = each.rule.replace("language: typescript", "language: tsx");
    const { text, report } = await edit(asTsx, { rules: ["a.yml"] }, { "a.yml": rule });
    expect(essence(text)).toBe(essence(each.expected));
    expect(report.actions.map(({ facts }) => facts.idempotent)).toEqual([false]);
  });
});
