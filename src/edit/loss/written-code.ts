import type { CompiledOp, CompiledRule, Transform } from "../compile/compiled-op.ts";
import type { Language } from "../language/language.ts";
import { countTexts } from "./count-texts.ts";
import { longTextsOf } from "./literals.ts";
import { CAPTURE } from "./modifiers.ts";

/** The code that a template writes by itself, and the captures that it writes again. */
export interface WrittenCode {
  /** The texts between the variables. */
  readonly texts: readonly string[];
  /** Its code in one, with {@link CAPTURE} for each variable, and without literals. */
  readonly code: string;
  /** The pieces of its literals that have line ends, between its variables. */
  readonly longTexts: readonly string[];
  /** Captures that it writes as they are. */
  readonly direct: { readonly single: ReadonlySet<string>; readonly many: ReadonlySet<string> };
  /** How often it writes each of them, by `single NAME` or `many NAME`. */
  readonly times: ReadonlyMap<string, number>;
  /** Captures of which transformations make what it writes. */
  readonly changed: { readonly single: ReadonlySet<string>; readonly many: ReadonlySet<string> };
}

/** Returns the code that the fix of a rule writes. */
export function writtenCodeOf({ fix, transforms }: CompiledRule, language: Language): WrittenCode {
  const { template } = fix;
  const code = template.map((part) => (typeof part === "string" ? part : CAPTURE)).join("");
  const names = (kind: "single" | "many" | "transformed") =>
    template.flatMap((part) => (typeof part !== "string" && part.kind === kind ? [part.name] : []));
  const sources = sourcesOf(new Set(names("transformed")), transforms);
  const changed = (kind: "single" | "many") =>
    new Set(sources.flatMap((source) => (source.kind === kind ? [source.name] : [])));
  return {
    texts: template.filter((part) => typeof part === "string"),
    code: code.replace(QUOTED, " "),
    longTexts: longTextsOf(code, CAPTURE, language),
    times: countTexts(
      template.flatMap((part) => (typeof part === "string" ? [] : [`${part.kind} ${part.name}`])),
    ),
    direct: { single: new Set(names("single")), many: new Set(names("many")) },
    changed: { single: changed("single"), many: changed("many") },
  };
}

/** Returns the sources of the named transforms, and those of the transforms that they are made of. */
function sourcesOf(
  names: ReadonlySet<string>,
  transforms: readonly Transform[],
): readonly Transform["source"][] {
  const wanted = new Set(names);
  // A transform comes after those that it uses.
  return [...transforms].reverse().flatMap(({ name, source }) => {
    if (!wanted.has(name)) return [];
    wanted.add(source.name);
    return [source];
  });
}

/** Returns what transformations write by name: such words are meant. */
export function definitionsOf({ transforms, rewriters }: CompiledOp): string {
  return transforms.length === 0 ? "" : JSON.stringify([transforms, rewriters]);
}

/** Returns how often the texts of a template have a token in its code. Words in quotes are no tokens. */
export function countWritten(texts: readonly string[], token: string): number {
  const isWord = /^@*[\w$]+$/.test(token);
  let count = 0;
  for (const text of texts) {
    const code = /["'`]/.test(token) ? text : text.replace(QUOTED, " ");
    for (let at = code.indexOf(token); at !== -1; at = code.indexOf(token, at + token.length)) {
      const isWhole = !WORD.test(code.charAt(at - 1)) && !WORD.test(code.charAt(at + token.length));
      if (!isWord || isWhole) count += 1;
    }
  }
  return count;
}

const WORD = /[\w$]/;
const QUOTED = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
