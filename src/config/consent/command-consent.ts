import type { Allowance } from "../../model/allowance.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Policy } from "../../model/policy.ts";
import { type CodeBearer, codeOf, isProgramOnFiles } from "../../recipe/code-of.ts";
import type { RunRequest } from "../../request/request.ts";
import { shellWord } from "../../shared/shell-word.ts";
import { shown } from "../../shared/shown.ts";
import type { Distrusted } from "./policy-consent.ts";

/** Returns the variables and servers that recipes may name: those of the caller, and of a policy that is trusted. */
export function allowanceOf(
  { allowEnv, allowHosts }: Pick<RunRequest, "allowEnv" | "allowHosts">,
  policy: Policy | undefined,
  distrusted: Distrusted | undefined,
): Allowance {
  const given = { env: allowEnv, hosts: allowHosts };
  const { allow } = policy ?? {};
  if (allow === undefined) return given;
  if (distrusted !== undefined) return { ...given, distrusted: distrusted.path };
  return {
    env: [...allowEnv, ...(allow.env ?? [])],
    hosts: [...allowHosts, ...(allow.hosts ?? [])],
  };
}

/** Returns the ways to allow a variable or a server, for a hint: an option, or an entry of the policy. */
export function waysToAllow(option: string, key: string, { distrusted }: Allowance): string {
  const listed = `add ${option}, or list it under \`allow.${key}\` in the policy.`;
  if (distrusted === undefined) return listed;
  const accept = `sluice trust accept ${shellWord(distrusted)}`;
  return `${listed} That of ${shown(distrusted)} counts once you have accepted the file: \`${accept}\`.`;
}

/** Reports each variable that a command names without consent: its program could send it anywhere. */
export function refuseVariables(
  recipes: readonly CodeBearer[],
  allowance: Allowance,
): readonly Diagnostic[] {
  return recipes.flatMap(programsOf).flatMap(({ what, names, place }) => {
    return names
      .filter((name) => !allowance.env.includes(name))
      .map((name): Diagnostic => {
        const message = `The ${what} gets the environment variable ${name}, and the caller has not allowed it.`;
        const hint = `If the program may have it, ${waysToAllow(`--allow-env ${name}`, "env", allowance)}`;
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
