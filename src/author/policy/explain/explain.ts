import { placesOfTrust } from "../../../config/consent/places-of-trust.ts";
import { policyMissing, prepareTreePolicy } from "../../../config/prepare/prepare-policy.ts";
import { packageFolderFaults } from "../../../config/sources/callers-packages.ts";
import type { ConfigReader } from "../../../config/sources/config-reader.ts";
import { LoadingStopped } from "../../../config/sources/loading-stop.ts";
import { openSources } from "../../../config/sources/open-sources.ts";
import { ciAskedBy } from "../../../config/surroundings/ci-asked-by.ts";
import { type Diagnostic, hasErrors } from "../../../model/diagnostic.ts";
import type { Explanation } from "../../../model/policy/explanation.ts";
import type { Replay } from "../../../model/policy/replay.ts";
import type { World } from "../../../model/world.ts";
import { parseRecord } from "../../../past/record/parse-record.ts";
import { readRecord } from "../../../past/record/read-record.ts";
import { findRootFault } from "../../../tree/find-root-fault.ts";
import { placesOfRoot } from "../../../tree/places-of-root.ts";
import { userStateOf } from "../../../tree/user-state-of.ts";
import type { PolicyRequest } from "../read-policy.ts";
import { decisionRecordOf } from "./decision-record.ts";
import { explainRecord } from "./explain-record.ts";
import { replayPlans } from "./replay-plans.ts";

/** The thing to explain, and the policy to explain it by. Default: the policy of the record, or of the root. */
export interface ExplainRequest extends PolicyRequest {
  readonly part:
    | {
        readonly kind: "record";
        /** A run, a plan or a report. */
        readonly record: string;
        /** The text of a plan, if it was given and is no file; `record` is then its name. */
        readonly text?: string;
        /** An id, or `path[:line]`; undefined: all actions. */
        readonly about: string | undefined;
        /** Only actions that are not applied, each with what stands between. */
        readonly isWhyNot: boolean;
      }
    | { readonly kind: "against"; readonly plans: readonly string[] };
}

/** The outcome of `sluice policy explain`. */
export type ExplainOutcome =
  | {
      readonly kind: "explained";
      readonly explanation: Explanation;
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly kind: "replayed";
      readonly replay: Replay;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: "none"; readonly problems: readonly string[]; readonly hint?: string }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  /** The signal ended it. */
  | { readonly kind: "stopped" };

/** `sluice policy explain`: explains the verdicts of a record, or replays a policy over plans. Only reads. */
export async function explain(
  request: ExplainRequest,
  world: World,
  signal: AbortSignal,
): Promise<ExplainOutcome> {
  const fault = await findRootFault(request.root);
  if (fault !== undefined) return { kind: "invalid", diagnostics: [fault] };
  const { packages = [] } = request;
  const ofPackages = packageFolderFaults({ packages, cwd: world.cwd });
  if (ofPackages.length > 0) return { kind: "invalid", diagnostics: ofPackages };
  try {
    const opened = await openSources(request, world, signal);
    if (opened.kind === "refused") return { kind: "invalid", diagnostics: [opened.fault] };
    const { reader } = opened;
    if (request.part.kind === "against")
      return await replay(request.part.plans, request, reader, world);
    const { cwd } = world;
    const { root } = request;
    const { record: name, text, about, isWhyNot } = request.part;
    const previews = { repository: placesOfTrust(root).id, state: userStateOf(root, world) };
    const found =
      text === undefined
        ? await readRecord(name, { root, cwd, previews }, world)
        : parseRecord(Buffer.from(text), name, undefined);
    if (found.kind === "none") return found;
    const { policy } = request;
    return await explainRecord(decisionRecordOf(found), { about, policy, isWhyNot }, reader, world);
  } catch (error) {
    if (error instanceof LoadingStopped) return { kind: "stopped" };
    throw error;
  }
}

async function replay(
  plans: readonly string[],
  { root, policy: named }: ExplainRequest,
  reader: ConfigReader,
  { cwd, env, now }: World,
): Promise<ExplainOutcome> {
  const { policy, diagnostics: found } = await prepareTreePolicy(named, reader);
  const diagnostics = reader.withoutForeignText(found);
  if (policy === undefined || hasErrors(found)) {
    const faults =
      diagnostics.length > 0 ? diagnostics : [policyMissing("policy explain --against")];
    return { kind: "invalid", diagnostics: faults };
  }
  const ci = await ciAskedBy(policy, root, env);
  const places = placesOfRoot(root);
  const pause = () => reader.loading.pause();
  const replayed = await replayPlans(plans, { policy, root, cwd, places, ci, now: now(), pause });
  if ("diagnostics" in replayed) return { kind: "invalid", diagnostics: replayed.diagnostics };
  return { kind: "replayed", replay: replayed.replay, diagnostics };
}
