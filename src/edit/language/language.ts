import { type Language, type LanguageFacts, languages } from "./language-table.ts";

export type { Language, LanguageFacts } from "./language-table.ts";

/** The ids of all languages that can be edited, installed or not, in alphabetical order (A6). */
export function supportedLanguages(): readonly Language[] {
  return languages.map(({ id }) => id).sort();
}

/** The language that a person means by `name`, in any case: an id or a usual short form (A6). */
export function resolveLanguage(name: string): Language | undefined {
  const wanted = name.toLowerCase();
  return languages.find(({ id, aliases }) => id === wanted || aliases.includes(wanted))?.id;
}

/** The language of a file by its extension, as ast-grep decides it (A6). Only the name is looked at. */
export function languageOfPath(path: string): Language | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  if (dot <= 0) return undefined; // `.ts` alone is a hidden file without an extension
  const extension = name.slice(dot + 1);
  return languages.find(({ extensions }) => extensions.includes(extension))?.id;
}

/** What is known about a language. Throws for an id that was never listed: a mistake of ours. */
export function factsOfLanguage(language: Language): LanguageFacts {
  const facts = languages.find(({ id }) => id === language);
  if (facts === undefined) throw new Error(`Unknown language: ${language}`);
  return facts;
}

/** Whether the engine itself has the grammar, so that nothing has to be installed. */
export function isBuiltIn(language: Language): boolean {
  return factsOfLanguage(language).grammar.kind === "built-in";
}
