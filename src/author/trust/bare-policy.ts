import { findProject } from "../../config/project/find-project.ts";
import { parseProject } from "../../config/project/parse-project.ts";
import { policyOfProject } from "../../config/project/project-policy.ts";
import { LoadingStopped } from "../../config/sources/loading-stop.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { World } from "../../model/world.ts";
import type { RunRequest } from "../../request/request.ts";
import { refuse } from "./change-of-user.ts";

/** The policy of a run that names no policy: the one of the project file, otherwise the default one of the root. */
export type BarePolicy =
  | {
      /** The folder of the project file, which becomes the root; otherwise the root itself. */
      readonly root: string;
      /** A path, or the name of a built-in policy. Undefined for the default one. */
      readonly file: string | undefined;
    }
  | { readonly diagnostics: readonly Diagnostic[] };

/** The tree, and what of it is meant: a policy, or all policies of the repository. */
export interface TrustedPart {
  /** Absolute. */
  readonly root: string;
  /** Relative to the working directory. Default: the policy of a run that names none. */
  readonly file: string | undefined;
  /** The folders in which the project file of such a run is looked for. */
  readonly project: RunRequest["project"];
  readonly repository: boolean;
  /** Folders in which packages that the policy extends are looked for; relative to the working directory. */
  readonly packages?: readonly string[] | undefined;
}

/** Returns the policy that is meant: the named one in the root, otherwise that of a run that names none. */
export async function policyOfPart(
  { root, file, project }: TrustedPart,
  world: World,
  signal: AbortSignal,
): Promise<BarePolicy> {
  if (file !== undefined) return { root, file };
  try {
    return await findBarePolicy({ root, project }, world, signal);
  } catch (error) {
    if (!(error instanceof LoadingStopped)) throw error;
    return refuse("Ended before the project file was read.");
  }
}

async function findBarePolicy(
  { root, project }: Pick<RunRequest, "root" | "project">,
  world: World,
  signal: AbortSignal,
): Promise<BarePolicy> {
  const request = { root, project, trust: "all", base: undefined } as const;
  const found = await findProject(request, world, signal);
  if (found.kind !== "found") return { root, file: undefined };
  const { folder, read } = found;
  if ("diagnostic" in read) return { diagnostics: [read.diagnostic] };
  const parsed = parseProject(read.text, read.path); // Reports are the run's.
  if ("diagnostics" in parsed) return parsed;
  return { root: folder, file: policyOfProject(parsed, folder) };
}
