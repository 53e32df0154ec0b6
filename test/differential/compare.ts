import { expect } from "vitest";
import type { CompiledOp } from "../../src/edit/compile/compiled-op.ts";
import type { Strictness } from "../../src/model/edit.ts";
import { compiled, compiledRule } from "../edit/compile/compiled.ts";
import { scanWithCli, updateWithCli } from "../support/ast-grep-cli.ts";
import { planFile } from "../support/plan-file.ts";
import { ruleOpOf } from "../support/rule-op.ts";
import { type Corpus, takeChanges, withTabs } from "./corpus.ts";

/** A pattern and a replacement, as `ast-grep run` takes them. */
export interface PatternPair {
  readonly pat: string;
  readonly out: string;
  readonly selector?: string;
  readonly strictness?: Strictness;
}

/** The text of a rule file without `id` and `language`. */
export interface RulePair {
  readonly rule: string;
}

/**
 * Edits a corpus with ast-grep and with Sluice, and compares every file, byte by byte. Answers how many
 * files changed. A file with syntax errors, which Sluice skips on purpose (A8), is edited here too.
 */
export function compare(corpus: Corpus, pair: PatternPair | RulePair): number {
  const op = "rule" in pair ? byRule(corpus, pair) : byPattern(corpus, pair);
  const byCli = takeChanges(corpus);
  let changed = 0;
  for (const [name, before] of corpus.texts) {
    const plan = planFile(before, corpus.language, [op], { editDespiteErrors: true });
    expect(plan.kind === "edited" ? plan.text : before, name).toBe(byCli.get(name) ?? before);
    if (plan.kind === "edited") changed += 1;
  }
  compareTabs(corpus, op, byCli);
  return changed;
}

/** ast-grep counts only spaces: a file that tabs indent is compared with what it makes of one that spaces indent. */
function compareTabs(corpus: Corpus, op: CompiledOp, byCli: ReadonlyMap<string, string>): void {
  for (const [name, before] of corpus.tabbed) {
    const plan = planFile(before, corpus.language, [op], { editDespiteErrors: true });
    const after = byCli.get(name);
    const expected = after === undefined ? before : withTabs(after);
    const text = plan.kind === "edited" ? plan.text : before;
    expect(withoutBlanks(text), `${name}, with tabs`).toBe(withoutBlanks(expected));
  }
}

/** Lines that are blank are indented by ast-grep. */
function withoutBlanks(text: string): string {
  return text.replace(/^[ \t]+$/gm, "");
}

function byPattern({ folder, language }: Corpus, pair: PatternPair): CompiledOp {
  updateWithCli(folder, { ...pair, language });
  return compiled(pair, language);
}

function byRule({ folder, language }: Corpus, { rule }: RulePair): CompiledOp {
  const document = `id: it\nlanguage: ${language}\n${rule}`;
  scanWithCli(folder, document);
  return compiledRule(ruleOpOf(document), language);
}
