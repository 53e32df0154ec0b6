import { z } from "zod";
import { prepareRecipes, type RecipePlaces } from "../../config/prepare/prepare-recipes.ts";
import { findRuleFiles } from "../../config/sources/find-rule-files.ts";
import { resolveLanguage } from "../../edit/language/language.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { countOf } from "../../shared/count-of.ts";
import { once } from "../../shared/once.ts";
import { pathFault, tidyPath } from "../../shared/paths/posix-path.ts";
import { modeline } from "../../shared/schema/schema-names.ts";
import { checkShape } from "../../shared/schema/shape.ts";
import { parseYaml } from "../../shared/yaml/yaml-source.ts";
import type { StarterFile } from "./starter-files.ts";

/** The recipes for the rules of ast-grep, with notes on rules that they leave out; or what is wrong. */
export type AstGrepRecipes =
  | { readonly recipes: readonly NamedFile[]; readonly notes: readonly string[] }
  | { readonly diagnostics: readonly Diagnostic[] };

type NamedFile = StarterFile & { readonly name: string };

/** More folders than a project has. */
const MAX_RULE_DIRS = 100;

/** The part of `sgconfig.yml` that recipes are made of. */
const configSchema = once(() =>
  z.looseObject({
    ruleDirs: z.array(z.string().trim().min(1)).min(1).max(MAX_RULE_DIRS),
    languageGlobs: z.record(z.string(), z.array(z.string())).nullish(),
  }),
);

type Config = z.infer<ReturnType<typeof configSchema>>;

/** The way to check a recipe that is in no file yet: `objects` are those of the reader of the places. */
export interface RecipeDesk {
  readonly places: RecipePlaces;
  readonly objects: Map<string, object | string>;
  readonly version: string | undefined;
}

/**
 * Makes a recipe for each rule folder of the `sgconfig.yml` in the root. Rules that Sluice cannot run, such as those
 * without a fix, are left out, file by file: everything that is made is valid.
 */
export async function astGrepRecipes(desk: RecipeDesk): Promise<AstGrepRecipes> {
  const read = await readConfig(desk);
  if ("diagnostics" in read) return read;
  const { config, path } = read;
  const recipes: NamedFile[] = [];
  const notes: string[] = [];
  for (const folder of new Set(config.ruleDirs.map(asNamedOnce))) {
    const made = await recipeOf(folder, { config, path, desk, taken: recipes });
    notes.push(...made.notes);
    if (made.recipe !== undefined) recipes.push(made.recipe);
  }
  if (recipes.length > 0) return { recipes, notes };
  const message = `${path}: none of its rules can be run. ${notes.join(" ")}`;
  const hint = "Sluice needs rules with a `fix`; without --from it makes an example.";
  return { diagnostics: [{ code: "no-rules", severity: "error", message, hint, path }] };
}

async function readConfig({
  places: { reader },
}: RecipeDesk): Promise<{ config: Config; path: string } | { diagnostics: readonly Diagnostic[] }> {
  for (const path of ["sgconfig.yml", "sgconfig.yaml"]) {
    const read = await reader.readOptional(path, "rules");
    if (read === undefined) continue;
    if ("diagnostic" in read) return { diagnostics: [read.diagnostic] };
    const parsed = parseYaml(read.text, path);
    if ("diagnostics" in parsed) return parsed;
    const shape = checkShape(configSchema(), parsed.source.value, parsed.source);
    return "value" in shape ? { config: shape.value, path } : shape;
  }
  const message = "There is no sgconfig.yml in the root.";
  const hint = "Name its folder with --root.";
  return { diagnostics: [{ code: "file-not-found", severity: "error", message, hint }] };
}

/** `rules`, `./rules` and `rules/` are one folder. What is no path below the root stays as it is, for its message. */
function asNamedOnce(written: string): string {
  return pathFault(written) === undefined ? tidyPath(written) || "." : written;
}

interface RuleFolder {
  readonly config: Config;
  readonly path: string;
  readonly desk: RecipeDesk;
  /** The recipes that were made before. */
  readonly taken: readonly NamedFile[];
}

