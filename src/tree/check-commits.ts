import { identityVariables } from "../git/commit/identity-variables.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Policy } from "../model/policy.ts";
import { isDryRun, type RunCommand } from "../model/run-kind.ts";
import type { RunWorld } from "../request/request.ts";

/**
 * Returns the reason that the commits of a policy cannot be made in a root, before anything is run. In a dry run it is
 * a warning, and the author is not looked for.
 */
export async function checkCommits(
  policy: Policy | undefined,
  { root, command }: { readonly root: string; readonly command: RunCommand },
  { env }: Pick<RunWorld, "env">,
): Promise<readonly Diagnostic[]> {
  if (policy?.commits === undefined) return [];
  const isDry = isDryRun(command);
  const { findIdentityFault, openCommitPlace } = await import("../git/commit/open-commit-place.ts");
  const place = await openCommitPlace(root, env);
  const known = { ...env, ...identityVariables(policy.commits.author) };
  const fault =
    "message" in place ? place : isDry ? undefined : await findIdentityFault(root, known);
  if (fault === undefined) return [];
  const message = `The policy wants commits (\`commits\`), and none can be made here: ${fault.message}`;
  const severity = isDry ? "warning" : "error";
  return [{ code: "not-committable", severity, message, hint: fault.hint, path: policy.source }];
}
