import { join, resolve } from "node:path";
import { type AcceptedTrust, changeTrust } from "../../cache/trust-file.ts";
import { placesOfTrust } from "../../config/consent/places-of-trust.ts";
import { realPath } from "../../git/tree-of.ts";
import type { World } from "../../model/world.ts";
import { DEFAULT_POLICY_FILE } from "../../request/options/file-names.ts";
import { pathInside, toPosix } from "../../shared/paths/posix-path.ts";
import { userStateOf } from "../../tree/user-state-of.ts";
import { policyOfPart, type TrustedPart } from "./bare-policy.ts";
import { type RefusedChange, refuse, refused, wait } from "./change-of-user.ts";

/** The policies and repositories that a user no longer trusts; or why nothing changed. */
export type Forgetting =
  | { readonly kind: "forgotten"; readonly forgotten: Omit<AcceptedTrust, "version"> }
  | RefusedChange;

/** Forgets a policy, or the repository of the root. */
export async function forgetTrust(
  part: TrustedPart,
  world: World,
  signal: AbortSignal,
): Promise<Forgetting> {
  const { repository } = part;
  const named = repository ? part : await policyOfPart(part, world, signal);
  if ("diagnostics" in named) return refused(named.diagnostics);
  const { root, file } = named;
  const { place, repository: top } = placesOfTrust(root);
  const names = namesOf(resolve(world.cwd, file ?? join(root, DEFAULT_POLICY_FILE)), root, place);
  const isFile = (one: AcceptedTrust["files"][number]) =>
    !repository && one.root === place && names.includes(one.file);
  const isRepository = (one: AcceptedTrust["repositories"][number]) =>
    repository && one.root === top;
  const forgotten = { files: [], repositories: [] } as Omit<AcceptedTrust, "version">;
  const kept = await changeTrust(
    { ...userStateOf(root, world), signal, wait },
    ({ files, repositories, ...accepted }) => {
      forgotten.files.push(...files.filter(isFile));
      forgotten.repositories.push(...repositories.filter(isRepository));
      return {
        ...accepted,
        files: files.filter((one) => !isFile(one)),
        repositories: repositories.filter((one) => !isRepository(one)),
      };
    },
  );
  return "fault" in kept ? refuse(kept.fault) : { kind: "forgotten", forgotten };
}

/** Returns the names by which a policy may have been accepted: as it is named, and after all links. */
function namesOf(policy: string, root: string, place: string): readonly string[] {
  const real = realPath(policy);
  const pairs = [[root, policy] as const, ...(real === undefined ? [] : [[place, real] as const])];
  return pairs.flatMap(([folder, path]) => [pathInside(folder, path) ?? [], toPosix(path)].flat());
}
