import { resolve } from "node:path";
import type { LanguageOf } from "../../edit/language/file-languages.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import type { FormatParams } from "../../model/recipe/format-params.ts";
import type { Workspace } from "../../model/workspace.ts";
import { once } from "../../shared/once.ts";
import { endMarked, nextMark } from "../../shared/process/end-marked.ts";
import type { FileQueue } from "../../tools/changes/file-queue.ts";
import type { Shadows } from "../../tools/command/shadow.ts";
import type { Formatter, OpenFormatter } from "../../tools/format/formatter-shapes.ts";
import type { FormatMemory } from "../../tools/format/one-formatter.ts";
import type { ModuleLoader } from "../../tools/load-module.ts";

/** The surroundings of the formatters of one call. */
export interface FormattingCall {
  /** Absolute. */
  readonly root: string;
  readonly workspace: Workspace;
  readonly shadows: Shadows | undefined;
  readonly loader: ModuleLoader | undefined;
  /** One for all calls of the batch. */
  readonly files: FileQueue;
  readonly grammars: Grammars;
  readonly languageOf: LanguageOf;
  readonly signal: AbortSignal;
  readonly onPrinted?: ((text: string) => void) | undefined;
}

/** The answers within each batch: nothing is written in one, and so no settings of a formatter change. */
const memories = new WeakMap<FileQueue, FormatMemory>();

/** Returns the formatter of a call; undefined if nothing is to be formatted, as in most steps. */
export function stepFormatter(
  formatters: readonly FormatParams[] = [],
  call: FormattingCall,
): Formatter | undefined {
  if (formatters.length === 0) return undefined;
  const opened = once(() => openStepFormatter(formatters, call));
  return { format: async (changes) => (await opened()).format(changes) };
}

async function openStepFormatter(
  formatters: readonly FormatParams[],
  call: FormattingCall,
): Promise<Formatter> {
  const [{ createFormatter }, { releaseTrees }, { countErrors }] = await Promise.all([
    import("../../tools/format/create-formatter.ts"),
    import("../../edit/engine/tree-memory.ts"),
    import("../../edit/passes/count-errors.ts"),
  ]);
  const { root, workspace, loader, files, grammars, languageOf } = call;
  const memory: FormatMemory = memories.get(files) ?? new Map();
  memories.set(files, memory);
  return createFormatter({
    formatters,
    memory,
    open: (params) => openFormatter(params, call),
    changedCode(run) {
      const laid = (workspace.laidOver?.() ?? []).map((path) => resolve(root, path));
      return loader?.files.changedInCommand(run, laid);
    },
    async hasMoreErrors(path, text, than) {
      const language = languageOf(path);
      if (language === undefined || grammars.readinessOf(language).kind !== "ready") return false;
      const [errors, known] = [text, than].map((each) => countErrors(each, { language, ops: [] }));
      await releaseTrees(text.length + than.length);
      return (errors ?? 0) > (known ?? 0);
    },
  });
}

async function openFormatter(
  params: FormatParams,
  { root, shadows, loader, signal, onPrinted = () => undefined }: FormattingCall,
): Promise<OpenFormatter> {
  if (shadows === undefined) throw new Error("Only steps of recipes have formatters.");
  loader?.checkPackages();
  if (params.input === "stdin") {
    const { formatByStdin } = await import("../../tools/format/format-by-stdin.ts");
    const mark = nextMark();
    return {
      run: (texts) => formatByStdin(texts, params, { folder: root, shadows, mark, signal }),
      close: async () => endMarked(mark), // A daemon that it started would go on.
    };
  }
  const { formatFiles } = await import("../../tools/format/format-files.ts");
  const { refuseForeignWrites } = await import("../../tools/command/foreign-writes.ts");
  const shadow = await shadows.open(params.link, signal);
  return {
    run: (texts) => formatFiles(texts, params, { shadow, shadows, signal, onPrinted }),
    async close() {
      try {
        refuseForeignWrites(shadow, "formatter");
      } finally {
        await shadow.remove();
      }
    },
  };
}
