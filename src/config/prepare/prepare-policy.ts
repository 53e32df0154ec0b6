import { resolveLanguage, supportedLanguages } from "../../edit/language/language.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { BUILT_IN_POLICIES, findBuiltInPolicy } from "../../policy/built-in-policies.ts";
import type { LanguageNames, LoadedFiles } from "../../policy/load-policy.ts";
import { DEFAULT_POLICY_FILE, PROJECT_FILE } from "../../request/options/file-names.ts";
import { policyHint } from "../project/policy-hint.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { readSource } from "../sources/read-source.ts";

/** The language names that a policy may use. */
export const LANGUAGE_NAMES: LanguageNames = {
  resolve: resolveLanguage,
  known: supportedLanguages(),
};

/** Returns the policy of a request: the named one, otherwise the default file, otherwise none. */
export async function preparePolicy(
  named: string | undefined,
  reader: ConfigReader,
): Promise<LoadedFiles> {
  const builtIn = named === undefined ? undefined : findBuiltInPolicy(named);
  if (builtIn) return { policy: builtIn, diagnostics: [], files: [] };
  const read =
    named === undefined
      ? await reader.readOptional(DEFAULT_POLICY_FILE, "policy")
      : await readSource(reader, reader.placeOf(named), "policy");
  if (read === undefined) return { diagnostics: [], files: [] };
  if (!("diagnostic" in read)) {
    // Loaded when it is needed: a built-in policy is in no file.
    const { loadPolicyFiles } = await import("../../policy/load-policy.ts");
    const { extendedPolicies } = await import("../sources/extended-policies.ts");
    return loadPolicyFiles(
      "written" in read ? read.written : read.text,
      read.path,
      LANGUAGE_NAMES,
      extendedPolicies(reader),
    );
  }
  const { diagnostic } = read;
  return {
    diagnostics: [named === undefined ? diagnostic : { hint: policyHint(named), ...diagnostic }],
    files: [],
  };
}

/**
 * Returns the policy that holds in a tree for whoever names no recipe: the named one, otherwise the one of the project
 * file of the root, otherwise the default file. A project file that cannot be read is a fault: it may name another one.
 */
export async function prepareTreePolicy(
  named: string | undefined,
  reader: ConfigReader,
): Promise<LoadedFiles> {
  const read = named === undefined ? await reader.readOptional(PROJECT_FILE, "project") : undefined;
  if (read === undefined) return preparePolicy(named, reader);
  if ("diagnostic" in read) return { diagnostics: [read.diagnostic], files: [] };
  const { parseProject } = await import("../project/parse-project.ts"); // Few trees have one.
  const { missingPolicy, policyOfProject } = await import("../project/project-policy.ts");
  const project = parseProject(read.text, read.path);
  if ("diagnostics" in project) return { ...project, files: [] };
  const missing = await missingPolicy(project, reader.root, reader);
  if (missing.length > 0) return { diagnostics: missing, files: [] };
  return preparePolicy(policyOfProject(project, reader.root), reader);
}

/** The diagnostic of a run that needs a policy and has none: Sluice never guesses consent. */
export function policyMissing(command: string): Diagnostic {
  const named = "name a file with --policy FILE, or name a built-in one";
  const builtIns = BUILT_IN_POLICIES.map(({ name, summary }) => `${name} (${summary})`).join(", ");
  return {
    code: "policy-missing",
    severity: "error",
    message: `\`${command}\` needs a policy, and there is none.`,
    hint: `Write ${DEFAULT_POLICY_FILE} in the root or ${named}: ${builtIns}.`,
  };
}
