import type { AskFiles } from "./files-asked.ts";
import type { ProposedFile } from "./transform-shapes.ts";

/** A file that a module gets, with the means to propose others. */
export interface AdaptedFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** Absolute. */
  readonly filename: string;
  readonly text: string;
  /** The name by which the engine knows the language. */
  readonly language: string | undefined;
  /** The files of the step, sorted; relative to the root. */
  readonly files: readonly string[];
}

/** A module that was made ready: returns the files that it proposes for one file, in any order. */
export type AdaptedTransform = (
  file: AdaptedFile,
) => readonly ProposedFile[] | Promise<readonly ProposedFile[]>;

/** The module of a transform, and its circumstances. */
export interface TransformModule {
  /** Its exports. */
  readonly exports: Readonly<Record<string, unknown>>;
  /** Its default export, or what it exports as a whole. */
  readonly main: (...values: readonly unknown[]) => unknown;
  readonly params: Readonly<Record<string, unknown>>;
  /** The root of the run; absolute. */
  readonly root: string;
  /** True if the step or its recipe names languages: then the module gets every file of the step. */
  readonly namesLanguages: boolean;
  /** Puts a line into the log. */
  readonly print: (text: string) => void;
  /** Imports a package of the project. Throws if it is not installed. */
  readonly importPackage: (name: string) => Promise<unknown>;
  /** The texts of the files with its code, without those that Node.js loads by itself. */
  readonly sources: readonly string[];
  /** Evaluates the code again, and returns the new {@link main}. */
  readonly evaluateAgain: () => Promise<TransformModule["main"]>;
  readonly ask: AskFiles;
}

/** Makes a module of one form ready. Throws, in words for the author of the recipe, if it cannot be used. */
export type Adapter = (module: TransformModule) => Promise<AdaptedTransform> | AdaptedTransform;

/** Thrown for a file that a transform cannot take; the message follows the path. */
export class TransformFault extends Error {
  override readonly name = "TransformFault";
}

/** Thrown by a transform that ends its whole step; the message follows the name of the module. */
export class TransformStop extends Error {
  override readonly name = "TransformStop";
}

/** Returns the proposal for the text that a function returned; none if it is not another one. */
export function textOf(value: unknown, { path, text }: AdaptedFile): readonly ProposedFile[] {
  if (value === undefined || value === null || value === text) return [];
  if (typeof value === "string") return [{ path, text: value }];
  throw new TransformFault(`the transform returned ${describe(value)}, and not a text`);
}

/** Names the kind of a value. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
