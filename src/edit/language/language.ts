/** A language that can be edited, by its canonical lower-case id, as ast-grep names it. */
export type Language = string;

/** The facts about a language that the engine does not report. */
export interface LanguageFacts {
  readonly id: Language;
  /** The name that the engine knows the grammar by. */
  readonly engineName: string;
  /** Other names that people use for it, in lower case. The id is not repeated. */
  readonly aliases: readonly string[];
  /** File name extensions without the dot. Case counts, as in ast-grep. */
  readonly extensions: readonly string[];
  /**
   * Stands for the `$` of a metavariable while a pattern is parsed: a character that the grammar allows in a
   * name. It is the one that the ast-grep CLI uses, which may differ from the one that a package names.
   */
  readonly metaVariableCharacter: string;
  /** Put before a pattern that lacks it, so that the grammar reads code and not text. */
  readonly patternPrefix?: string;
  /** The source of the grammar: the engine itself, or a package that may be installed. */
  readonly grammar: { readonly kind: "built-in" } | GrammarPackage;
}

/** A published package with a grammar's library. */
export interface GrammarPackage {
  readonly kind: "package";
  /** `@ast-grep/lang-python` */
  readonly name: string;
  /** The function of the library that returns the grammar. */
  readonly symbol: string;
}

/**
 * Every language, with the extensions that the ast-grep CLI gives it. No package is published for `hcl`, `nix` and
 * `solidity`, which the CLI knows too; the CLI lacks `sql` and `toml`, whose packages are published.
 */
export const languages: readonly LanguageFacts[] = [
  builtIn("typescript", "TypeScript", "$", "ts cts mts", "ts"),
  builtIn("tsx", "Tsx", "$", "tsx"),
  builtIn("javascript", "JavaScript", "$", "cjs js mjs jsx", "js jsx"),
  builtIn("html", "Html", "z", "html htm xhtml"),
  builtIn("css", "Css", "_", "css scss", "scss"),
  published("bash", "$", "bash bats cgi command env fcgi ksh sh tmux tool zsh", "sh shell zsh"),
  published("c", "\u{10000}", "c h"),
  published("cpp", "\u{10000}", "cc hpp cpp c++ hh cxx cu ino", "c++ cc cxx"),
  published("csharp", "µ", "cs", "cs c#", "tree_sitter_c_sharp"),
  published("dart", "$", "dart"),
  published("elixir", "µ", "ex exs", "ex"),
  published("go", "µ", "go", "golang"),
  published("haskell", "µ", "hs", "hs"),
  published("java", "$", "java"),
  published("json", "$", "json"),
  published("kotlin", "µ", "kt ktm kts", "kt"),
  published("lua", "$", "lua"),
  published("markdown", "$", "markdown md", "md"),
  { ...published("php", "µ", "php"), patternPrefix: "<?php " },
  published("python", "µ", "py py3 pyi bzl bazel", "py"),
  published("ruby", "µ", "rb rbw gemspec", "rb"),
  published("rust", "µ", "rs", "rs"),
  published("scala", "$", "scala sc sbt"),
  published("sql", "_", "sql"),
  published("swift", "µ", "swift"),
  published("toml", "_", "toml"),
  published("yaml", "$", "yaml yml", "yml"),
];

/** Returns the ids of all languages that can be edited, installed or not, in alphabetical order (A6). */
export function supportedLanguages(): readonly Language[] {
  return languages.map(({ id }) => id).sort();
}

/** Returns the language that a user means by `name`, in any case: an id or a usual short form (A6). */
export function resolveLanguage(name: string): Language | undefined {
  const wanted = name.toLowerCase();
  return languages.find(({ id, aliases }) => id === wanted || aliases.includes(wanted))?.id;
}

/** Returns the language of a file by its extension, as ast-grep decides it (A6). Reads only the name. */
export function languageOfPath(path: string): Language | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  if (dot <= 0) return undefined; // `.ts` alone is a hidden file without an extension
  const extension = name.slice(dot + 1);
  return languages.find(({ extensions }) => extensions.includes(extension))?.id;
}

/** Returns the facts about a language. Throws for an id that is not in the table, which is a bug of Sluice. */
export function factsOfLanguage(language: Language): LanguageFacts {
  const facts = languages.find(({ id }) => id === language);
  if (facts === undefined) throw new Error(`Unknown language: ${language}`);
  return facts;
}

/** True if the engine itself has the grammar, so that nothing has to be installed. */
export function isBuiltIn(language: Language): boolean {
  return factsOfLanguage(language).grammar.kind === "built-in";
}

function builtIn(
  id: Language,
  engineName: string,
  metaVariableCharacter: string,
  extensions: string,
  aliases = "",
): LanguageFacts {
  return {
    id,
    engineName,
    aliases: words(aliases),
    extensions: words(extensions),
    metaVariableCharacter,
    grammar: { kind: "built-in" },
  };
}

function published(
  id: Language,
  metaVariableCharacter: string,
  extensions: string,
  aliases = "",
  symbol = `tree_sitter_${id}`,
): LanguageFacts {
  return {
    id,
    engineName: id,
    aliases: words(aliases),
    extensions: words(extensions),
    metaVariableCharacter,
    grammar: { kind: "package", name: `@ast-grep/lang-${id}`, symbol },
  };
}

function words(text: string): readonly string[] {
  return text.split(" ").filter((word) => word !== "");
}
