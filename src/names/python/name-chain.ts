import type { Extent } from "../file-names.ts";
import { skipBlanks } from "./blanks.ts";
import type { AssignedValue } from "./declaration.ts";

/** A name with members, as `os.path.join`. */
interface NameChain {
  /** The place where the name begins. */
  readonly at: number;
  readonly name: string;
  readonly path: readonly string[];
}

/** A chain, or one that begins with a call: then the path is that of the members of its result. */
export interface Chain extends NameChain {
  /** The function that is called, and the one string that it is given. */
  readonly call: (NameChain & { readonly argument: string }) | undefined;
}

/** Longer chains come from no module. */
export const LONGEST = 100;

/** Returns the chain that is the value of an assignment. */
export function readValue(text: string, { from, to }: AssignedValue): Chain | undefined {
  const [sign] = matchAt(SIGN, text, skipBlanks(text, from)) ?? [];
  if (sign === undefined) return undefined;
  return readChain(text, { start: skipBlanks(text, from) + sign.length, end: to });
}

/** Returns the chain that is all of the code at a place, but for parentheses. */
export function readChain(text: string, { start, end }: Extent): Chain | undefined {
  let at = skipBlanks(text, start);
  let opened = 0;
  for (; text[at] === "("; at = skipBlanks(text, at + 1)) opened += 1;
  const [name] = matchAt(NAME, text, at) ?? [];
  if (name === undefined) return undefined;
  const chain = { at, name, path: [] as string[] };
  let call: Chain["call"];
  for (at += name.length; skipBlanks(text, at) < end; ) {
    at = skipBlanks(text, at);
    const [member, memberName] = matchAt(MEMBER, text, at) ?? [];
    const [given, ...arguments_] = matchAt(CALL, text, at) ?? [];
    if (member !== undefined && memberName !== undefined && chain.path.length < LONGEST) {
      chain.path.push(memberName);
      at += member.length;
    } else if (given !== undefined && call === undefined) {
      call = { ...chain, argument: arguments_.find((argument) => argument !== undefined) ?? "" };
      chain.path = [];
      at += given.length;
    } else if (text[at] === ")" && opened > 0) {
      opened -= 1;
      at += 1;
    } else return undefined;
  }
  return opened === 0 ? { ...chain, call } : undefined;
}

const SIGN = /:?=(?!=)/y;
const NAME = /[\p{ID_Start}_]\p{ID_Continue}*/uy;
const MEMBER = /\.(?:[\s\\]|#.*)*([\p{ID_Start}_]\p{ID_Continue}*)/uy;
/** Only a plain string names a module. */
const CALL = /\(\s*[ruRU]?(?:"([\w.]+)"|'([\w.]+)')\s*,?\s*\)/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
