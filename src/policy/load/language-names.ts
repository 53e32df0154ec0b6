/** The names of languages for `lang` in a policy. */
export interface LanguageNames {
  /** Returns the language of a name or an alias; undefined if it is unknown. */
  resolve(name: string): string | undefined;
  readonly known: readonly string[];
}
