import type { ActionReport, TouchedFile } from "../../model/report/report.ts";
import { readLater } from "../spill/read-later.ts";
import { type NetFile, netFile, writtenParts } from "./net-files.ts";
import type { WrittenPart } from "./steps-of-file.ts";

type NetOfFile = NonNullable<TouchedFile["net"]>;

interface Touched {
  readonly path: string;
  readonly steps: Map<string, TouchedFile["steps"][number]>;
  readonly actions: string[];
}

/**
 * Returns the files that actions touch, each with its steps and the sum of what is written. The sum of several diffs is
 * made when it is read.
 */
export function touchedFiles(actions: readonly ActionReport[]): readonly TouchedFile[] {
  const byPath = new Map<string, Touched>();
  for (const { id, recipe, step, files, facts } of actions) {
    const paths = files.length === 0 ? facts.files : files.map(({ path }) => path);
    for (const path of paths) {
      const touched: Touched = byPath.get(path) ?? { path, steps: new Map(), actions: [] };
      byPath.set(path, touched);
      touched.steps.set(JSON.stringify([recipe, step]), { recipe, step });
      touched.actions.push(id);
    }
  }
  const parts = writtenParts(actions, { withPending: true });
  return [...byPath.values()].map(({ path, steps, actions: ids }) => {
    const net = netOf(parts.get(path) ?? []);
    const file = { path, steps: [...steps.values()], actions: ids };
    return net === undefined ? file : { ...file, net };
  });
}

/** Undefined if nothing is written, or if the file is in the end as it was. */
function netOf(parts: readonly WrittenPart[]): NetOfFile | undefined {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { preHash, additions, deletions } = first;
  if (parts.length === 1) return { additions, deletions, preHash, postHash: last.postHash };
  const isKnown = parts.every(({ isLater }) => isLater !== true);
  const { postHash }: Pick<NetFile, "postHash"> = isKnown ? last : (netFile(parts)[0] ?? {});
  const isSame = preHash === postHash && !parts.some(({ mode }) => mode !== undefined);
  if (isSame || (preHash === postHash && netFile(parts).length === 0)) return undefined;
  const hashes = { preHash, ...(postHash === undefined ? {} : { postHash }) };
  const net = { additions: 0, deletions: 0, ...hashes, diff: "" };
  return readLater<NetOfFile, "additions" | "deletions" | "diff">(
    net,
    ["additions", "deletions", "diff"],
    new SummedDiff(parts),
  );
}

/** The sum of the diffs of a file, made when it is asked for. */
class SummedDiff {
  readonly #parts: readonly WrittenPart[];
  #last: WeakRef<NetFile> | undefined;

  constructor(parts: readonly WrittenPart[]) {
    this.#parts = parts;
  }

  additions(): number {
    return this.#net().additions;
  }

  deletions(): number {
    return this.#net().deletions;
  }

  diff(): string | undefined {
    const { changes, diff } = this.#net();
    return changes && diff;
  }

  #net(): Pick<NetFile, "changes" | "diff" | "additions" | "deletions"> {
    const net = this.#last?.deref() ?? netFile(this.#parts)[0];
    if (net === undefined) return NOTHING;
    this.#last = new WeakRef(net);
    return net;
  }
}

const NOTHING = {
  changes: { changes: [], kept: new Map() },
  diff: "",
  additions: 0,
  deletions: 0,
};
