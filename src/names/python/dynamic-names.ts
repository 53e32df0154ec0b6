import type { KeptNode } from "./kept-node.ts";

/** True if a node runs code that may change any name around it: `exec` without a namespace of its own. */
export function isExec({ kind, node, start }: KeptNode, text: string): boolean {
  if (kind === "exec_statement") return node.namedChildren().length === 1;
  if (kind !== "call" || !isCallOf("exec", text, start)) return false;
  return (node.field("arguments")?.namedChildren().length ?? 0) < 2;
}

function isCallOf(name: string, text: string, start: number): boolean {
  return text.startsWith(name, start) && isCalled(text, start + name.length);
}

/** True if arguments follow a place. */
export function isCalled(text: string, end: number): boolean {
  ARGUMENTS.lastIndex = end;
  return ARGUMENTS.test(text);
}

const ARGUMENTS = /[\s\\]*\(/y;
