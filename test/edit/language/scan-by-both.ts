import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Language, languageOfPath } from "../../../src/edit/language/language.ts";
import { scanWithCli, withLineEndsOf } from "../../support/ast-grep-cli.ts";
import { planFile } from "../../support/plan-file.ts";
import { ruleOpOf } from "../../support/rule-op.ts";
import { tempFolder } from "../../support/temp-tree.ts";
import { compiledRule } from "../compile/compiled.ts";

/**
 * Returns the texts that Sluice and `ast-grep scan -U` write for the rule of a rule file. `language` is that of the
 * rule if it differs from that of the file.
 */
export function scanByBoth(
  rule: string,
  text: string,
  extension = "ts",
  language?: Language,
): { ours: string; cli: string } {
  const folder = tempFolder();
  const file = path.join(folder, `a.${extension}`);
  writeFileSync(file, text);
  const fileLanguage = languageOfPath(file) as Language;
  const ruleLanguage = language ?? fileLanguage;
  const full = `id: it\nlanguage: ${ruleLanguage}\n${rule}`;
  scanWithCli(folder, full);
  const op = compiledRule(ruleOpOf(full), ruleLanguage);
  const plan = planFile(text, fileLanguage, [op], { editDespiteErrors: true });
  return {
    ours: plan.kind === "edited" ? plan.text : text,
    cli: withLineEndsOf(text, readFileSync(file, "utf8")),
  };
}
