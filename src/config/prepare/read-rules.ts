import type { Diagnostic } from "../../model/diagnostic.ts";
import type { EditOp, GlobalUtil, RuleOp } from "../../model/edit.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { CallStep, FindParams, SearchStep, StepPlaces } from "../../model/recipe/call-step.ts";
import { isSearch, type PlaceInText, type Recipe } from "../../model/recipe/recipe.ts";
import type { RuleWords } from "../../model/recipe/rule-words.ts";
import type { LoadedRules, Placed } from "../../recipe/load-rule-file.ts";
import { missingUtils } from "../../recipe/steps/ast-edit/shared-utils.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { globBase } from "../../shared/paths/glob.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import type { ConfigReader, RecipeHome } from "../sources/config-reader.ts";
import { findRuleFiles } from "../sources/find-rule-files.ts";
import type { RuleReading } from "./read-global-utils.ts";

/** A recipe whose steps have the rules of their rule files among their ops. */
interface CompleteRecipe {
  readonly recipe: Recipe;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the ast-grep rule files that a recipe's steps name, and the utility rules of the project (`sgconfig.yml` in
 * the root), from the tree, or from the commit that has the recipe (`home`). A glob that finds no file is an error:
 * otherwise nothing would happen, silently.
 */
export async function readRules(
  recipe: Recipe,
  { reader, home, grammars }: RuleReading,
): Promise<CompleteRecipe> {
  const diagnostics: Diagnostic[] = [];
  let utils: readonly Placed<GlobalUtil>[] | undefined;
  const complete = async (step: CallStep): Promise<CallStep> => {
    if (!isSearch(step) || !asksUtils(step)) return step;
    if (utils === undefined) {
      const { readGlobalUtils } = await import("./read-global-utils.ts");
      const read = await readGlobalUtils({ reader, home, grammars });
      utils = read.loaded;
      diagnostics.push(...read.diagnostics);
    }
    const rules = await readRuleFiles(step, reader, home);
    diagnostics.push(...rules.diagnostics);
    const whole = withRules(step, rules.loaded, utils);
    if (whole.kind !== "find") return whole;
    return { ...whole, params: { ...whole.params, ruleWords: rules.words } };
  };
  const steps: Recipe["steps"][number][] = [];
  for (const step of recipe.steps) {
    if (step.kind === "prompt") steps.push(step);
    else if (step.kind !== "parallel") steps.push(await complete(step));
    else {
      const calls: CallStep[] = [];
      for (const call of step.steps) calls.push(await complete(call));
      steps.push({ ...step, steps: calls });
    }
  }
  return { recipe: { ...recipe, steps }, diagnostics };
}

/** True if a step has rule files, or an op that refers to a utility rule which its recipe does not have. */
function asksUtils({ params: { rules, ops } }: SearchStep): boolean {
  return rules.length > 0 || ops.some(asksProject);
}

function asksProject(op: EditOp): op is RuleOp {
  return op.kind === "rule" && missingUtils(op).length > 0;
}

async function readRuleFiles(
  { kind, params, places }: SearchStep,
  reader: ConfigReader,
  home: RecipeHome,
): Promise<LoadedRules<RuleOp> & { readonly words: FindParams["ruleWords"] }> {
  const words = new Map<string, RuleWords>();
  const loaded: Placed<RuleOp>[] = [];
  const idsOff: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const paths = new Set<string>();
  for (const [index, glob] of params.rules.entries()) {
    const found = await reader.loading.unlessStopped(findRuleFiles(glob, home.files));
    if (found.length === 0)
      diagnostics.push(await noRuleFile(glob, places(["rules", index]), reader, home));
    for (const path of found) paths.add(path);
  }
  if (paths.size > INPUT_LIMITS.ruleFiles) {
    const message = `\`rules\` finds ${paths.size} rule files; a step takes at most ${INPUT_LIMITS.ruleFiles}.`;
    diagnostics.push(diagnosticAt(places(["rules"]), "invalid-value", message));
    return { loaded, words, diagnostics };
  }
  for (const path of paths) {
    const read = await reader.read(home.placeOf(path), "rules");
    if ("diagnostic" in read) diagnostics.push(read.diagnostic);
    else {
      const { loadRuleFile } = await import("../../recipe/load-rule-file.ts");
      const file = loadRuleFile(read.text, read.path, { isTold: kind === "find" });
      loaded.push(...file.loaded);
      for (const [id, each] of file.words) words.set(id, each);
      idsOff.push(...file.idsOff);
      diagnostics.push(...file.diagnostics);
    }
  }
  diagnostics.push(...findDuplicateIds(loaded));
  // A step that does nothing would look like one whose work is done.
  if (loaded.length === 0 && params.ops.length === 0 && diagnostics.length === 0)
    diagnostics.push(noRules(places(["rules"]), idsOff));
  return { loaded, words, diagnostics };
}

async function noRuleFile(
  glob: string,
  place: PlaceInText,
  { trust }: ConfigReader,
  { files }: RecipeHome,
): Promise<Diagnostic> {
  if (trust.mode === "none" && files.origin !== "git")
    return diagnosticAt(place, "not-trusted", `\`${glob}\` is in the tree: none of it is trusted.`);
  const isRefused = (await files.kindOf(tidyPath(globBase(glob)))) === "refused";
  if (!isRefused) return diagnosticAt(place, "file-not-found", `\`${glob}\` finds no rule file.`);
  const message = `\`${glob}\` leads to a place that is never read as configuration.`;
  return diagnosticAt(place, "path-out-of-root", message);
}

function noRules(place: PlaceInText, idsOff: readonly string[]): Diagnostic {
  const names = idsOff.map((id) => `\`${id}\``).join(", ");
  const reason = idsOff.length === 0 ? "the rule files are empty" : `\`severity: off\` of ${names}`;
  const message = `No rule is in use, so this step changes nothing: ${reason}.`;
  return diagnosticAt(place, "no-rules", message, { severity: "warning" });
}

function findDuplicateIds(rules: readonly Placed<RuleOp>[]): readonly Diagnostic[] {
  const seen = new Map<string, PlaceInText>();
  return rules.flatMap(({ value: { id }, places }) => {
    const earlier = seen.get(id);
    if (earlier === undefined) {
      seen.set(id, places([]));
      return [];
    }
    const message = `Two rules have the id \`${id}\`; the other is in ${earlier.path}:${earlier.line ?? ""}.`;
    return [diagnosticAt(places(["id"]), "duplicate-id", message)];
  });
}

/** Returns the step with the rules after its own ops; their places are in the rule files. */
function withRules<Step extends SearchStep>(
  step: Step,
  rules: readonly Placed<RuleOp>[],
  utils: readonly Placed<GlobalUtil>[],
): Step {
  const { params, places } = step;
  const globalUtils = utils.map(({ value }) => value);
  const withGlobals = (op: RuleOp) => (globalUtils.length === 0 ? op : { ...op, globalUtils });
  const own = params.ops.map((op) => (asksProject(op) ? withGlobals(op) : op));
  const { parens, leftovers, names } = params;
  const ops = rules.map(({ value }) =>
    withGlobals({ ...value, ...definedOnly({ parens, leftovers, names }) }),
  );
  const findPlace: StepPlaces = (path, part) => {
    const [key, index, ...rest] = path;
    const isRule = key === "ops" && typeof index === "number" && index >= params.ops.length;
    const rule = isRule ? rules[index - params.ops.length] : undefined;
    return rule === undefined ? places(path, part) : rule.places(rest, part);
  };
  return { ...step, params: { ...params, ops: [...own, ...ops] }, places: findPlace };
}
