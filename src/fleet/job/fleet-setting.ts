import type { Grammars } from "../../edit/language/grammars.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Fleet } from "../../model/fleet/fleet.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { Inputs } from "./inputs-of.ts";

/** A fleet whose recipes and policy were read and checked. */
export interface FleetSetting {
  readonly fleet: Fleet;
  /** The digest of the recipes, the policy, the inputs and the version of Sluice: jobs of another one are not done. */
  readonly digest: string;
  /** The names of the recipes, which find them from any folder. */
  readonly recipes: readonly string[];
  /** The policy as a request names it; undefined for that of each repository. */
  readonly policy: string | undefined;
  /** Returns the recipes with the inputs of a repository; read once for the same inputs. */
  readonly recipesFor: (inputs: Inputs) => Promise<PreparedRecipes>;
  /** The languages that can be searched. */
  readonly grammars: Grammars;
}

/** The recipes with some inputs, or why these do not fit. */
export interface PreparedRecipes {
  readonly recipes: readonly Recipe[];
  readonly diagnostics: readonly Diagnostic[];
}
