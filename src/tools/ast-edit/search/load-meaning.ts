import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { provideImports } from "../../../edit/imports/ready-imports.ts";
import { provideLosses } from "../../../edit/loss/ready-losses.ts";
import { keepsLayout, provideLayout } from "../../../edit/match/ready-layout.ts";
import {
  asksMeaning,
  hasNames,
  type Meaning,
  provideMeaning,
} from "../../../edit/passes/ready-meaning.ts";
import type { AskedFacts } from "../../../model/action/asked-facts.ts";
import type { EditOp } from "../../../model/edit.ts";

/** Loads what judges how the results of edits are read, with the parser of JavaScript. */
export async function loadMeaning(): Promise<Meaning> {
  const [{ createMeaning }, javascript, { canParse }, { goNames }, { javaNames }, { pythonNames }] =
    await Promise.all([
      import("../../../edit/passes/meaning.ts"),
      import("../../../names/javascript/javascript-names.ts"),
      import("../../../names/javascript/parse-program.ts"),
      import("../../../names/go/go-names.ts"),
      import("../../../names/java/java-names.ts"),
      import("../../../names/python/python-names.ts"),
    ]);
  const created = createMeaning({
    javascriptNames: javascript.javascriptNames,
    isProgram: canParse,
    treeNames: { go: goNames, java: javaNames, python: pythonNames },
  });
  provideMeaning(created);
  return created;
}

/** Loads what finds the losses of edits. */
async function loadLosses(): Promise<void> {
  const [{ findLosses }, { createLossSearch, moveLosses }] = await Promise.all([
    import("../../../edit/loss/find-losses.ts"),
    import("../../../edit/loss/match-losses.ts"),
  ]);
  provideLosses({ createLossSearch, moveLosses, findLosses });
}

/** Loads what keeps the layout of matches. */
async function loadLayout(): Promise<void> {
  const { keptText } = await import("../../../edit/match/kept-text.ts");
  provideLayout(keptText);
}

/** Loads what a search needs and most do not: what judges results, keeps layouts, and changes imports. */
export async function loadAsked(
  asked: AskedFacts,
  ops: readonly (CompiledOp | EditOp)[],
): Promise<void> {
  if (asked.includes("losses")) await loadLosses();
  if (asksMeaning(asked, ops)) await loadMeaning();
  if (ops.some(keepsLayout)) await loadLayout();
  if (!ops.some((op) => ("imports" in op && op.imports) || hasNames(op))) return;
  const { changeImports } = await import("../../../edit/imports/change-imports.ts");
  provideImports(changeImports);
}
