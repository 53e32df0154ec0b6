import type { ImportsOp, ImportToAdd } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import type { Language } from "../language/language.ts";
import type { CompiledOp } from "./compiled-op.ts";
import { anyOf, containsAll, EVERY_TEXT } from "./prefilter.ts";

/** The languages of which names are known, and imports can change in files that are of the language as a whole. */
export const IMPORTING: readonly Language[] = [
  "javascript",
  "typescript",
  "tsx",
  "python",
  "go",
  "java",
];

/** Those of them with ES modules. In the others an op with `imports` counts only if its step names the language. */
export const ES_LANGUAGES: readonly Language[] = ["javascript", "typescript", "tsx"];

/** The languages whose declarations `rename` gives other names. */
export const RENAMING: readonly Language[] = [...ES_LANGUAGES, "python"];

/** The kinds of the nodes that whole files are; `program` in other languages. */
const ROOTS: Readonly<Record<string, string>> = { python: "module", go: "source_file" };

type ImportsOutcome =
  | { readonly kind: "compiled"; readonly op: CompiledOp }
  | { readonly kind: "invalid"; readonly problems: readonly OpProblem[] }
  | { readonly kind: "other-language" };

/** A file is looked at if another op may match in it, if it may get an import, or if it names the module. */
export function compileImports({ id, imports }: ImportsOp, language: Language): ImportsOutcome {
  if (!IMPORTING.includes(language)) return { kind: "other-language" };
  const { add, remove, merge, when } = imports;
  const problems = add.flatMap((each, index) => problemsOf(each, index, language));
  if (problems.length > 0) return { kind: "invalid", problems };
  const named = remove.map(({ from }) => containsAll([from]));
  const always = add.length > 0 || merge ? EVERY_TEXT : anyOf(named);
  return {
    kind: "compiled",
    op: {
      id,
      language,
      imports,
      search: { rule: { kind: ROOTS[language] ?? "program" } },
      transforms: [],
      fix: { template: [] },
      sharedNames: [],
      prefilter: when === "always" ? always : anyOf([]),
      rewriters: {},
      isIgnorable: false,
    },
  };
}

/** The ways to import that a language does not have, and what to write. */
const NONE: Readonly<
  Record<string, { readonly keys: readonly ("default" | "names")[]; readonly hint: string }>
> = {
  python: { keys: ["default"], hint: "Python has `names`, and `namespace` for a whole module" },
  java: { keys: ["default"], hint: "Java has `{ from: a.b.C }`, and `names` for static imports" },
  go: {
    keys: ["default", "names"],
    hint: "Go imports packages: `{ from: os }`, or with a `namespace`",
  },
};

function problemsOf(add: ImportToAdd, index: number, language: Language): readonly OpProblem[] {
  const { keys = [], hint = "" } = NONE[language] ?? {};
  return keys.flatMap((key): readonly OpProblem[] => {
    if (add[key] === undefined || add[key].length === 0) return [];
    const message = `has no meaning here: ${hint}.`;
    return [{ code: "unknown-key", field: ["imports", "add", index, key], message }];
  });
}
