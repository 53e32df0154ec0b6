import { join } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { findBuiltInPolicy } from "../../policy/built-in-policies.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import type { ParsedProject } from "./parse-project.ts";
import { policyHint } from "./policy-hint.ts";

/** Returns the policy of a project file in `folder`, as `--policy` takes it. */
export function policyOfProject(project: ParsedProject, folder: string): string | undefined {
  return projectPolicy(project, folder) ?? project.written.policy;
}

/** Returns the policy file of a project file in `folder`; undefined if it names none, or a built-in policy. */
export function projectPolicy({ written }: ParsedProject, folder: string): string | undefined {
  const { policy } = written;
  if (policy === undefined || findBuiltInPolicy(policy) !== undefined) return undefined;
  return join(folder, policy);
}

/** Finds the fault of a policy file that a project file names, and that is not there. */
export async function missingPolicy(
  project: ParsedProject,
  folder: string,
  reader: ConfigReader,
): Promise<readonly Diagnostic[]> {
  const file = projectPolicy(project, folder);
  if (file === undefined || (await reader.kindOf(reader.placeOf(file))) !== "missing") return [];
  const name = project.written.policy ?? "";
  const place = project.source.placeOf(["policy"]);
  const message = `There is no policy \`${name}\`.`;
  return [diagnosticAt(place, "file-not-found", message, { hint: policyHint(name) })];
}
