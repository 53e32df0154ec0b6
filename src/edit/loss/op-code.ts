import type { SgNode } from "@ast-grep/napi";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { findMatches } from "../engine/engine.ts";
import { countColumns } from "../engine/range-columns.ts";
import { bindingsOf, type CaptureSpans, captureSpansOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";
import { mayHaveComment } from "./comment-signs.ts";
import { type NamedCode, nameAll, namedCodeOf } from "./named-code.ts";
import { definitionsOf, type WrittenCode, writtenCodeOf } from "./written-code.ts";

/** The facts about the code of an op that are the same for all of its matches. */
export interface OpCode {
  readonly named: NamedCode;
  readonly written: WrittenCode;
  /** The template writes something that may be read as a comment. */
  readonly writesComments: boolean;
  /** The op with a name for each metavariable. Undefined if all of them have one. */
  readonly renamed: CompiledOp | undefined;
  /** The transformations and rewriters as they are written; empty without any. */
  readonly definitions: string;
}

const known = new WeakMap<CompiledOp, OpCode>();

/** Returns the facts about the code of an op. */
export function opCodeOf(op: CompiledOp): OpCode {
  const before = known.get(op);
  if (before) return before;
  const own = namedCodeOf(op, op.language);
  const renamed = own.hasNameless ? { ...op, ...nameAll(op) } : undefined;
  const written = writtenCodeOf(op, op.language);
  const code: OpCode = {
    named: renamed ? namedCodeOf(renamed, op.language) : own,
    written,
    writesComments: written.texts.some((text) => mayHaveComment(text, op.language)),
    renamed,
    definitions: definitionsOf(op),
  };
  known.set(op, code);
  return code;
}

/** The fate of a captured node: written again as it is, made into something else, or left out. */
type CaptureFate = "kept" | "changed" | "dropped";

/** The place of a capture. */
export interface CapturedCode extends Span {
  readonly name: string;
  readonly kind: "single" | "many";
  readonly fate: CaptureFate;
  /** How often the template writes it as it is. */
  readonly times: number;
}

/** Returns the captures of a match, also the nameless ones, sorted by place. */
export function capturesOf(
  match: SgNode,
  found: CaptureSpans,
  { named, written, renamed }: OpCode,
  source: string,
): readonly CapturedCode[] {
  const spans = renamed === undefined ? found : (findAgain(match, renamed, source) ?? found);
  const placed = (kind: "single" | "many") =>
    named[kind].flatMap((name): readonly CapturedCode[] => {
      const span = spans[kind](name);
      if (span === undefined) return [];
      const isKept = written.direct[kind].has(name);
      const fate = isKept ? "kept" : written.changed[kind].has(name) ? "changed" : "dropped";
      return [{ ...span, name, kind, fate, times: written.times.get(`${kind} ${name}`) ?? 0 }];
    });
  return [...placed("single"), ...placed("many")].sort((a, b) => a.start - b.start);
}

function findAgain(match: SgNode, renamed: CompiledOp, source: string): CaptureSpans | undefined {
  const again = findMatches(match, countColumns(renamed.search, source)).find(
    (each) => each.id() === match.id(),
  );
  if (again === undefined) return undefined;
  return captureSpansOf(bindingsOf(again));
}
