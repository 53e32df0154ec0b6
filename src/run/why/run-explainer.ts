import { releaseTrees } from "../../edit/engine/tree-memory.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import type { Language } from "../../edit/language/language.ts";
import { notesOfFiles } from "../../explain/file-notes.ts";
import {
  explainedOp,
  explainInFile,
  type OpInFile,
  type SearchedFile,
} from "../../explain/op-in-files.ts";
import { takesPart } from "../../explain/part-of-op.ts";
import type { EditOp } from "../../model/edit.ts";
import type { AstEditParams } from "../../model/recipe/call-step.ts";
import type { OpWhy, StepWhy } from "../../model/report/report.ts";
import { WHY_LIMITS } from "../../model/report/why-schema.ts";
import type { MatchNote } from "../../model/search/match-explanation.ts";
import type { Workspace } from "../../model/workspace.ts";
import { fileMatcher } from "../../tools/ast-edit/search/compile-ops.ts";
import { createLetThrough } from "../../tools/ast-edit/search/let-through.ts";
import { readSource } from "../../tools/ast-edit/search/searchable-file.ts";
import { countByOp, countedOp } from "./count-by-op.ts";
import { type AbsentWord, findLikelyFiles, type LikelyFiles } from "./likely-files.ts";
import type { CallToExplain, StepExplainer } from "./step-explainer.ts";
import { filesOfStep, type StepFiles } from "./step-files.ts";

/** The tree in which the steps of a run search. */
export interface ExplainedTree {
  readonly workspace: Workspace;
  readonly grammars: Grammars;
  /** When it fires, what is explained by then is all. */
  readonly signal: AbortSignal;
}

/**
 * Explains what the steps of a run found (`--why`). Its bounds are those of the whole run, so that the calls have to
 * come one after the other, in their order.
 */
export class RunExplainer implements StepExplainer {
  readonly #tree: ExplainedTree;
  readonly #reading = { bytes: WHY_LIMITS.bytesOfRun };
  #ops: number = WHY_LIMITS.opsOfRun;

  constructor(tree: ExplainedTree) {
    this.#tree = tree;
  }

