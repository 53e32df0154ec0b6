import { preparePolicy, prepareTreePolicy } from "../../config/prepare/prepare-policy.ts";
import type { ConfigReader } from "../../config/sources/config-reader.ts";
import { exactName } from "../../config/sources/source-place.ts";
import { digestOfPolicy } from "../../plan-file/digests.ts";
import type { Plan } from "../../plan-file/plan.ts";
import { DEFAULT_POLICY_FILE } from "../../request/options/file-names.ts";
import { shown } from "../../shared/shown.ts";
import { firstProblem } from "./first-problem.ts";

/** Finds the policy that a plan was decided with, as `--policy` takes it; or returns why it is missing. */
export async function findPlanPolicy(
  { policy }: Pick<Plan, "policy">,
  root: string,
  reader: ConfigReader,
): Promise<{ readonly policy: string } | { readonly fault: string }> {
  const named =
    policy.builtIn ??
    (policy.path === null ? undefined : exactName({ origin: "tree", path: policy.path }, root));
  const hint =
    "Name one with --policy; it then decides again. A program may give it again as an object.";
  if (named === undefined)
    return { fault: `The policy of the plan lies outside of the root. ${hint}` };
  const { mode } = reader.trust;
  if (mode !== "all" && !(await isOfTree(policy, reader))) {
    const chosen = shown(policy.builtIn ?? policy.path ?? "");
    return {
      fault: `The plan chooses the policy ${chosen}, which no plan may do with \`--trust ${mode}\`. ${hint}`,
    };
  }
  const prepared = await preparePolicy(named, reader);
  if (prepared.policy && digestOfPolicy(prepared.policy) === policy.sha256)
    return { policy: named };
  const name = shown(policy.builtIn ?? policy.path ?? "");
  const fault = prepared.policy ? "is not what the plan was decided with" : "cannot be read";
  return { fault: `The policy ${name} ${fault}${firstProblem(prepared.diagnostics)}. ${hint}` };
}

/** True for a policy that the tree itself chooses: by its name, or in the project file. */
async function isOfTree({ builtIn, path }: Plan["policy"], reader: ConfigReader): Promise<boolean> {
  if (path === DEFAULT_POLICY_FILE) return true;
  const { policy } = await prepareTreePolicy(undefined, reader);
  return policy !== undefined && policy.source === (builtIn ?? path);
}
