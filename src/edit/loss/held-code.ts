import type { SgNode } from "@ast-grep/napi";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { kindOf } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { statementEndOf } from "../language/statement-ends.ts";
import type { Span } from "../text/span.ts";
import { CAPTURE } from "./modifiers.ts";

/** The captures that a template writes once, between brackets of its own, by `single NAME` or `many NAME`. */
interface HeldCaptures {
  /** They have brackets to themselves. */
  readonly alone: ReadonlySet<string>;
  /** They are arguments or parameters among others. */
  readonly listed: ReadonlySet<string>;
}

const NONE: HeldCaptures = { alone: new Set(), listed: new Set() };

const known = new WeakMap<object, HeldCaptures>();

/** Returns the captures that brackets hold; none for an op or a language of which the texts alone do not tell. */
export function heldCapturesOf(op: CompiledOp): HeldCaptures {
  const before = known.get(op);
  if (before !== undefined) return before;
  const held = isTameOp(op) ? findHeld(op.fix.template) : NONE;
  known.set(op, held);
  return held;
}

/** Code without quotes, slashes and tags: each bracket in it is a token. */
const TAME = /^(?:=>|[\w$\s.,;:=()[\]{}!&|?+*^%~-])*$/;

function isTameOp({ search, language, transforms, fix }: CompiledOp): boolean {
  const { pattern, ...others } = search.rule;
  const { context } = Object(pattern) as { readonly context?: unknown }; // Checked in the next lines.
  const texts = [context, ...fix.template.filter((part) => typeof part === "string")];
  return (
    statementEndOf(language) === "either" &&
    transforms.length + Object.keys(others).length === 0 &&
    (fix.layout ?? fix.expandStart ?? fix.expandEnd) === undefined &&
    texts.every((text) => typeof text === "string" && TAME.test(text))
  );
}

const ALONE = new RegExp(
  `\\{\\s*${CAPTURE}\\s*\\}|\\[\\s*${CAPTURE}\\s*\\]|\\(\\s*${CAPTURE}\\s*\\)`,
  "g",
);
const CALL = new RegExp(`(?<![\\w$${CAPTURE}])([\\w$]+)\\s*\\(([\\s\\w$.,${CAPTURE}]*)\\)`, "g");

/** Words before a bracket that is not that of arguments or parameters. */
const WORDS: ReadonlySet<string> = new Set(
  `abstract accessor as asserts async await case catch class const constructor declare default delete do else enum
  export extends finally for from function get if implements import in infer instanceof interface is keyof let module
  namespace new of override private protected public readonly require return satisfies set static super switch throw
  try type typeof unique using var void while with yield`.split(/\s+/),
);

function findHeld(template: CompiledOp["fix"]["template"]): HeldCaptures {
  const names = template.flatMap((part) =>
    typeof part === "string" ? [] : [`${part.kind} ${part.name}`],
  );
  const code = template.map((part) => (typeof part === "string" ? part : CAPTURE)).join("");
  /** Returns the name of the capture at an offset, if it is written once. */
  const nameAt = (offset: number) => {
    const name = names[code.slice(0, offset).split(CAPTURE).length - 1] ?? "";
    return names.indexOf(name) === names.lastIndexOf(name) ? name : "";
  };
  const [alone, listed] = [new Set<string>(), new Set<string>()];
  for (const { index, 0: text } of code.matchAll(ALONE)) {
    const name = nameAt(index + text.indexOf(CAPTURE));
    if (name.startsWith("many ")) alone.add(name);
  }
  for (const { index, 0: text, 1: word = "", 2: inside = "" } of code.matchAll(CALL)) {
    const parts = WORDS.has(word) ? [] : inside.split(",");
    let at = index + text.length - 1 - inside.length;
    for (const part of parts) {
      const name = part.trim() === CAPTURE ? nameAt(at + part.indexOf(CAPTURE)) : "";
      if (name.startsWith("single ")) (parts.length === 1 ? alone : listed).add(name);
      at += part.length + 1;
    }
  }
  return { alone, listed };
}

/** The kinds of code that stand between tokens, and not inside of a literal or a text. */
const CODE = /^(?!jsx).*_(expression|statement|declaration|definition|declarator)$/;

/** True if a match is code, so that its replacement is read as code. */
export function isCodeNode(match: SgNode): boolean {
  return CODE.test(kindOf(match));
}

const LITERALS =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^`{}"'/\\]*\})*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** Signs of code that is not read token by token: regular expressions, divisions, other literals and comments. */
const ODD = /["'`/]|<!--|-->/;
const TAG = /<\s*[\w$>]/;

/** Returns code without its literals and comments; undefined if more than its text is needed to tell them apart. */
export function bareCode(code: string, language: Language): string | undefined {
  const bare = code.replace(LITERALS, "0");
  const isOdd = ODD.test(bare) || (language !== "typescript" && TAG.test(bare));
  return isOdd ? undefined : bare;
}

/** Returns the place from the bracket or comma before a stretch of a text to the one after it. */
export function bracketsAround(text: string, { start, end }: Span): Span | undefined {
  const before = text.slice(0, start).trimEnd();
  const behind = text.slice(end).trimStart();
  const isBetween = /[([{,]$/.test(before) && /^[)\]},]/.test(behind);
  return isBetween ? { start: before.length - 1, end: text.length - behind.length + 1 } : undefined;
}

/** True if nodes between brackets stay what they are: one that is to stay one has no comma of its own. */
export function staysTogether(bare: string, isOne: boolean): boolean {
  if (/^\s*\||\|\s*$/.test(bare)) return false;
  if (!isOne) return true;
  let depth = 0;
  for (const sign of bare.match(/[()[\]{},;]/g) ?? []) {
    if (/[([{]/.test(sign)) depth += 1;
    else if (/[)\]}]/.test(sign)) depth -= 1;
    else if (depth === 0) return false;
  }
  return depth === 0;
}