  async explain(call: CallToExplain): Promise<StepWhy> {
    const { recipe, step, findings, failure } = call;
    const tool = step.kind === "tool" ? step.tool : step.kind;
    const names = { recipe: recipe.name, step: step.id, tool };
    const counts = countByOp(call.changes);
    const changed = new Set<string>();
    for (const { path } of call.changes) changed.add(path);
    const { searched = [], skipped = [] } = findings ?? {};
    const left = new Set(skipped.map(({ path }) => path));
    const files = {
      searched: searched.length,
      changed: changed.size,
      unchanged: searched.filter((path) => !changed.has(path) && !left.has(path)).length,
      skipped: left.size,
    };
    const failed = failure === undefined ? [] : [{ code: "failed", message: failure }];
    if (step.kind !== "ast_edit" || findings === undefined)
      return { ...names, files, notes: [...failed, ...notesOfFiles(skipped)] };
    const { params } = step;
    const found = filesOfStep(params, { recipe, findings, ...(await this.#files()) });
    const counted = params.ops.map((op) => countedOp(op, counts.get(op.id)));
    return {
      ...names,
      files,
      languages: [...found.languages],
      notes: [...failed, ...found.notes, ...passesNote(params)],
      ops: await this.#explainOps(params.ops, counted, found),
    };
  }

  async #files() {
    const { workspace, grammars } = this.#tree;
    return { listed: await workspace.listFiles(), grammars };
  }

  /** Explains the first ops without any match, as far as the bounds go. */
  async #explainOps(
    ops: readonly EditOp[],
    counted: readonly OpWhy[],
    files: StepFiles,
  ): Promise<OpWhy[]> {
    const room = Math.min(WHY_LIMITS.opsOfStep, this.#ops);
    const silent = counted.flatMap(({ matches, superseded }, index) => {
      const op = ops[index];
      return op !== undefined && matches + superseded === 0 ? [{ op, index }] : [];
    });
    const chosen = silent.slice(0, room);
    this.#ops -= chosen.length;
    const letThrough = createLetThrough(this.#tree.signal);
    const toPlace = chosen.map(({ op }) => ({ op, isFor: fileTest(op, files) }));
    const { workspace } = this.#tree;
    const reading = { workspace, budget: this.#reading, letThrough };
    const likely = chosen.length === 0 ? [] : await findLikelyFiles(toPlace, files.files, reading);
    const explained = [...counted];
    for (const [at, { op, index }] of chosen.entries()) {
      await letThrough();
      const own = counted[index];
      const found = likely[at];
      if (own !== undefined && found !== undefined)
        explained[index] = await this.#explainOp(op, own, found, files);
    }
    return explained;
  }

  async #explainOp(
    op: EditOp,
    counted: OpWhy,
    { files: likely, absent }: LikelyFiles,
    files: StepFiles,
  ): Promise<OpWhy> {
    const isPart = files.files.some(fileTest(op, files));
    const inFiles: OpInFile[] = [];
    for (const file of isPart ? likely : firstByLanguage(files)) {
      const { path, language } = file;
      const candidate = { path, language, isReadonly: false, isNamed: false };
      const source = readSource(candidate, this.#tree.workspace);
      if ("kind" in source) continue; // It is told with the files that were skipped.
      // An op that takes no part is explained without the text, too.
      const text = source.text.length > WHY_LIMITS.fileText ? "" : source.text;
      const isForFile = (each: EditOp) => fileMatcher(each)(path);
      const explained = explainInFile(op, file, { ...files.choice, text, isForFile });
      if (explained !== undefined) inFiles.push(explained);
      await releaseTrees(2 * text.length);
    }
    const notes = isPart ? absentNotes(absent) : [noPartNote(files, inFiles)];
    return explainedOp(counted, notes, inFiles);
  }
}

/** Returns a test of the files that an op takes part in: by their language, and by its own globs. */
function fileTest(op: EditOp, { choice }: StepFiles): (file: SearchedFile) => boolean {
  const isForFile = fileMatcher(op);
  const byLanguage = new Map<Language, boolean>();
  return ({ path, language }) => {
    const isSearched = byLanguage.get(language) ?? takesPart(op, language, choice);
    byLanguage.set(language, isSearched);
    return isSearched && isForFile(path);
  };
}

/** Returns a file of each of the most frequent languages. */
function firstByLanguage({ files, languages }: StepFiles): readonly SearchedFile[] {
  return languages
    .slice(0, WHY_LIMITS.filesOfOp)
    .flatMap(({ language }) => files.find((file) => file.language === language) ?? []);
}

/** Says that an op takes part in no file; the reason is that of the files in which it is explained. */
function noPartNote({ languages }: StepFiles, inFiles: readonly OpInFile[]): MatchNote {
  const names = languages.map(({ language, files }) => `${language} ${files}`).join(", ");
  if (names === "") return { code: "no-files", message: "the step searched no file" };
  return inFiles.some(({ explained }) => explained.state === "invalid")
    ? { code: "invalid", message: `it is valid in no language of the files (${names})` }
    : { code: "no-part", message: `it takes part in no file of the step (${names})` };
}

function absentNotes(absent: readonly AbsentWord[]): readonly MatchNote[] {
  return absent.map(({ word, meant }) => ({
    code: "absent-word",
    message: `\`${word}\` is in none of the files that were searched`,
    hint: meant === undefined ? undefined : `They have \`${meant}\``,
  }));
}

function passesNote({ passes }: AstEditParams): readonly MatchNote[] {
  if (passes === 1) return [];
  const message =
    "Edits of several passes that touch count for the op that made the first: the others are explained in the text before all passes";
  return [{ code: "passes", message }];
}
