/** A language that can be edited, by its canonical lower-case id. */
export type Language = "typescript" | "tsx" | "javascript" | "html" | "css";

/** What this program has to know about a language that the engine does not tell. */
export interface LanguageFacts {
  readonly id: Language;
  /** The name that the engine knows the grammar by. */
  readonly engineName: string;
  /** Other names that people use for it, in lower case. The id is not repeated. */
  readonly aliases: readonly string[];
  /** File name extensions without the dot. Case counts, as in ast-grep. */
  readonly extensions: readonly string[];
  /**
   * What stands for the `$` of a metavariable while a pattern is parsed: a character that the
   * grammar allows in a name. Must be the one that the engine uses.
   */
  readonly metaVariableCharacter: string;
}

// A list and not a record: dynamic grammars are looked up in the same way once they are added.
const languages: readonly LanguageFacts[] = [
  {
    id: "typescript",
    engineName: "TypeScript",
    aliases: ["ts"],
    extensions: ["ts", "cts", "mts"],
    metaVariableCharacter: "$",
  },
  {
    id: "tsx",
    engineName: "Tsx",
    aliases: [],
    extensions: ["tsx"],
    metaVariableCharacter: "$",
  },
  {
    id: "javascript",
    engineName: "JavaScript",
    aliases: ["js", "jsx"],
    extensions: ["cjs", "js", "mjs", "jsx"],
    metaVariableCharacter: "$",
  },
  {
    id: "html",
    engineName: "Html",
    aliases: [],
    extensions: ["html", "htm", "xhtml"],
    metaVariableCharacter: "z",
  },
  {
    id: "css",
    engineName: "Css",
    aliases: ["scss"],
    extensions: ["css", "scss"],
    metaVariableCharacter: "_",
  },
];

/** The ids of all languages that can be edited, in alphabetical order (A6). */
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
