import type { analyze } from "@typescript-eslint/scope-manager";
import { type EcmaScriptModule, type ParseResult, parseSync } from "oxc-parser";
import type { Dialect } from "../../syntax/dialect.ts";
import { type EsNode, isEsNode } from "./es-node.ts";

/** The tree of a program, as the analyzer of scopes takes it. */
export type ProgramNode = EsNode & Parameters<typeof analyze>[0];

/** A program with the rules by which it could be read. */
export interface Program {
  readonly root: ProgramNode;
  /** It imports or exports: its code is strict. Other texts may be scripts, or modules of CommonJS. */
  readonly isModule: boolean;
  /** Its imports and exports. */
  readonly module: EcmaScriptModule;
}

/**
 * Parses a text as a module if it can be one, else as a script; of TypeScript, it may be a file of declarations, too.
 * Undefined for a text with syntax errors.
 */
export function parseProgram(text: string, dialect: Dialect): Program | undefined {
  const parsed = parse(text, dialect);
  if (parsed === undefined) return undefined;
  const { program, module } = parsed;
  return isProgram(program)
    ? { root: program, isModule: module.hasModuleSyntax, module }
    : undefined;
}

/** True for a text that {@link parseProgram} can parse. Its tree, which takes most of the time, is not made. */
export function canParse(text: string, dialect: Dialect): boolean {
  return parse(text, dialect) !== undefined;
}

function parse(text: string, dialect: Dialect): ParseResult | undefined {
  const attempts = [
    [dialect, "module"],
    [dialect, "commonjs"],
    ...(dialect === "ts" ? [["dts", "module"] as const] : []),
  ] as const;
  for (const [lang, sourceType] of attempts) {
    const options = {
      lang,
      sourceType,
      preserveParens: false,
      astType: "ts",
      range: true,
    } as const;
    const parsed = parseSync(`a.${lang}`, text, options);
    if (parsed.errors.length === 0) return parsed;
  }
  return undefined;
}

/** True for the tree of a program, with the places of its nodes: the analyzer takes every ESTree. */
function isProgram(value: unknown): value is ProgramNode {
  return isEsNode(value) && value.type === "Program" && Array.isArray(value.range);
}
