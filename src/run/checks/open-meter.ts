import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import type { CheckMeasure, PolicyCheck } from "../../model/policy/checks.ts";
import type { Workspace } from "../../model/workspace.ts";
import { pathInside, rootFault } from "../../shared/paths/posix-path.ts";
import { LinesWith } from "./count-lines-with.ts";
import type { Measured } from "./measured.ts";

/** Takes the numbers of one run of a check from what it prints and writes. */
export interface Meter {
  readonly onOutput: (chunk: Uint8Array, of: "stdout" | "stderr") => void;
  /** Returns the numbers, once the command has ended by itself; or why it did not tell them, which is never none. */
  readonly read: (exitCode: number) => Promise<Measured | { readonly fault: string }>;
}

/** The surroundings of a meter. */
export interface MeterWorld {
  /** Absolute. */
  readonly root: string;
  /** The folder of the check; absolute. */
  readonly cwd: string;
  readonly workspace: Pick<Workspace, "read">;
  /** The files that had findings before, whose texts are compared. */
  readonly alsoRead: Iterable<string>;
}

/** Opens a meter before the command starts. */
export function openMeter(
  measure: CheckMeasure,
  { ok }: Pick<PolicyCheck, "ok">,
  world: MeterWorld,
): Meter {
  return measure.kind === "lines"
    ? lineMeter(measure.text, ok)
    : new FindingMeter(measure, ok, world);
}

/**
 * Without `ok`, a program that ends with a failure and prints none of these lines on its standard output did not look:
 * what it says on the other one may be why.
 */
function lineMeter(text: string, ok: PolicyCheck["ok"]): Meter {
  const outputs = { stdout: new LinesWith(text), stderr: new LinesWith(text) };
  return {
    onOutput: (chunk, of) => outputs[of].add(chunk),
    read: async (exitCode) => {
      const count = outputs.stdout.count + outputs.stderr.count;
      const isOk = ok?.includes(exitCode) ?? (exitCode === 0 || outputs.stdout.count > 0);
      if (isOk) return { kind: "lines", count, exitCode };
      return {
        fault:
          ok === undefined
            ? `exit code ${exitCode}, and no line with \`${text}\` on standard output`
            : `exit code ${exitCode}`,
      };
    },
  };
}

/** The most bytes of a report of findings, and of text of the files that it names: more is a fault. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_TEXT = 256 * 1024 * 1024;

/** The exit codes of scanners that have looked: 1 if they found something. */
const SCANNED = [0, 1];

class FindingMeter implements Meter {
  readonly #file: string | undefined;
  readonly #ok: readonly number[];
  readonly #world: MeterWorld;
  readonly #stampBefore: string | undefined;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(
    { from }: Extract<CheckMeasure, { readonly kind: "findings" }>,
    ok: PolicyCheck["ok"],
    world: MeterWorld,
  ) {
    this.#file = from === "-" ? undefined : join(world.cwd, from);
    this.#ok = ok ?? SCANNED;
    this.#world = world;
    this.#stampBefore = this.#file && stampOf(this.#file);
  }

  readonly onOutput: Meter["onOutput"] = (chunk, of) => {
    if (this.#file !== undefined || of !== "stdout") return;
    this.#size += chunk.length;
    if (this.#size <= MOST_BYTES) this.#chunks.push(Uint8Array.from(chunk));
  };

  readonly read: Meter["read"] = async (exitCode) => {
    if (!this.#ok.includes(exitCode)) return { fault: `exit code ${exitCode}` };
    const report = this.#report();
    if ("fault" in report) return report;
    const { readFindings } = await import("../../findings/read-findings.ts"); // Few policies have scanners.
    const { root, cwd } = this.#world;
    const roots = [...new Set([root, realPathOf(root) ?? root])];
    const read = readFindings(report.text, { roots, cwd });
    if ("fault" in read) return { fault: `its report ${read.fault}` };
    const { findings } = read;
    const texts = await this.#texts(findings.map(({ path }) => path));
    if (texts === undefined) return { fault: "its findings are in more text than is compared" };
    return { kind: "findings", tree: { findings, texts } };
  };

  #report(): { readonly text: string } | { readonly fault: string } {
    const file = this.#file;
    if (file === undefined && this.#size > MOST_BYTES) return TOO_LARGE;
    if (file === undefined) return { text: Buffer.concat(this.#chunks).toString("utf8") };
    const stamp = stampOf(file);
    if (stamp === undefined || stamp === this.#stampBefore)
      return { fault: "it did not write the file of its report" };
    const { root } = this.#world;
    const real = realPathOf(file);
    const isInside = real !== undefined && pathInside(realPathOf(root) ?? root, real) !== undefined;
    const stat = lstatSync(file);
    if (!stat.isFile() || !isInside)
      return { fault: "the file of its report is no file below the root" };
    return stat.size > MOST_BYTES ? TOO_LARGE : { text: readFileSync(file, "utf8") };
  }

  /** Reads the files of the findings, and of those before; undefined if they are too much text. */
  async #texts(paths: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
    const texts = new Map<string, string>();
    let size = 0;
    for (const path of new Set([...paths, ...this.#world.alsoRead])) {
      if (rootFault(path) !== undefined) continue;
      const read = await this.#world.workspace.read(path);
      if (read.kind !== "text") continue;
      size += read.text.length;
      if (size > MOST_TEXT) return undefined;
      texts.set(path, read.text);
    }
    return texts;
  }
}

const TOO_LARGE = { fault: `its report has more than ${MOST_BYTES / 1024 / 1024} MB` };

/** Returns what changes when a file is written, also with the same bytes; undefined if it is not there. */
function stampOf(file: string): string | undefined {
  const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
}
