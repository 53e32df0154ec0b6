import { factsOfLanguage, type Language } from "../../edit/language/language.ts";
import type { InputFile } from "../proposals/find-inputs.ts";
import type { TextEditContext } from "../text-edit/text-edit.ts";
import type { FilesAnswers, FilesQuestion } from "./files-asked.ts";
import { relativeModulesIn } from "./symbols/module-paths.ts";

/** The most files that are read at the same time. */
const MOST_READ = 32;

/** The languages whose imports are looked for. */
const IMPORTING: ReadonlySet<Language> = new Set(["javascript", "typescript", "tsx", "python"]);

/**
 * Answers what threads ask about files: about those of the step only, and with the texts that the run has of them.
 * `read` gets the hash of each text that is given out, and "" for a file that another process has saved meanwhile.
 */
export function answerFiles(
  files: readonly InputFile[],
  { workspace, signal }: Pick<TextEditContext, "workspace" | "signal">,
  read: Map<string, string>,
): (question: FilesQuestion) => Promise<FilesAnswers[FilesQuestion["kind"]]> {
  const languages = new Map(files.map(({ path, language }) => [path, language]));
  let imports: Promise<FilesAnswers["imports"]> | undefined;
  const textOf = async (path: string) => {
    const found = await workspace.read(path);
    return found.kind === "text" ? found : undefined;
  };
  return async (question) => {
    if (question.kind === "imports") {
      imports ??= findImports(files, { textOf, signal });
      return imports;
    }
    const language = languages.get(question.path);
    const found = language && (await textOf(question.path));
    if (!found) return [];
    const isSame = (read.get(question.path) ?? found.hash) === found.hash;
    read.set(question.path, isSame ? found.hash : "");
    return [{ text: found.text, language: factsOfLanguage(language).engineName }];
  };
}

async function findImports(
  files: readonly InputFile[],
  {
    textOf,
    signal,
  }: {
    readonly textOf: (path: string) => Promise<{ readonly text: string } | undefined>;
    readonly signal: AbortSignal;
  },
): Promise<FilesAnswers["imports"]> {
  const wanted = files.filter(({ language }) => language && IMPORTING.has(language));
  const found: { path: string; modules: readonly string[] }[] = [];
  for (let at = 0; at < wanted.length && !signal.aborted; at += MOST_READ) {
    const group = wanted.slice(at, at + MOST_READ);
    const texts = await Promise.all(group.map(({ path }) => textOf(path)));
    for (const [index, { path }] of group.entries()) {
      const modules = relativeModulesIn(texts[index]?.text ?? "", path);
      if (modules.length > 0) found.push({ path, modules });
    }
  }
  return found;
}
