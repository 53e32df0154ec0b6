import type { Grammars } from "../../edit/language/grammars.ts";
import { listCommit, listFilesWith } from "../../git/fetched/files-in-commit.ts";
import type { FleetRepository } from "../../model/fleet/fleet.ts";
import type { FleetReason } from "../../model/fleet/fleet-state.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { OpenMirror } from "../mirror/open-mirror.ts";
import type { FleetSetting } from "./fleet-setting.ts";
import { inputsOf } from "./inputs-of.ts";
import { type TextSearch, textSearchOf } from "./searched-texts.ts";

/** The outcome of a search by texts: `none`: no recipe can match. */
export type TextOutcome =
  | { readonly kind: "perhaps" }
  | { readonly kind: "none"; readonly reason: FleetReason };

const NO_LANGUAGE: FleetReason = {
  code: "no-language",
  message: "It has no file of a language that the recipes are for.",
};

const NO_TEXT: FleetReason = { code: "no-text", message: "No text of the recipes occurs in it." };

const PERHAPS: TextOutcome = { kind: "perhaps" };

/** Searches the commit of a mirror for the texts of the recipes, without a checkout. */
export async function findText(
  repository: Pick<FleetRepository, "inputs">,
  { git, commit }: Pick<OpenMirror, "git" | "commit">,
  { fleet, recipesFor, grammars }: FleetSetting,
): Promise<TextOutcome> {
  const { recipes } = await recipesFor(inputsOf(fleet, repository));
  const search = searchOf(recipes, grammars);
  if (search === undefined) return PERHAPS;
  const texts = search.textsFor(await listCommit(git, commit));
  if (texts === undefined) return PERHAPS;
  if (texts.length === 0) return { kind: "none", reason: NO_LANGUAGE };
  const found = await listFilesWith(git, commit, texts);
  const isNone = found?.every((path) => !search.isSearched(path)) === true;
  return isNone ? { kind: "none", reason: NO_TEXT } : PERHAPS;
}

/** The search is compiled once for the recipes of most repositories. */
const searches = new WeakMap<readonly Recipe[], { readonly search: TextSearch | undefined }>();

function searchOf(recipes: readonly Recipe[], grammars: Grammars): TextSearch | undefined {
  const known = searches.get(recipes) ?? { search: textSearchOf(recipes, grammars) };
  searches.set(recipes, known);
  return known.search;
}
