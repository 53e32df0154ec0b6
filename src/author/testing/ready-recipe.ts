import { checkToolSteps } from "../../config/prepare/check-tool-steps.ts";
import { prepareRecipes, type RecipePlaces } from "../../config/prepare/prepare-recipes.ts";
import { refuseCode } from "../../config/prepare/recipe-extensions.ts";
import type { LoadingStop } from "../../config/sources/loading-stop.ts";
import { locateRecipe } from "../../config/sources/locate-recipe.ts";
import { exactName, shownPlace } from "../../config/sources/source-place.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { asksModel, type Recipe } from "../../model/recipe/recipe.ts";
import type { FolderEntry } from "../../model/workspace.ts";
import { hasCode } from "../../recipe/code-of.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { checkShape } from "../../shared/schema/shape.ts";
import { shown } from "../../shared/shown.ts";
import { parseYaml } from "../../shared/yaml/yaml-source.ts";
import { snippetFileSchema } from "./case-schema.ts";
import { type CasesPlace, casesPlaceOf } from "./cases-place.ts";
import { readText } from "./read-text.ts";
import { below, caseFault, isMeant } from "./read-tree.ts";
import { readTreeCase } from "./read-tree-case.ts";
import { opsById } from "./run-snippet.ts";
import type { SnippetCase, TestCase } from "./test-case.ts";

/** As many as rule files of a step. */
const MOST_CASES = INPUT_LIMITS.ruleFiles;

/** A recipe whose cases may run. */
export interface ReadyRecipe {
  readonly name: string;
  /** The name of its file, for people. */
  readonly path: string;
  /** A name that finds exactly it. */
  readonly exactName: string;
  readonly recipe: Recipe;
  /** True if the command line names it. */
  readonly isNamed: boolean;
  /** Undefined if it is in no file. */
  readonly place: CasesPlace | undefined;
  readonly cases: readonly TestCase[];
  /** Why none of its cases runs: a sentence. */
  readonly untested?: string | undefined;
}

/** How recipes are made ready. */
export interface Readying {
  readonly places: RecipePlaces;
  readonly grammars: Grammars;
  readonly allowCode: boolean;
  readonly isNamed: boolean;
}

