import type { MeantExport } from "../../model/edit.ts";
import type { FileNames, LateLoad } from "../../names/file-names.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import { NAME_VARIABLE } from "../compile/name-ops.ts";
import type { Template } from "../replacement/template.ts";
import type { NamedCode } from "./named-code.ts";

/** A load by a call that a match says: one of the same kind is to stand there for the exports of the template. */
export type SaidLoad = LateLoad & {
  /** The module that the call loads, and the quotes around it. */
  readonly module: string;
  readonly quote: string;
};

/** Returns the load of what a match says; undefined if an import for the whole text loads some of it. */
export function loadSaid(
  said: readonly NamedCode[],
  {
    op,
    names,
    base,
  }: { readonly op: CompiledNames; readonly names: FileNames | undefined; readonly base: number },
): SaidLoad | undefined {
  const exports = said.filter(({ name }) => typeof op.meant[name] === "object");
  const loads = exports.map(({ start, end, text }) => {
    const place = { start: start - base, end: end - base };
    const load = names?.lateLoadAt?.(place);
    const resolved = load && names?.resolve(place);
    if (load === undefined || resolved?.kind !== "module") return undefined;
    const quote = /["']/.exec(text)?.[0] ?? '"';
    return { ...load, module: resolved.origin.module, quote };
  });
  return loads.includes(undefined) ? undefined : loads[0];
}

/** True if a name for an export can be declared beside a load, so that code at an offset has it. */
export function mayDeclare(load: SaidLoad, { from, export: exported }: MeantExport, at: number) {
  if (load.kind === "statement") return load.block.start <= at && at < load.block.end;
  return load.kind === "callback" && load.mayTake && exported !== "*" && from.includes(load.module);
}

/** Writes code that loads an export where it stands: `require("m").a`, `(await import("m")).a`. */
export function loadingCode(
  { export: exported }: MeantExport,
  module: string,
  { call, quote }: Extract<SaidLoad, { kind: "code" }>,
): string {
  const source = quote + module + quote;
  const isWhole = exported === "*" || (exported === "default" && call === "require");
  const whole = call === "require" ? `require(${source})` : `(await import(${source}))`;
  return isWhole ? whole : `${whole}.${exported}`;
}

/** True for a call of `require` that a template has after `new`, which would take it for the constructor. */
export function isLoadOfNew(text: string, name: string, template: Template): boolean {
  if (!text.startsWith("require(")) return false;
  return template.some((part, at) => {
    const before = template[at - 1];
    const isName = typeof part !== "string" && part.name === NAME_VARIABLE + name;
    return isName && typeof before === "string" && /\bnew\s+$/.test(before);
  });
}