async function recipeOf(
  written: string,
  { config, path, desk, taken }: RuleFolder,
): Promise<{ readonly recipe?: NamedFile; readonly notes: readonly string[] }> {
  const fault = pathFault(written);
  if (fault !== undefined) return { notes: [`${path}: \`${written}\` ${fault}.`] };
  const folder = tidyPath(written);
  const { reader } = desk.places;
  if ((await reader.tree.kindOf(folder)) !== "folder")
    return { notes: [`${path}: there is no folder \`${written}\` below the root.`] };
  const all = await reader.loading.unlessStopped(findRuleFiles(join(folder, "**"), reader.tree));
  if (all.length > INPUT_LIMITS.ruleFiles)
    return { notes: [`${written}: it has more than ${INPUT_LIMITS.ruleFiles} rule files.`] };
  const name = freeName(folder, taken);
  const textOf = (files: readonly string[]) => {
    const isWhole = files.length === all.length && folder !== "";
    const rules = isWhole ? [join(folder, "**")] : files;
    if (rules.length > INPUT_LIMITS.globs) return undefined;
    return recipeText(name, folder, rules, config, desk.version);
  };
  const { text, notes } = await usableText(all, textOf, desk);
  if (text === undefined) return { notes: [...notes, `${written}: no recipe is made of it.`] };
  return { recipe: { name, path: `recipes/${name}.yaml`, text }, notes };
}

/** Leaves out the files that make the recipe invalid, until it is valid. There may be no text that is. */
async function usableText(
  found: readonly string[],
  textOf: (files: readonly string[]) => string | undefined,
  { places, objects }: RecipeDesk,
): Promise<{ readonly text?: string; readonly notes: readonly string[] }> {
  let files = found;
  const notes: string[] = [];
  while (files.length > 0) {
    const text = textOf(files);
    if (text === undefined) return { notes: [...bounded(notes), TOO_MANY] };
    objects.set(DRAFT, text);
    const { diagnostics } = await prepareRecipes([DRAFT], places, { kind: "placeholders" });
    if (!hasErrors(diagnostics)) return { text, notes: bounded(notes) };
    const all = diagnostics.filter(({ severity }) => severity === "error");
    // Two rules of one id: perhaps one of them is left out for another reason.
    const others = all.filter(({ code }) => code !== "duplicate-id");
    const errors = others.length > 0 ? others : all;
    const bad = new Map(errors.map((error) => [error.path ?? "", error.message]));
    const goodFiles = files.filter((file) => !bad.has(file));
    if (goodFiles.length === files.length)
      return { notes: errors.slice(0, 3).map(({ message }) => message) };
    for (const [file, message] of bad)
      if (files.includes(file)) notes.push(`${file} is left out: ${message}`);
    files = goodFiles;
  }
  return { notes: bounded(notes) };
}

const TOO_MANY = "Too many of its rules have to be named one by one.";

/** Stands for the recipe that is checked. */
const DRAFT = "object:init";
const MOST_NOTES = 20;

function bounded(notes: readonly string[]): readonly string[] {
  if (notes.length <= MOST_NOTES) return notes;
  return [...notes.slice(0, MOST_NOTES), `And ${countOf(notes.length - MOST_NOTES, "more file")}.`];
}

function recipeText(
  name: string,
  folder: string,
  rules: readonly string[],
  { languageGlobs }: Config,
  version: string | undefined,
): string {
  const globs = Object.entries(languageGlobs ?? {}).filter(
    ([language, list]) => resolveLanguage(language) !== undefined && list.length > 0,
  );
  const patterns = globs.map(
    ([language, list]) => `  ${JSON.stringify(language)}: ${JSON.stringify(list)}\n`,
  );
  const head = modeline("recipe", version);
  return `${head}# Made of sgconfig.yml: the rules stay where they are, and ast-grep can still use them.
version: 1
name: ${name}
description: ${JSON.stringify(`The ast-grep rules in ${folder === "" ? "the root" : folder}.`)}
${patterns.length === 0 ? "" : `languageGlobs:\n${patterns.join("")}`}parens: auto # Parentheses where a fix needs them to keep its meaning.
steps:
  - id: rules
    ast_edit:
      per: file # Each file is an action of its own, which the policy decides.
      rules:
${rules.map((rule) => `        - ${JSON.stringify(rule)}\n`).join("")}`;
}

/** `rules/js` → `ast-grep-rules-js`; with a number after it if that name is taken. */
function freeName(folder: string, taken: readonly NamedFile[]): string {
  const plain = `ast-grep-${folder}`
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/-+$/, "")
    .slice(0, 80);
  const isTaken = (name: string) => taken.some((recipe) => recipe.name === name);
  let name = plain;
  for (let next = 2; isTaken(name); next += 1) name = `${plain}-${next}`;
  return name;
}

function join(folder: string, rest: string): string {
  return folder === "" ? rest : `${folder}/${rest}`;
}
