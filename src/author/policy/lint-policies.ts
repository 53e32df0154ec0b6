import { LoadingStopped } from "../../config/sources/loading-stop.ts";
import type { SourceWorld } from "../../config/sources/open-sources.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import { sortDiagnostics } from "../../model/sort-diagnostics.ts";
import type { World } from "../../model/world.ts";
import { lintPolicy } from "../../policy/lint/lint-policy.ts";
import { rulePlaces } from "../../policy/testing/rule-places.ts";
import { startGitListing } from "../../tree/git-listing.ts";
import { createOverlayWorkspace } from "../../tree/overlay-workspace.ts";
import { type PolicyRequest, readPolicy } from "./read-policy.ts";
import type { ReadPolicy } from "./test-policy.ts";

/** The findings about some policies. */
export interface LintedPolicies {
  readonly policies: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** True if one of the policies is not valid, so that it was not looked at. */
  readonly isInvalid: boolean;
  /** True if the signal ended it. */
  readonly isStopped: boolean;
}

/** The most files of a tree that are compared with globs. */
const MOST_FILES = 200_000;

/**
 * `sluice policy lint`: looks at policies that are valid for what has no effect. Without names, at that of the root.
 */
export async function lintPolicies(
  names: readonly string[],
  request: Omit<PolicyRequest, "policy">,
  world: SourceWorld & Pick<World, "now">,
  signal: AbortSignal,
): Promise<LintedPolicies> {
  const policies: string[] = [];
  const diagnostics: Diagnostic[] = [];
  let isInvalid = false;
  let files: Promise<readonly string[] | undefined> | undefined;
  for (const policy of names.length === 0 ? [undefined] : names) {
    const inHand = await readPolicy("policy lint", { ...request, policy }, world, signal);
    if (inHand.kind === "stopped") return { policies, diagnostics, isInvalid, isStopped: true };
    diagnostics.push(...inHand.diagnostics);
    if (inHand.kind === "invalid") {
      isInvalid ||= hasErrors(inHand.diagnostics);
      continue;
    }
    files ??= filesOf(request.root, world, signal);
    const found = await findingsOf(inHand, { files: await files, now: world.now() });
    if (found === "stopped") return { policies, diagnostics, isInvalid, isStopped: true };
    policies.push(inHand.policy.source);
    diagnostics.push(...inHand.reader.withoutForeignText(found));
  }
  return { policies, diagnostics: unrepeated(diagnostics), isInvalid, isStopped: false };
}

async function findingsOf(
  { policy, files: [own, ...extended], reader }: ReadPolicy,
  { files, now }: { readonly files: readonly string[] | undefined; readonly now: number },
): Promise<readonly Diagnostic[] | "stopped"> {
  if (own === undefined) return [];
  const hasDefault = own.written.default !== undefined;
  try {
    return await lintPolicy(policy, {
      placeOf: rulePlaces([own, ...extended]),
      placeOfDefault: hasDefault ? own.source.placeOf(["default"]) : undefined,
      placeOfCheck: (name) =>
        [own, ...extended]
          .find(({ written }) => Object.hasOwn(written.checks ?? {}, name))
          ?.source.placeOfKey(["checks", name]),
      files,
      now,
      pause: () => reader.loading.pause(),
    });
  } catch (error) {
    if (error instanceof LoadingStopped) return "stopped";
    throw error;
  }
}

/** Returns the files of the tree, as runs see them; undefined if they cannot be listed or are too many. */
async function filesOf(
  root: string,
  { env }: SourceWorld,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    const listing = startGitListing(root, env, { signal });
    const files = await createOverlayWorkspace(root, listing).listFiles();
    return files.length > MOST_FILES ? undefined : files;
  } catch {
    return undefined; // Nothing is said about globs then.
  }
}

/** Findings about a file that several policies extend are told once. */
function unrepeated(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map(diagnostics.map((each) => [JSON.stringify(each), each]));
  return sortDiagnostics([...seen.values()]);
}
