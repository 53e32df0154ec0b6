import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { languageOfPath } from "../../../src/edit/language/language.ts";
import { updateWithCli } from "../../support/ast-grep-cli.ts";
import { packagesIn } from "../../support/grammar-packages.ts";
import { languageCases } from "../../support/language-cases.ts";
import { planFile } from "../../support/plan-file.ts";
import { compiled } from "./compiled.ts";

const repository = path.resolve(import.meta.dirname, "../../..");
const grammars = createGrammars(packagesIn(repository));
const isReady = (language: string) => grammars.readinessOf(language).kind === "ready";

/** Returns the text that `ast-grep run -U` writes for one file. */
function editWithCli(file: string, text: string, pat: string, out: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "sluice-languages-"));
  try {
    writeFileSync(path.join(folder, file), text);
    updateWithCli(folder, { pat, out });
    return readFileSync(path.join(folder, file), "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Packages beyond the development dependencies are compared if they are installed (`--no-save`).
describe.each(languageCases.filter(({ language }) => isReady(language)))(
  "$language: planFile writes what ast-grep run -U writes (A5, A6, A16, G4)",
  ({ language, file, text, edits }) => {
    test("the extension names the language", () => {
      expect(languageOfPath(file)).toBe(language);
    });

    // Typed into a pattern, that character makes a metavariable, in ast-grep as here.
    test("the character that stands for the dollar is the one of ast-grep", () => {
      const [pattern] = edits.flatMap(([pat]) => (/(?<!\$)\$[A-Z]/.test(pat) ? [pat] : []));
      for (const character of ["µ", "_", "z", "\u{10000}"]) {
        const op = { pat: (pattern ?? "").replaceAll("$", character), out: "x" };
        const outcome = compileOp({ kind: "pattern", id: "ops[0]", ...op }, language);
        const ops = outcome.kind === "compiled" ? [outcome.op] : [];
        const plan = planFile(text, language, ops, { editDespiteErrors: true });
        const after = plan.kind === "edited" ? plan.text : text;
        expect(after, op.pat).toBe(editWithCli(file, text, op.pat, op.out));
      }
    });

    test.each(edits)("%j → %j", (pat, out) => {
      const plan = planFile(text, language, [compiled({ pat, out }, language)], {
        editDespiteErrors: false,
      });
      const expected = editWithCli(file, text, pat, out);
      expect(plan.kind === "edited" ? plan.text : plan.kind).toBe(expected);
      expect(expected).not.toBe(text);
    });
  },
);

test("every grammar that is a development dependency is compared", () => {
  const { devDependencies } = JSON.parse(
    readFileSync(path.join(repository, "package.json"), "utf8"),
  ) as { devDependencies: Record<string, string> };
  const packages = Object.keys(devDependencies).filter((name) => name.includes("/lang-"));
  const languages = packages.map((name) => name.replace(/.*lang-/, ""));
  expect(languages.filter(isReady)).toEqual(languages);
  const compared = languageCases.map(({ language }) => language);
  // The ast-grep CLI has no TOML.
  expect(languages.filter((each) => !compared.includes(each))).toEqual(["toml"]);
});
