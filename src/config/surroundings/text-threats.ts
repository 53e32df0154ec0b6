import { splice } from "../../edit/text/splice.ts";
import type { AskedFacts } from "../../model/action/asked-facts.ts";
import { type Facts, namesFrom, type ThreatName } from "../../model/action/facts.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { TextEdit } from "../../model/edit.ts";
import type { FileRead } from "../../model/workspace.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { ComparedTexts } from "../../threats/find-threats.ts";

/** The parts of a change that its texts follow from. */
type ComparedChange = Pick<FileChange, "path" | "preHash" | "postHash"> & {
  readonly edits: readonly TextEdit[];
};

const NAMES = namesFrom(["text"]) as readonly ThreatName[]; // Rows of this origin.

/** The most text that is kept for further actions of the same files, and that is searched for one text; code units. */
const MOST_KEPT = 16_000_000;
const MOST_SEARCHED = 64_000_000;

type Threats = typeof import("../../threats/find-threats.ts");
type Scanned = ReturnType<Threats["scannedText"]>;

/**
 * The threats in the text that actions add, by the texts before and after. Ask about actions in their order, before the
 * first of them is written: a text is kept for the actions that rest on it.
 */
export class TextThreats {
  readonly #read: (path: string) => Promise<FileRead>;
  /** By hash and path, the last one at the end. */
  readonly #texts = new Map<string, Scanned>();
  readonly #searched = new Map<string, number>();
  #kept = 0;

  constructor(read: (path: string) => Promise<FileRead>) {
    this.#read = read;
  }

  /** Returns the facts that are asked for; none if a text is not known. */
  async of(changes: readonly ComparedChange[], asked: AskedFacts): Promise<Partial<Facts>> {
    const names = NAMES.filter((name) => asked.includes(name));
    if (names.length === 0) return {};
    const threats = await import("../../threats/find-threats.ts"); // Few policies ask.
    const files: ComparedTexts[] = [];
    for (const change of changes) {
      const compared = await this.#compared(change, threats);
      if (compared === undefined) return {};
      files.push(compared);
    }
    const facts: Partial<Record<ThreatName, readonly string[]>> = {};
    for (const name of names) {
      const places = threats.findThreats(name, files);
      if (places !== undefined) facts[name] = places;
      await new Promise(setImmediate); // Trees of the engine are freed in between.
    }
    return facts;
  }

  async #compared(
    { path, preHash, postHash, edits }: ComparedChange,
    { scannedText }: Threats,
  ): Promise<ComparedTexts | undefined> {
    const before = preHash === null ? undefined : await this.#textOf(path, preHash, scannedText);
    if (preHash !== null && before === undefined) return undefined;
    const text = textAfter(before?.text ?? "", edits);
    if (text === undefined) return undefined;
    const searched = (this.#searched.get(preHash ?? "") ?? 0) + text.length;
    if (preHash !== null) this.#searched.set(preHash, searched);
    if (searched > MOST_SEARCHED) return undefined;
    const after = postHash === null ? undefined : scannedText(path, text);
    // An action that rests on this one finds its text here if it is not written, as in a plan.
    if (after !== undefined && postHash === sha256(text)) this.#keep(postHash, after);
    return { path, before, after, edits };
  }

  async #textOf(
    path: string,
    hash: string,
    scannedText: Threats["scannedText"],
  ): Promise<Scanned | undefined> {
    const known = this.#texts.get(`${hash} ${path}`);
    if (known !== undefined) return known;
    const read = await this.#read(path);
    if (read.kind !== "text" || read.hash !== hash) return undefined;
    const scanned = scannedText(path, read.text);
    this.#keep(hash, scanned);
    return scanned;
  }

  #keep(hash: string, scanned: Scanned): void {
    const key = `${hash} ${scanned.path}`;
    this.#kept += scanned.text.length - (this.#texts.get(key)?.text.length ?? 0);
    this.#texts.delete(key);
    this.#texts.set(key, scanned);
    for (const [first, { text }] of this.#texts) {
      if (this.#kept <= MOST_KEPT) return;
      this.#texts.delete(first);
      this.#kept -= text.length;
    }
  }
}

/** Returns undefined for edits that do not fit: the plan that has them is refused elsewhere. */
function textAfter(before: string, edits: readonly TextEdit[]): string | undefined {
  try {
    return splice(before, edits);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