/** A recipe that is ready, and all errors of it and of its cases. */
export interface MadeReady {
  readonly ready?: ReadyRecipe;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and checks a recipe and all of its cases. Nothing runs. */
export async function readyRecipe(
  name: string,
  { places, grammars, allowCode, isNamed }: Readying,
): Promise<MadeReady> {
  const { reader } = places;
  const prepared = await prepareRecipes([name], places, { kind: "placeholders" });
  const [recipe] = prepared.recipes;
  const located = await locateRecipe(name, reader);
  if (recipe === undefined || located === undefined) return { diagnostics: prepared.diagnostics };
  const place = casesPlaceOf(located.place, reader);
  const read =
    place === undefined ? { cases: [], diagnostics: [] } : await readCases(place, reader.loading);
  const { cases } = read;
  const hasTrees = cases.some(({ kind }) => kind === "tree");
  const diagnostics = [
    ...prepared.diagnostics,
    ...read.diagnostics,
    ...checkToolSteps([recipe]),
    ...unknownIds(cases, recipe, grammars),
    ...(hasTrees && !allowCode && hasCode(recipe) ? refuseCode([recipe]) : []),
  ];
  if (hasErrors(diagnostics)) return { diagnostics };
  const untested = whyUntested(recipe, place, cases);
  const exact = exactName(located.place, reader.root);
  const path = shownPlace(located.place);
  const shown = { name: recipe.name, path, exactName: exact };
  return { ready: { ...shown, recipe, isNamed, place, cases, untested }, diagnostics };
}

function whyUntested(
  recipe: Recipe,
  place: CasesPlace | undefined,
  cases: readonly TestCase[],
): string | undefined {
  if (asksModel(recipe)) return "It asks a model, and a test asks none.";
  if (cases.length > 0) return undefined;
  return place === undefined ? "It is in no file." : `It has no case in ${place.folder}.`;
}

/** A snippet of a rule that the recipe does not have tests nothing. */
function unknownIds(
  cases: readonly TestCase[],
  recipe: Recipe,
  grammars: Grammars,
): readonly Diagnostic[] {
  const seen = new Set<string>();
  return cases.flatMap((test): Diagnostic[] => {
    if (test.kind !== "snippet" || seen.has(test.id)) return [];
    seen.add(test.id);
    const ops = opsById(test, recipe, grammars);
    const fault = { code: "invalid-case", severity: "error", ...test.place } as const;
    if (ops.length === 0)
      return [{ ...fault, message: `The recipe ${recipe.name} has no rule \`${test.id}\`.` }];
    if (ops.some(({ languages }) => languages.length > 0)) return [];
    return [{ ...fault, message: `The language of the rule \`${test.id}\` is not installed.` }];
  });
}

/** The cases of a recipe, and all errors in them. */
interface ReadCases {
  readonly cases: readonly TestCase[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the cases of a recipe, by their names; none if it has no folder of them. */
async function readCases(place: CasesPlace, loading: LoadingStop): Promise<ReadCases> {
  const { files, folder } = place;
  const kind = await files.kindOf(folder);
  if (kind === "missing") return { cases: [], diagnostics: [] };
  if (kind !== "folder")
    return faulty(caseFault(folder, `${shown(folder)} is no folder of cases.`));
  const entries = (await files.entries(folder)).filter(isMeant);
  if (entries.length > MOST_CASES)
    return faulty(caseFault(folder, `${shown(folder)} has more than ${MOST_CASES} cases.`));
  const cases: TestCase[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const entry of [...entries].sort((a, b) => comparePaths(a.name, b.name))) {
    await loading.pause();
    const read = await readEntry(place, entry);
    if ("diagnostics" in read) diagnostics.push(...read.diagnostics);
    else cases.push(...read.cases);
  }
  return { cases, diagnostics };
}

function readEntry(
  place: CasesPlace,
  { name, kind }: FolderEntry,
): Promise<
  { readonly cases: readonly TestCase[] } | { readonly diagnostics: readonly Diagnostic[] }
> {
  const path = below(place.folder, name);
  if (kind === "folder") return readTreeCase(place, name);
  if (kind === "file" && isSnippetFile(name)) return readSnippets(place, path, name);
  const what = kind === "link" ? "a link" : "no case";
  const hint = "A case is a folder with `input`, or a file `ID-test.yml` with snippets.";
  return Promise.resolve({ diagnostics: [caseFault(path, `${shown(path)} is ${what}.`, hint)] });
}

function faulty(fault: Diagnostic): ReadCases {
  return { cases: [], diagnostics: [fault] };
}

/** True for the name of a file with snippets, as ast-grep names them. */
function isSnippetFile(name: string): boolean {
  return /-test\.ya?ml$/.test(name);
}

/** Reads a file of snippets in ast-grep's own format. */
async function readSnippets(
  place: CasesPlace,
  path: string,
  name: string,
): Promise<
  { readonly cases: readonly SnippetCase[] } | { readonly diagnostics: readonly Diagnostic[] }
> {
  const read = await readText(place, path);
  if ("fault" in read) return { diagnostics: [read.fault] };
  const parsed = parseYaml(read.text, path);
  if ("diagnostics" in parsed) return parsed;
  const { source } = parsed;
  const shape = checkShape(snippetFileSchema(), source.value, source);
  if (!("value" in shape)) return shape;
  const { id, valid, invalid } = shape.value;
  const casesOf = (list: SnippetCase["list"], texts: readonly string[]): SnippetCase[] =>
    texts.map((text, index) => ({
      kind: "snippet",
      name: `${name} ${list}[${index}]`,
      id,
      list,
      text,
      place: source.placeOf(["id"]),
    }));
  const cases = [...casesOf("invalid", invalid ?? []), ...casesOf("valid", valid ?? [])];
  if (cases.length > 0) return { cases };
  return { diagnostics: [caseFault(path, `${path} has no snippets.`)] };
}
