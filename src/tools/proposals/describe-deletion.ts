import { releaseTrees } from "../../edit/engine/tree-memory.ts";
import { diffOfEdits } from "../../edit/text/diff-of-edits.ts";
import type { FileChange } from "../../model/action/preview.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { FileRead } from "../../model/workspace.ts";
import { changesPackage } from "../../shared/package-manifest.ts";
import { createExportsCheck } from "../ast-edit/facts/exports-changed.ts";
import type { ReadyFile } from "../changes/commit-changes.ts";
import { NO_LANGUAGE } from "../text-edit/describe-change.ts";
import { findEditTarget, type TextEditContext } from "../text-edit/text-edit.ts";

/**
 * Describes the deletion of a text file. Its losses stay unknown, because everything in it is lost: a rule that asks
 * for none does not hit. Throws a `ToolError` if the file must not be written, or is not there.
 */
export async function describeDeletion(
  written: string,
  tool: string,
  context: TextEditContext,
): Promise<FileChange> {
  const { path, before } = await findEditTarget(written, context);
  if (before === undefined) throw new ToolError(`There is no file \`${written}\` to delete.`);
  const { text, hash } = before;
  const edits = [{ opId: tool, start: 0, end: text.length, text: "" }];
  const language = context.languageOf(path);
  return {
    path,
    language: language ?? NO_LANGUAGE,
    preHash: hash,
    postHash: null,
    edits,
    superseded: [],
    bytes: Buffer.byteLength(text),
    ...diffOfEdits(path, text, undefined, edits),
    isIdempotent: true,
    addsSyntaxErrors: false,
    isCommentsOnly: false,
    isWhitespaceOnly: false,
    exportsChanged: await exportsOf({ path, text }, context),
    changesPackage: changesPackage(path, text, undefined),
  };
}

/** Returns the names that a file exports; undefined if nothing asks for them, or no grammar tells. */
async function exportsOf(
  { path, text }: { readonly path: string; readonly text: string },
  { languageOf, grammars, search }: Pick<TextEditContext, "languageOf" | "grammars" | "search">,
): Promise<readonly string[] | undefined> {
  if (search.asked?.includes("exportsChanged") === false) return undefined;
  const language = languageOf(path);
  if (language === undefined || grammars.readinessOf(language).kind !== "ready") return undefined;
  const exported = createExportsCheck({ path, language, text })?.("");
  await releaseTrees(text.length);
  return exported;
}

/** Returns the deletion, or undefined if the file has changed at all: only what was previewed is deleted (A18). */
export function deleteAgain(change: FileChange, read: FileRead): ReadyFile | undefined {
  return read.kind === "text" && read.hash === change.preHash
    ? { change, before: read.text, after: "" }
    : undefined;
}
