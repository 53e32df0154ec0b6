import { realpathSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import type { TextHandle, TextStore } from "../../model/text-store.ts";
import type { Environment } from "../../model/world.ts";
import { messageOf } from "../message-of.ts";
import { SpillFile } from "./spill-file.ts";

/** Up to this size, texts of a run stay in memory; UTF-16 code units. */
const IN_MEMORY = 8 * 1024 * 1024;

/** Shorter texts stay in memory: their place in a file would take as much. */
const MIN_LENGTH = 64;

/** Texts are encoded so that each one comes back exactly: UTF-8 knows no half of a character. */
type TextEncoding = "utf8" | "utf16le";

/** The surroundings of a store. */
export interface SpillSettings {
  readonly root: string;
  readonly env: Environment;
  /** Makes the names of temporary files differ between runs. */
  readonly runId: string;
  /** Called at most once: with the reason why texts stay in memory. */
  readonly onFallback?: (why: string) => void;
  /** Default: {@link IN_MEMORY}. */
  readonly inMemory?: number;
}

/**
 * Keeps the texts of a run until a reader asks for them: a bounded number in memory, all others in a file of the
 * system's temporary folder, outside of the root. If that folder is full or missing, they stay in memory.
 */
export class SpilledTexts implements TextStore {
  readonly #settings: SpillSettings;
  #room: number;
  #file: SpillFile | undefined;
  #hasFailed = false;

  constructor(settings: SpillSettings) {
    this.#settings = settings;
    this.#room = settings.inMemory ?? IN_MEMORY;
  }

  get isFull(): boolean {
    return this.#room <= 0 && !this.#hasFailed;
  }

  get holdsAll(): boolean {
    return this.#hasFailed;
  }

  count(length: number): void {
    this.#room -= length;
  }

  keep(text: string): TextHandle {
    if (text.length < MIN_LENGTH || this.#hasFailed) return new KeptText(text);
    if (this.#room > 0) {
      this.#room -= text.length;
      return new KeptText(text);
    }
    const file = this.#open();
    if (file === undefined) return new KeptText(text);
    const encoding = text.isWellFormed() ? "utf8" : "utf16le";
    const bytes = Buffer.from(text, encoding);
    const handle = new TextInFile(file, file.add(bytes), bytes.length, encoding);
    try {
      file.writeGathered();
    } catch (error) {
      this.#fail(error); // The texts so far stay readable.
    }
    return handle;
  }

  #open(): SpillFile | undefined {
    if (this.#file !== undefined) return this.#file;
    let fault: unknown = new Error("there is no temporary folder outside of the root");
    for (const folder of temporaryFolders(this.#settings)) {
      for (let number = 0; number < ATTEMPTS && this.#file === undefined; number += 1) {
        try {
          this.#file = new SpillFile(join(folder, `sluice-${this.#settings.runId}-${number}.tmp`));
        } catch (error) {
          fault = error;
          if ((error as NodeJS.ErrnoException).code !== "EEXIST") break; // Node's `fs` throws only these.
        }
      }
      if (this.#file !== undefined) return this.#file;
    }
    this.#fail(fault);
    return undefined;
  }

  #fail(error: unknown): void {
    this.#hasFailed = true;
    this.#settings.onFallback?.(messageOf(error));
  }
}

/** The number of names that are tried in a folder. */
const ATTEMPTS = 8;

/** Returns the temporary folders of the environment that are outside of the root, and the usual one. */
function temporaryFolders({ env, root }: SpillSettings): readonly string[] {
  const named = [env.TMPDIR, env.TMP, env.TEMP, "/tmp"];
  const realRoot = realOf(root) ?? root;
  const within = realRoot.endsWith(sep) ? realRoot : `${realRoot}${sep}`;
  return [...new Set(named)].flatMap((folder) => {
    const real = folder !== undefined && isAbsolute(folder) ? realOf(folder) : undefined;
    return real === undefined || `${real}${sep}`.startsWith(within) ? [] : [real];
  });
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // The next folder is tried.
  }
}

class KeptText implements TextHandle {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  text(): string {
    return this.#text;
  }
}

class TextInFile implements TextHandle {
  readonly #file: SpillFile;
  readonly #place: number;
  readonly #length: number;
  readonly #encoding: TextEncoding;

  constructor(file: SpillFile, place: number, length: number, encoding: TextEncoding) {
    this.#file = file;
    this.#place = place;
    this.#length = length;
    this.#encoding = encoding;
  }

  text(): string {
    return this.#file.read(this.#place, this.#length).toString(this.#encoding);
  }
}
