import { parseProject } from "../../config/project/parse-project.ts";
import { projectUses } from "../../config/project/project-uses.ts";
import type { ConfigReader } from "../../config/sources/config-reader.ts";
import type { PlannedRecipe } from "../../plan-file/plan.ts";
import { PROJECT_FILE } from "../../request/options/file-names.ts";
import type { RecipeUse } from "../../request/request.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { shown } from "../../shared/shown.ts";

/**
 * Returns why the values that a plan gives to one recipe do not count: with all of the tree trusted they do, otherwise
 * the project file must give the same to this recipe, whose exact name is `name`. Undefined if they count.
 */
export async function projectInputsFault(
  { name: title, inputs = {} }: Pick<PlannedRecipe, "name" | "inputs">,
  name: string,
  reader: ConfigReader,
): Promise<string | undefined> {
  const names = Object.keys(inputs);
  const { mode } = reader.trust;
  if (mode === "all" || names.length === 0) return undefined;
  const uses = await trustedUses(reader);
  const wanted = canonicalJson(inputs);
  if (uses.some((use) => use.name === name && canonicalJson(use.inputs) === wanted))
    return undefined;
  const values = names.map((each) => shown(each)).join(", ");
  return (
    `The plan gives values (${values}) to the recipe ${shown(title)} that ${PROJECT_FILE} does not give. ` +
    `With \`--trust ${mode}\` a plan does not choose the values of inputs.`
  );
}

async function trustedUses(reader: ConfigReader): Promise<readonly RecipeUse[]> {
  const read = await reader.readOptional(PROJECT_FILE, "project");
  const project =
    read !== undefined && "text" in read ? parseProject(read.text, read.path) : undefined;
  if (project === undefined || "diagnostics" in project) return [];
  return (await projectUses(project, reader.root, reader)).uses;
}
