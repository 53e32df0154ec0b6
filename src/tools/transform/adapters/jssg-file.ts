import { dirname, resolve } from "node:path";
import { pathInside, toPosix } from "../../../shared/paths/posix-path.ts";
import { type AdaptedFile, describe, TransformFault, textOf } from "../adapter.ts";
import type { ProposedFile } from "../transform-shapes.ts";

/** A file while a module of jssg has it: its root proposes, and nothing is written. */
export class JssgFile {
  readonly file: AdaptedFile;
  readonly #folder: string;
  #written: string | undefined;
  #movedTo: string | undefined;
  #refused: TransformFault | undefined;
  readonly #others = new Map<string, string>();

  /** `folder` is the root of the run; absolute. */
  constructor(file: AdaptedFile, folder: string) {
    this.file = file;
    this.#folder = folder;
  }

  write(text: unknown): void {
    if (typeof text !== "string")
      throw new TransformFault(`write() got ${describe(text)}, and not a text`);
    this.#written = text;
  }

  /** A relative path begins at the folder of the file, as jssg has it. */
  rename(path: unknown): void {
    if (typeof path !== "string" || path === "") throw new TransformFault("rename() got no path");
    if (this.#movedTo !== undefined) throw new TransformFault("rename() was called twice");
    const place = resolve(dirname(this.file.filename), path);
    this.#movedTo = pathInside(this.#folder, place) ?? toPosix(place);
  }

  /** Proposes a text for another file of the step. */
  writeOther(path: string, text: unknown): void {
    if (typeof text !== "string")
      throw new TransformFault(`write() of ${path} got ${describe(text)}, and not a text`);
    this.#others.set(path, text);
  }

  /** Returns the text that was proposed for another file. */
  writtenOther(path: string): string | undefined {
    return this.#others.get(path);
  }

  /** Throws; also the file fails, if the module catches the error: its result would rest on less than it asked for. */
  refuse(what: string): never {
    this.#refused ??= new TransformFault(what);
    throw this.#refused;
  }

  /** Returns the proposals of the file after its module returned a value. */
  proposals(result: unknown): readonly ProposedFile[] {
    if (this.#refused !== undefined) throw this.#refused;
    const { path, text } = this.file;
    const [returned] = textOf(result, this.file);
    if (returned !== undefined && this.#written !== undefined && returned.text !== this.#written)
      throw new TransformFault("the transform returned another text than it gave write()");
    const after = returned?.text ?? this.#written ?? text;
    const others = [...this.#others].map(([other, own]) => ({ path: other, text: own }));
    if (this.#movedTo === undefined || this.#movedTo === path)
      return [...textOf(after, this.file), ...others];
    return [{ path, text: null }, { path: this.#movedTo, text: after, movedFrom: path }, ...others];
  }
}
