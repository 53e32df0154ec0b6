import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ShardNumber } from "../../model/search/shard.ts";
import type { Environment } from "../../model/world.ts";
import { CI_SYSTEMS, type CiParallel } from "../../shared/ci/ci-systems.ts";
import { findCiJob } from "../../shared/ci/find-ci-job.ts";
import { parseShard } from "../../shared/option-value.ts";

/** A shard; or why it is not known, after the name of the option, and what to do. */
type FoundShard = ShardNumber | { readonly fault: string; readonly hint: string };

/** The shard of a caller who says it. It beats everything that a system says. */
const OWN = "SLUICE_SHARD";
/** A Job of Kubernetes tells only its index. */
const KUBERNETES: CiParallel = {
  index: "JOB_COMPLETION_INDEX",
  total: "SLUICE_SHARD_TOTAL",
  from: 0,
};

/** The leg of a matrix, of the GitHub Action: `0/4` is the first. */
const LEG = "SLUICE_LEG";

/** Returns the shard that an option says, or why it is not known. */
export function resolveShard(
  written: ShardNumber | "auto",
  env: Environment,
): ShardNumber | { readonly fault: Diagnostic } {
  const found = written === "auto" ? findShard(env) : written;
  if (!("fault" in found)) return found;
  const { fault, hint } = found;
  const message = `--shard auto: ${fault}`;
  return { fault: { code: "invalid-option", severity: "error", message, hint } };
}

/** Finds the shard that `auto` stands for, by the variables of the job. Pure. */
function findShard(env: Environment): FoundShard {
  const own = env[OWN];
  if (own) return checked(OWN, own);
  if (env[KUBERNETES.index]) return shardIn(env, KUBERNETES) ?? LACKS_TOTAL;
  const leg = env[LEG];
  if (leg) return ofLeg(leg);
  const job = findCiJob(env);
  const parallel = job.kind === "known" ? job.system.parallel : undefined;
  // A job of such a system that does not run in parallel has the whole.
  return parallel === undefined ? UNKNOWN : (shardIn(env, parallel) ?? { index: 1, total: 1 });
}

/** Returns the shard in two variables; undefined if one is not set. */
function shardIn(env: Environment, { index, total, from }: CiParallel): FoundShard | undefined {
  const [number = "", count = ""] = [env[index], env[total]];
  if (number === "" || count === "") return undefined;
  return checked(`${index} and ${total}`, `${plus(number, 1 - from)}/${count}`);
}

function ofLeg(leg: string): FoundShard {
  const [index = "", total = ""] = leg.split("/");
  return checked(LEG, `${plus(index, 1)}/${total}`);
}

/** Returns a number plus another; a text that is none stays, and is refused as it was written. */
function plus(number: string, more: number): string {
  return /^\d{1,9}$/.test(number) ? `${Number(number) + more}` : number;
}

function checked(source: string, text: string): FoundShard {
  const read = parseShard(text);
  if (!("value" in read)) return { fault: `${source}: ${read.fault}`, hint: read.hint };
  return read.value === "auto" ? { fault: `${source} is \`auto\` itself.`, hint: USE } : read.value;
}

const USE = "Use INDEX/TOTAL, such as 2/4.";

const LACKS_TOTAL = {
  fault: `${KUBERNETES.index} is set, and ${KUBERNETES.total} does not say how many shards there are.`,
  hint: `Set ${KUBERNETES.total} to the \`completions\` of the Job.`,
};

const LOOKED_FOR = [
  OWN,
  KUBERNETES.index,
  ...CI_SYSTEMS.flatMap(({ parallel }) => parallel?.index ?? []),
].join(", ");

const UNKNOWN = {
  fault: "no variable tells the shard of this job.",
  hint: `${USE} It was looked for in ${LOOKED_FOR}. In a matrix of GitHub, write --shard \${{ matrix.shard }}/4.`,
};
