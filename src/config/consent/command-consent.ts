import type { Allowance } from "../../model/allowance.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Policy } from "../../model/policy.ts";
import { type CodeBearer, codeOf, isProgramOnFiles } from "../../recipe/code-of.ts";
import type { RunRequest } from "../../request/request.ts";

/** Returns the variables and servers that recipes may name: those of the caller and of the policy. */
export function allowanceOf(
  { allowEnv, allowHosts }: Pick<RunRequest, "allowEnv" | "allowHosts">,
  policy: Policy | undefined,
): Allowance {
  const { env = [], hosts = [] } = policy?.allow ?? {};
  return { env: [...allowEnv, ...env], hosts: [...allowHosts, ...hosts] };
}

/** Reports each variable that a command names without consent: its program could send it anywhere. */
export function refuseVariables(
  recipes: readonly CodeBearer[],
  { env }: Allowance,
): readonly Diagnostic[] {
  return recipes.flatMap(programsOf).flatMap(({ what, names, place }) => {
    return names
      .filter((name) => !env.includes(name))
      .map((name): Diagnostic => {
        const message = `The ${what} gets the environment variable ${name}, and the caller has not allowed it.`;
        const hint = `If the program may have it, add --allow-env ${name}, or list it under \`allow.env\` in the policy.`;
        return { code: "env-not-allowed", severity: "error", message, hint, ...place };
      });
  });
}

/** Returns the variables that each program of a recipe names; a formatter of several steps counts once. */
function programsOf(recipe: CodeBearer) {
  const programs = codeOf(recipe).filter(isProgramOnFiles);
  return [...new Map(programs.map((program) => [program.place, program])).values()].map(
    ({ kind, env: names, place }) => ({
      what: kind === "format" ? "formatter" : kind,
      names,
      place,
    }),
  );
}
