import type { Declaration, FileNames } from "../file-names.ts";
import type { NameFault } from "./compare-names.ts";
import { occurrencesIn, occurrencesWithin } from "./occurrences.ts";
import type { NamedEdit } from "./pair-occurrences.ts";
import { faultOfWritten, type KnownGlobals } from "./written-name.ts";

/** An edit that opens and closes no scope and declares nothing, and the names that its template brings. */
export interface SimpleEdit extends NamedEdit {
  readonly brings: readonly string[];
  /** Its match may be the name of a parameter or of another declaration, which goes. */
  readonly mayDeclare: boolean;
}

/** Code that may open a scope, declare a name, or be text. */
const NOT_SIMPLE =
  /=>|[{}`/#@]|\b(?:function|class|let|const|var|import|export|catch|for|enum|namespace|module|declare|type|interface|infer|using|with|eval|while|do|switch|break|continue|label|case|is|asserts)\b/;

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
    const between = codeBetween(text, edit);
    if (brings === undefined || NOT_SIMPLE.test(between)) return undefined;
    simple.push({ ...edit, brings, mayDeclare: mayDeclare(between) });
  }
  return simple;
}

/** Returns what an edit replaces, without the code that it keeps. */
function codeBetween(text: string, { start, end, pieces }: NamedEdit): string {
  const kept = pieces
    .flatMap((piece) => (typeof piece === "string" ? [] : [piece]))
    .sort((a, b) => a.start - b.start);
  let [at, between] = [start, ""];
  for (const piece of kept) {
    between += ` ${text.slice(at, Math.max(at, piece.start))} `;
    at = Math.max(at, piece.end);
  }
  return (between + text.slice(at, end)).replace(STRINGS, "");
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

/** Finds the faults of the names that simple edits bring. Undefined if one of them takes a declaration. */
export function faultsOfSimple(
  before: FileNames,
  edits: readonly SimpleEdit[],
  globals: KnownGlobals,
): readonly NameFault[] | undefined {
  const occurrences = occurrencesIn(before);
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
  return edits.flatMap((edit) =>
    edit.brings.flatMap((name): NameFault[] => {
      const { start, end } = edit;
      const declaration = before.meaningAt(name, start);
      const isMeant = (own: Declaration) =>
        occurrencesWithin(occurrences, edit).some((old) => old.declaration === own);
      const written = {
        name,
        declaration,
        isMeant,
        isType: true,
        used: free,
        isGlobal: before.isGlobal,
      };
      const kind = faultOfWritten(written, globals);
      return kind ? [{ kind, name, at: start, edit: { start, end } }] : [];
    }),
  );
}
