import { digestOfFiles } from "../../config/shards/deal-files.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { DiagnosticCode } from "../../model/diagnostic-code.ts";
import type { Plan } from "../../plan-file/plan.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { countOf } from "../../shared/count-of.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";

/** A plan of a shard without what it found. */
export interface ShardHead {
  /** The name of its file. */
  readonly name: string;
  readonly plan: Omit<Plan, "actions" | "skipped" | "alerts" | "record" | "texts">;
}

/** What else counts. */
interface Checking {
  /** True if shards may be missing. */
  readonly allowMissing: boolean;
  /** A file that a shard tells of, and that another one has. */
  readonly foreign?: string | undefined;
}

/** The most names in one sentence. */
const NAMED = 10;

/** The parts in which all shards of a run are the same, and the words for them. */
const SAME: Readonly<Record<string, (plan: ShardHead["plan"]) => unknown>> = {
  "version of Sluice": ({ sluice }) => sluice,
  commit: ({ base }) => base.commit,
  "commit of --since": ({ base }) => [base.since, base.changedLines],
  "commit of notMoreThan: base": ({ base }) => base.compared,
  "choice of files": ({ base }) => base.files,
  recipes: ({ recipes }) => recipes,
  policy: ({ policy }) => policy,
  inputs: ({ inputs }) => inputs.values,
  "number of shards": ({ shard }) => shard.total,
  "way of dealing (--shard-by)": ({ shard }) => shard.by,
  "list of files": ({ shard }) => shard.tree,
};

/** Finds everything for which plans are not all shards of one run, each once. Pure. */
export function findShardFaults(
  heads: readonly ShardHead[],
  { allowMissing, foreign }: Checking,
): readonly Diagnostic[] {
  const [first, ...others] = heads;
  if (first === undefined) return [faultOf("shards-missing", NONE, MISSING)];
  const whole = heads.filter(({ plan }) => plan.shard.total === 1 || !plan.shard.files);
  if (whole.length > 0) return whole.map(({ name }) => notAShard(name));
  const differing = Object.entries(SAME).flatMap(([what, of]) => {
    const wanted = canonicalJson(of(first.plan) ?? null);
    const other = others.find(({ plan }) => canonicalJson(of(plan) ?? null) !== wanted);
    return other === undefined ? [] : [differs(what, first, other)];
  });
  const twice = [...byIndex(heads)].flatMap(([index, [one, other]]) =>
    one === undefined || other === undefined ? [] : [repeated(index, one, other)],
  );
  if (differing.length + twice.length > 0) return [...differing, ...twice];
  const missing = missingShards(heads);
  if (missing.length > 0 && !allowMissing) return [lacking(missing, first.plan.shard.total)];
  const twiceDealt = dealtTwice(heads);
  if (twiceDealt.length > 0) return twiceDealt;
  if (foreign !== undefined) {
    const message = `A shard tells of the file ${shown(foreign)}, which another one has.`;
    return [faultOf("shards-differ", message, FORGED)];
  }
  if (missing.length > 0) return [];
  const files = heads.flatMap(({ plan }) => plan.shard.files ?? []).sort(comparePaths);
  if (digestOfFiles(files) === first.plan.shard.tree) return [];
  return [faultOf("shards-differ", "The files of the shards are not those of their tree.", FORGED)];
}

/** Returns the numbers of the shards that are not there. */
export function missingShards(heads: readonly ShardHead[]): readonly number[] {
  const there = byIndex(heads);
  const total = heads[0]?.plan.shard.total ?? 0;
  return Array.from({ length: total }, (_, at) => at + 1).filter((index) => !there.has(index));
}

/** Returns the numbers of shards for a sentence. */
export function numbersText(numbers: readonly number[]): string {
  return boundedList(numbers.map(String), NAMED);
}

function byIndex(heads: readonly ShardHead[]): ReadonlyMap<number, readonly ShardHead[]> {
  const found = new Map<number, ShardHead[]>();
  for (const head of heads) addTo(found, head.plan.shard.index, head);
  return found;
}

const NONE = "There is no plan to merge.";
const MISSING = "Name the plans of all shards, or a folder with them.";

const FORGED = "Sluice makes no such plans. Do not trust where they came from.";

function notAShard(name: string): Diagnostic {
  const message = `${name} is the plan of a whole run: there is nothing to merge.`;
  return {
    ...faultOf("not-a-shard", message, "Use it as it is, with `sluice apply`."),
    path: name,
  };
}

function differs(what: string, one: ShardHead, other: ShardHead): Diagnostic {
  const message = `${one.name} and ${other.name} differ in their ${what}.`;
  const hint = "Run all shards of the same commit, with the same options, by the same Sluice.";
  return { ...faultOf("shards-differ", message, hint), path: other.name };
}

function repeated(index: number, one: ShardHead, other: ShardHead): Diagnostic {
  const message = `The shard ${index} is there twice: ${one.name} and ${other.name}.`;
  const hint = "Leave the older one out.";
  return { ...faultOf("shard-twice", message, hint), path: other.name };
}

function lacking(missing: readonly number[], total: number): Diagnostic {
  const are = missing.length === 1 ? "is" : "are";
  const message = `Of ${total} shards ${countOf(missing.length, "shard")} ${are} missing: ${numbersText(missing)}.`;
  return faultOf("shards-missing", message, `${MISSING} --allow-missing leaves their files out.`);
}

/** No run deals a file twice: such plans were not made of one tree. */
function dealtTwice(heads: readonly ShardHead[]): readonly Diagnostic[] {
  const known = new Map<string, string>();
  for (const { name, plan } of heads)
    for (const path of plan.shard.files ?? []) {
      const other = known.get(path);
      if (other !== undefined) {
        const message = `${other} and ${name} both have the file ${shown(path)}.`;
        return [{ ...faultOf("shards-differ", message, FORGED), path: name }];
      }
      known.set(path, name);
    }
  return [];
}

function faultOf(code: DiagnosticCode, message: string, hint: string): Diagnostic {
  return { code, severity: "error", message, hint };
}
