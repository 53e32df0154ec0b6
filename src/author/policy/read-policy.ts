import { policyMissing, prepareTreePolicy } from "../../config/prepare/prepare-policy.ts";
import { packageFolderFaults } from "../../config/sources/callers-packages.ts";
import type { ConfigReader } from "../../config/sources/config-reader.ts";
import { LoadingStopped } from "../../config/sources/loading-stop.ts";
import { openSources, type SourceWorld } from "../../config/sources/open-sources.ts";
import type { TrustRequest } from "../../config/sources/resolve-trust.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import type { Policy } from "../../model/policy.ts";
import type { PolicyFile } from "../../policy/load-policy.ts";

/** The request of a command about a policy. */
export interface PolicyRequest extends TrustRequest {
  /** A file or the name of a built-in policy. Default: the policy of the root. */
  readonly policy: string | undefined;
}

/** The policy of a command with its sources, or the problems for which it cannot be used. */
export type PolicyInHand =
  | {
      readonly kind: "read";
      readonly policy: Policy;
      /** The files that it was put together from, its own first; none for a built-in one. */
      readonly files: readonly PolicyFile[];
      readonly reader: ConfigReader;
      /** Warnings. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  /** The signal ended the reading. */
  | { readonly kind: "stopped" };

/** Reads the policy that a command is about, with everything that it extends. */
export async function readPolicy(
  command: string,
  request: PolicyRequest,
  world: SourceWorld,
  signal: AbortSignal,
): Promise<PolicyInHand> {
  const { packages = [] } = request;
  const ofPackages = packageFolderFaults({ packages, cwd: world.cwd });
  if (ofPackages.length > 0) return { kind: "invalid", diagnostics: ofPackages };
  try {
    const opened = await openSources(request, world, signal);
    if (opened.kind === "refused") return { kind: "invalid", diagnostics: [opened.fault] };
    const { reader } = opened;
    const { policy, files, diagnostics } = await prepareTreePolicy(request.policy, reader);
    if (policy !== undefined && !hasErrors(diagnostics))
      return { kind: "read", policy, files, reader, diagnostics };
    const faults = diagnostics.length > 0 ? diagnostics : [policyMissing(command)];
    return { kind: "invalid", diagnostics: reader.withoutForeignText(faults) };
  } catch (error) {
    if (error instanceof LoadingStopped) return { kind: "stopped" };
    throw error;
  }
}
