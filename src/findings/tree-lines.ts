import { splitLines } from "../shared/diff/split-lines.ts";
import type { Finding, ScannedTree } from "./finding.ts";

/** The lines of the files of a tree that have findings. */
export class TreeLines {
  readonly #texts: ScannedTree["texts"];
  readonly #lines = new Map<string, readonly string[]>();

  constructor({ texts }: ScannedTree) {
    this.#texts = texts;
  }

  has(path: string): boolean {
    return this.#texts.has(path);
  }

  /** Returns the lines of a file, with their ends; none of one that cannot be read. */
  of(path: string): readonly string[] {
    const lines = this.#lines.get(path) ?? splitLines(this.#texts.get(path) ?? "");
    this.#lines.set(path, lines);
    return lines;
  }

  /** Returns what a finding is, but for the line on which it is. Without its text, the line counts, too. */
  readonly keyOf = (finding: Finding): string => {
    const { path, region, message } = finding;
    const text = this.#textOf(finding);
    if (text !== undefined) return keyWith(finding, path, text);
    return keyWith(finding, path, [message, `${region?.startLine}:${region?.startColumn}`]);
  };

  /** The same in whatever file it is; undefined if its text is not known. */
  movedKeyOf(finding: Finding): string | undefined {
    const text = this.#textOf(finding);
    return text === undefined ? undefined : keyWith(finding, "", text);
  }

  /** Returns the lines of a finding, and the code of its region; undefined if the file does not have them. */
  #textOf({ path, region }: Finding): readonly string[] | undefined {
    if (region === undefined) return undefined;
    const { startLine, startColumn, endLine, endColumn } = region;
    const all = this.of(path);
    if (all.length < endLine) return undefined;
    const lines = all.slice(startLine - 1, Math.min(endLine, startLine - 1 + MOST_LINES));
    const last = lines.length - 1;
    const code = lines.map((line, at) =>
      line.slice(at === 0 ? startColumn - 1 : 0, at === last ? endColumn - 1 : undefined),
    );
    return [...lines, ...code].map((part) => part.trim());
  }
}

/** The most lines of a finding that are compared: a report may have thousands of findings on whole files. */
const MOST_LINES = 100;

/** Returns a key of a finding with what else tells it from others. */
export function keyWith(
  { tool, rule }: Finding,
  path: string,
  more: readonly (string | number)[],
): string {
  return JSON.stringify([tool, rule, path, ...more]);
}
