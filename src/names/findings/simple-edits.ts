import type { Declaration, FileNames } from "../file-names.ts";
import type { NameFault } from "./name-fault.ts";
import { occurrencesIn, occurrencesWithin } from "./occurrences.ts";
import { isMentioned, type NamedEdit } from "./pair-occurrences.ts";
import { faultOfWritten, type KnownGlobals } from "./written-name.ts";

/** An edit that declares nothing and leaves captures in the scopes that they were in, and the names of its template. */
export interface SimpleEdit extends NamedEdit {
  readonly brings: readonly string[];
  /** Its match and its template have the same blocks. */
  readonly hasBlocks: boolean;
  /** Its match may be the name of a parameter or of another declaration, which goes. */
  readonly mayDeclare: boolean;
}

/** Code that may open a scope, declare a name, be text, or mean what a function gives. */
const NOT_SIMPLE =
  /=>|[`/#@]|\b(?:function|class|let|const|var|import|export|catch|for|enum|namespace|module|declare|type|interface|infer|using|with|eval|arguments|while|do|switch|break|continue|label|case|is|asserts)\b/;

/** Code in which a name may be a type, or a label. */
const TYPED = /[<>:]|\b(?:as|satisfies|typeof|implements|extends)\b/;

/** Code that gives a name another value, which a constant does not take. */
const ASSIGNS = /(?<![=!<>])=(?![=>])|\+\+|--/;

const STRINGS = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
const MEMBERS = /\.\s*#?[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
const WORDS = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

const NO_NAMES: ReadonlySet<string> = new Set([
  ...["await", "async", "debugger", "default", "delete", "else", "extends", "false", "finally"],
  ...["if", "in", "instanceof", "new", "null", "return", "super", "this", "throw", "true", "try"],
  ...["typeof", "void", "yield"],
  ...["as", "satisfies", "of"],
  ...["string", "number", "boolean", "any", "unknown", "never", "object", "symbol", "bigint"],
  ...["undefined", "keyof", "readonly", "unique", "get", "set", "static", "target", "meta"],
]);

/**
 * Returns the edits of JavaScript with the names that they bring, if all of them only move expressions: then the names
 * of the text before tell all. Undefined if one of them may do more.
 */
export function simpleEdits(
  text: string,
  edits: readonly NamedEdit[],
): readonly SimpleEdit[] | undefined {
  const simple: SimpleEdit[] = [];
  for (const edit of edits) {
    const written = edit.pieces.flatMap((piece) => (typeof piece === "string" ? [piece] : []));
    const brings = namesOf(written.join(" "));
    const around = partsAround(text, edit);
    const between = codeOf(around, " ");
    if (brings === undefined || NOT_SIMPLE.test(between)) return undefined;
    if (TYPED.test(between) || TYPED.test(codeOf(written, ""))) return undefined;
    const [was, now] = [blocksOf(around), blocksOf(edit.pieces)];
    if (was === undefined || was !== now) return undefined;
    if (ASSIGNS.test(written.join("")) && !ASSIGNS.test(between)) return undefined;
    simple.push({ ...edit, brings, hasBlocks: was !== "", mayDeclare: mayDeclare(between) });
  }
  return simple;
}

/** Returns what an edit replaces, with the places of the code that it keeps. */
function partsAround(text: string, { start, end, pieces }: NamedEdit): NamedEdit["pieces"] {
  const kept = pieces
    .flatMap((piece) => (typeof piece === "string" ? [] : [piece]))
    .sort((a, b) => a.start - b.start);
  const parts: NamedEdit["pieces"][number][] = [];
  let at = start;
  for (const piece of kept) {
    parts.push(text.slice(at, Math.max(at, piece.start)), piece);
    at = Math.max(at, piece.end);
  }
  return [...parts, text.slice(at, end)];
}

/** Returns code without its strings, and with a text for each place. */
function codeOf(parts: NamedEdit["pieces"], ofPlace: string): string {
  return parts
    .map((part) => (typeof part === "string" ? part : ofPlace))
    .join("")
    .replace(STRINGS, "");
}

const PLACE = "\0";
const CONDITION = /\bif\s*\((?:[^(){}]|\([^(){}]*\))*\)\s*(?=\{)/g;

/**
 * Returns the blocks of statements in code, with the places in them; empty without any. Undefined if braces may be
 * another thing, such as the body of a function.
 */
function blocksOf(parts: NamedEdit["pieces"]): string | undefined {
  const code = codeOf(parts, PLACE);
  if (!/[{}]/.test(code)) return "";
  const plain = code.replace(CONDITION, ";");
  if (/(?<!(?:^|[;{}]|\b(?:else|try|finally))\s*)\{/.test(plain)) return undefined;
  const places = parts.flatMap((part) => (typeof part === "string" ? [] : [part.start]));
  let at = 0;
  const marks = (code.match(/[{}\0]/g) ?? []).map((mark) => (mark === PLACE ? places[at++] : mark));
  return marks.join(" ");
}

/** True for code with a name that is neither called nor has a member. */
function mayDeclare(written: string): boolean {
  const code = written.replace(MEMBERS, ".0");
  return [...code.matchAll(WORDS)].some(
    ({ 0: word, index }) =>
      !NO_NAMES.has(word) && !/^\s*[(.]/.test(code.slice(index + word.length)),
  );
}

/** Returns the words of a template that are names, if it is an expression without scopes. */
function namesOf(template: string): readonly string[] | undefined {
  const code = template.replace(STRINGS, " ").replace(MEMBERS, " ");
  if (NOT_SIMPLE.test(code) || /["'<]/.test(code)) return undefined;
  return [...new Set(code.match(WORDS))].filter((word) => !NO_NAMES.has(word));
}

/**
 * Finds the faults of the names that simple edits bring. Undefined if one of them takes a declaration, and for names
 * that may stand in a block of an edit.
 */
export function faultsOfSimple(
  before: FileNames,
  edits: readonly SimpleEdit[],
  globals: KnownGlobals,
): readonly NameFault[] | undefined {
  const occurrences = occurrencesIn(before, []); // No template has words such as `this`.
  if (edits.some(({ hasBlocks, brings }) => hasBlocks && brings.length > 0)) return undefined;
  const takesDeclaration = (edit: SimpleEdit) =>
    edit.mayDeclare && occurrencesWithin(occurrences, edit).some(({ isDeclaring }) => isDeclaring);
  if (edits.some(takesDeclaration)) return undefined;
  // The names before do not tell if a template means a value.
  const isType = (declaration: ReturnType<FileNames["meaningAt"]>) =>
    typeof declaration === "object" && (declaration.isTypeOnly || declaration.kind === "type");
  if (
    edits.some(({ brings, start }) => brings.some((name) => isType(before.meaningAt(name, start))))
  )
    return undefined;
  const free = new Set(
    occurrences.flatMap(({ declaration, name }) => (declaration === undefined ? [name] : [])),
  );
  const isOnlyType = (name: string) =>
    globals.has(name, { isType: true, used: free }) &&
    !globals.has(name, { isType: false, used: free });
  if (edits.some(({ brings }) => brings.some(isOnlyType))) return undefined;
  return edits.flatMap((edit) =>
    edit.brings.flatMap((name): NameFault[] => {
      const { start, end } = edit;
      const declaration = before.meaningAt(name, start);
      const isMeant = (own: Declaration) => isMentioned(occurrences, edit, own);
      const written = {
        name,
        declaration,
        isMeant,
        isType: true,
        used: free,
        isGlobal: before.isGlobal,
      };
      const isDead = typeof declaration === "object" && declaration.isDeadAt?.(start);
      const kind = faultOfWritten(written, globals) ?? (isDead ? "captured" : undefined);
      return kind ? [{ kind, name, at: start, edit: { start, end } }] : [];
    }),
  );
}
