import { Conversation } from "../../agent/conversation/conversation.ts";
import { responseRequest } from "../../agent/conversation/response.ts";
import { type AttachedFiles, attachFiles } from "../../agent/prompt/attach-files.ts";
import { attachedFiles, type PromptHook, submitPrompt } from "../../agent/prompt/submit-prompt.ts";
import type { BaseReferences } from "../../config/sources/references.ts";
import { findFileRefs } from "../../files/refs/find-file-refs.ts";
import { createScope } from "../../files/scope.ts";
import type { ConversationItem } from "../../model/conversation.ts";
import type { PromptStep } from "../../model/recipe/prompt-step.ts";
import type { FileRefEntry } from "../../model/report/transcript.ts";
import { fillOutputs } from "../../recipe/inputs/fill-outputs.ts";
import { type PromptText, promptText } from "../../recipe/inputs/prompt-text.ts";
import { createPromptHook } from "../../tools/hooks/create-prompt-hook.ts";
import { hookCode } from "../../tools/hooks/hook-code.ts";
import type { PromptSurroundings } from "./prompt-surroundings.ts";

/** The outcome of building the beginning of a conversation. */
export type BuiltPrompt =
  | {
      readonly kind: "built";
      readonly items: readonly ConversationItem[];
      readonly fileRefs: readonly FileRefEntry[];
    }
  /** Nothing entered the history (F11). */
  | {
      readonly kind: "cancelled";
      readonly reason: string;
      readonly fileRefs: readonly FileRefEntry[];
    }
  /** The model is not to be asked. */
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly items: readonly ConversationItem[];
      readonly fileRefs: readonly FileRefEntry[];
    };

/**
 * Builds the beginning of a conversation: puts outputs of earlier steps in, finds and reads the references in the
 * recipe's own text, asks hooks, and submits the prompt (F1, F5, F11).
 */
export async function buildPrompt(
  prompt: PromptSurroundings,
  outputs: ReadonlyMap<string, unknown>,
): Promise<BuiltPrompt> {
  const { recipe, step, context } = prompt;
  const filled = fillPrompt(step, outputs);
  if ("fault" in filled) return { kind: "failed", message: filled.fault, items: [], fileRefs: [] };
  const { maxBytes, mode } = recipe.fileRefs;
  const { redact, references } = context.tooling.conversations;
  const workspace = references.kind === "base" ? references.files : context.world.workspace;
  const named = { workspace, scope: createScope(recipe.scope) };
  const segments = await findFileRefs(filled, named);
  const refusal = references.kind === "none" ? REFUSED : undefined;
  const attached = await attachFiles(segments, filled.attach, named, { maxBytes, refusal });
  reportAlerts(attached, prompt);
  if (references.kind === "base") reportDiffering(attached, references.files, prompt);
  const fileRefs = attached.entries;
  noteSources(fileRefs, prompt);
  const conversation = new Conversation({ redact });
  const submitted = await submitPrompt(conversation, attached.text, {
    interceptors: [attachedFiles(attached.items)],
    hooks: promptHooks(prompt),
  });
  if (submitted.kind === "cancelled") return { ...submitted, fileRefs };
  if (step.response) conversation.append(responseRequest(step.response.schema));
  if (mode === "strict" && attached.alerts.length > 0) {
    const message = "A file reference could not be resolved, and `fileRefs.mode` is strict.";
    return { kind: "failed", message, items: conversation.items, fileRefs };
  }
  return { kind: "built", items: conversation.items, fileRefs };
}

/** A prompt with the outputs of earlier steps in place. */
interface FilledPrompt extends PromptText {
  /** Paths to attach after it. */
  readonly attach: readonly string[];
}

function fillPrompt(
  step: PromptStep,
  outputs: ReadonlyMap<string, unknown>,
): FilledPrompt | { readonly fault: string } {
  const written = promptText(step.prompt, outputs);
  if ("fault" in written) return written;
  const filled = fillOutputs(step.attach, outputs);
  if ("fault" in filled) return filled;
  const attach = textsOf(filled.value);
  if (attach === undefined)
    return { fault: "An entry of `attach` must be a text or a list of texts." };
  if (written.text.trim() === "")
    return { fault: "The prompt is empty once the outputs of earlier steps are in it." };
  return { ...written, attach };
}

function noteSources(fileRefs: readonly FileRefEntry[], { sources }: PromptSurroundings): void {
  for (const { path, outcome } of fileRefs) {
    if (outcome === "file") sources.note([path]);
    if (outcome === "dir") sources.noteFolder(path === "." ? "" : path);
  }
}

/** An output may be a list of paths. */
function textsOf(value: unknown): readonly string[] | undefined {
  const texts: readonly unknown[] = [value].flat(2);
  const known = texts.filter((text) => typeof text === "string");
  return known.length === texts.length ? known : undefined;
}

/** The words about each reference of a run that trusts nothing of the tree. */
const REFUSED = "is in the tree, and `--trust none` attaches nothing of it";

/** Reports references whose file was read from the base commit, and is another one in the work tree. */
function reportDiffering(
  { entries }: AttachedFiles,
  files: BaseReferences,
  { recipe, step, context }: PromptSurroundings,
): void {
  for (const { path, outcome } of entries)
    if ((outcome === "file" || outcome === "dir") && files.differs(path)) {
      const message = `\`${path}\` differs in the work tree: the one of the base commit was attached.`;
      const where = { path, recipe: recipe.name, step: step.id };
      context.record.ledger.alert({ level: "warn", code: "file-ref-base", message, ...where });
    }
}

/** Reports one alert for each reference that could not be attached: never silent (F6). */
function reportAlerts(
  { alerts }: AttachedFiles,
  { recipe, step, context }: PromptSurroundings,
): void {
  for (const alert of alerts)
    context.record.ledger.alert({ ...alert, recipe: recipe.name, step: step.id });
}

/** Returns the hooks of a recipe that are asked before a prompt enters the history (F12). */
function promptHooks({ recipe, step, context }: PromptSurroundings): readonly PromptHook[] {
  const { root, stop } = context.world;
  const { extensions } = context.tooling;
  const { signal } = stop;
  return recipe.hooks.flatMap((hook, index) => {
    if (!hook.on.includes("prompt")) return [];
    const whose = `The hook hooks[${index}] of ${recipe.name}`;
    const code = hookCode(hook, { root, signal, loader: extensions.loader });
    const ask = createPromptHook(hook, { whose, signal }, code);
    return [({ text }) => ask({ event: "prompt", recipe: recipe.name, step: step.id, text })];
  });
}
