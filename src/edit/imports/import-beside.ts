import type { SgNode } from "@ast-grep/napi";
import type { ImportToAdd, TextEdit } from "../../model/edit.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { escapeRegex } from "../../shared/regex/escape-regex.ts";
import { findMatches, isComment, kindOf } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import { goesOn } from "../match/statement-break.ts";
import type { Span } from "../text/span.ts";
import { touchesOneOf } from "../text/touches-one-of.ts";
import { boundBy } from "./declared-names.ts";
import type { FileTree } from "./file-tree.ts";
import { type FoundLoad, loadsOf } from "./found-loads.ts";
import { targetOf } from "./import-in-place.ts";
import { localNames } from "./misbound-names.ts";
import { named } from "./module-import.ts";
import { codeOf } from "./module-style.ts";
import { namesInto, specifier } from "./names-into.ts";
import { NAMES } from "./remove-imports.ts";

/** A load, the module that is to be loaded beside it, and the name that it has for its own. */
interface Beside {
  readonly from: string;
  readonly local: string;
  readonly module: string;
  readonly load: FoundLoad;
}

/** Returns the edits that load what is used where calls load other things: beside these, in the same way. */
export function importsBesideCalls(
  tree: FileTree,
  adds: readonly ImportToAdd[],
): readonly TextEdit[] {
  const places = new Map<string, Beside>();
  const wanted = new Map<string, ImportToAdd[]>();
  for (const add of adds)
    for (const each of placesFor(add, tree)) {
      const key = `${each.load.targetPlace.start} ${each.module}`;
      places.set(key, each);
      addTo(wanted, key, add);
    }
  const edits = [...places].flatMap(([key, each]) => editsAt(each, wanted.get(key) ?? [], tree));
  return edits.sort((a, b) => a.start - b.start);
}

/** Finds the loads nearest to the uses of an import: the first one of each block. */
function placesFor(
  add: ImportToAdd,
  { root, language }: Pick<FileTree, "root" | "language">,
): readonly Beside[] {
  const loads = (add.besideCalls ?? []).flatMap((each) =>
    loadsOf(each.from, root)
      .filter(({ target }) => boundBy(target).includes(each.local))
      .map((load): Beside => ({ ...each, load })),
  );
  loads.sort((a, b) => a.load.targetPlace.start - b.load.targetPlace.start);
  const targets = loads.map(({ load }) => load.targetPlace);
  const uses = localNames(add).flatMap((name) => mentionsOf(name, { root, language }));
  const open = uses.filter((use) => !touchesOneOf(targets, use));
  return innermost(loads, open);
}

/**
 * Returns the first load of each block that is the innermost one of a use. Blocks with loads contain each other, or
 * not.
 */
function innermost(loads: readonly Beside[], uses: readonly Span[]): readonly Beside[] {
  const scopeOf = ({ load }: Beside) => load.scopePlace;
  const first = new Map<string, Beside>();
  for (const each of loads) {
    const key = `${scopeOf(each).start} ${scopeOf(each).end}`;
    if (!first.has(key)) first.set(key, each);
  }
  const waiting = [...first.values()].sort(
    (a, b) => scopeOf(b).start - scopeOf(a).start || scopeOf(a).end - scopeOf(b).end,
  );
  const around: Beside[] = [];
  const leave = (at: number) => {
    for (let last = around.at(-1); last && scopeOf(last).end <= at; last = around.at(-1))
      around.pop();
  };
  const found = uses
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ start }) => {
      for (let next = waiting.at(-1); next && scopeOf(next).start <= start; next = waiting.at(-1)) {
        leave(scopeOf(next).start);
        around.push(next);
        waiting.pop();
      }
      leave(start);
      return around.at(-1) ?? [];
    });
  return [...new Set(found)];
}

function mentionsOf(
  name: string,
  { root, language }: Pick<FileTree, "root" | "language">,
): readonly Span[] {
  const kinds = language === "javascript" ? NAMES : [...NAMES, "type_identifier"];
  const any = kinds.map((kind) => ({ kind, regex: `^${escapeRegex(name)}$` }));
  return findMatches(root, { rule: { any } }).map(spanOf);
}

function isIn({ start, end }: Span, around: Span): boolean {
  return around.start <= start && end <= around.end;
}

function editsAt(
  { load, from, module, local }: Beside,
  adds: readonly ImportToAdd[],
  { text, language }: FileTree,
): readonly TextEdit[] {
  const { form, target, statement, scope } = load;
  const written = targetOf(adds, { form, isType: false });
  if (from === module && isOpen(target) && written?.text.startsWith("{") === true) {
    const specifiers = written.names.map((name) => specifier(name, form));
    const own = mentionsOf(local, { root: scope, language }).every((use) =>
      isIn(use, spanOf(target)),
    );
    const old = own && statement === undefined ? partOf(target, local) : undefined;
    if (old) return [{ ...spanOf(old), text: specifiers.join(", ") }];
    const names = partsOf(target).map((part) =>
      named("named", "", "", { isType: false, place: spanOf(part) }),
    );
    return namesInto({ braces: spanOf(target), names }, specifiers, text);
  }
  if (statement === undefined) return [];
  const call = form === "dynamic" ? "await import" : "require";
  const quote = /["']/.exec(statement.text())?.[0] ?? '"';
  const targets = written
    ? [written.text]
    : adds.flatMap((add) => targetOf([add], { form, isType: false })?.text ?? []);
  const lines = targets.map((each) => `const ${each} = ${call}(${quote}${module}${quote})`);
  return [statementsAfter(statement, lines, text)];
}

/** True for a pattern that may take more names: one without a rest. */
function isOpen(target: SgNode): boolean {
  return kindOf(target) === "object_pattern" && partsOf(target).every((part) => !isRest(part));
}

function isRest(part: SgNode): boolean {
  return kindOf(part) === "rest_pattern";
}

function partsOf(pattern: SgNode): readonly SgNode[] {
  return pattern.children().filter((child) => child.isNamed() && !isComment(child));
}

/** Finds the part of a pattern that declares nothing but a name. */
function partOf(pattern: SgNode, local: string): SgNode | undefined {
  return partsOf(pattern).find((part) => boundBy(part).join(" ") === local);
}

/** Writes statements after another one: on their own lines if it has one. */
function statementsAfter(statement: SgNode, lines: readonly string[], text: string): TextEdit {
  const { start } = spanOf(statement);
  const code = codeOf(statement);
  const end = start + code.length;
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const [rest] = /^[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(end)) ?? [];
  const isEnded = code.endsWith(";");
  if (rest === undefined || before.trim() !== "")
    return { start: end, end, text: `${isEnded ? "" : ";"} ${lines.join("; ")};` };
  const lineBreak = (text.includes("\r\n") ? "\r\n" : "\n") + before;
  const at = end + rest.length;
  const sign = isEnded || goesOn(text.slice(at)) ? ";" : "";
  const written = lines.map((line) => lineBreak + line + sign);
  return { start: at, end: at, text: written.join("") };
}
