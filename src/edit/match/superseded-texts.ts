import { fileFault, type SearchBounds } from "../../model/search/search-bounds.ts";
import { LimitError } from "../../model/tool-error.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { lineIndentation } from "../replacement/indentation.ts";
import { countLineEnds, MAX_TEXT } from "../text/text-length.ts";
import type { MatchEdit } from "./match-edit.ts";

/**
 * Returns the most characters that the text of a superseded replacement can have; undefined if the text has to be
 * made, because only that tells if it can be made, and if it changes something.
 */
export function mostOfSuperseded(
  { span }: MatchEdit,
  { source, op }: { readonly source: string; readonly op: CompiledOp },
): number | undefined {
  const { template } = op.fix;
  if (!isPlain(op) || !surelyDiffers(template, source, span.start)) return undefined;
  const match = source.slice(span.start, span.end);
  const lines = countLineEnds(match);
  let length = 0;
  let lineEnds = 0;
  let indentation = 0;
  for (const part of template) {
    // A capture is code of the match.
    length += typeof part === "string" ? part.length : match.length;
    lineEnds += typeof part === "string" ? countLineEnds(part) : lines;
    if (typeof part !== "string") indentation = Math.max(indentation, part.indentation);
  }
  const most = length + lineEnds * (1 + indentation + lineIndentation(source, span.start).length);
  return most <= MAX_TEXT ? most : undefined;
}

/** True if an op has one pattern and a template of its captures, and no more. */
function isPlain({ search: { rule, constraints }, transforms, fix }: CompiledOp): boolean {
  const [name, ...others] = Object.keys(rule);
  const isPattern = name === "pattern" && others.length === 0 && constraints === undefined;
  const isMatchOnly = (fix.expandStart ?? fix.expandEnd ?? fix.deleteLines) === undefined;
  return isPattern && isMatchOnly && transforms.length === 0 && fix.layout === undefined;
}

/** True if the first line of a template begins with code that is not at a place of a text. */
function surelyDiffers(
  [first]: CompiledOp["fix"]["template"],
  source: string,
  at: number,
): boolean {
  if (typeof first !== "string") return false;
  const [line = ""] = first.split("\n", 1);
  return line !== "" && !source.startsWith(line, at);
}

/**
 * Counts the text of the replacements of an op, and throws a `LimitError` beyond a bound. Texts that nothing else needs
 * are made only if the bound is near.
 */
export class ReplacementSizes {
  readonly #op: CompiledOp;
  readonly #bounds: SearchBounds;
  #made = 0;
  /** The most that the texts have which were not made. */
  #most = 0;
  #waiting: (() => string | undefined)[] = [];

  constructor(op: CompiledOp, bounds: SearchBounds) {
    this.#op = op;
    this.#bounds = bounds;
  }

  add(length: number): void {
    this.#made += length;
    this.#refuseBeyond();
  }

  /** Adds a text that has at most `most` characters; `write` makes it. */
  addLater(most: number, write: () => string | undefined): void {
    this.#most += most;
    this.#waiting.push(write);
    this.#refuseBeyond();
  }

  #refuseBeyond(): void {
    if (this.#made + this.#most <= this.#bounds.text) return;
    for (const write of this.#waiting.splice(0)) this.#made += write()?.length ?? 0;
    this.#most = 0;
    const fault = fileFault({ matches: 0, text: this.#made }, this.#bounds);
    if (fault !== undefined) throw new LimitError(`\`${this.#op.id}\`: ${fault}`);
  }
}
