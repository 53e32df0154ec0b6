import type { analyze } from "@typescript-eslint/scope-manager";
import { type EcmaScriptModule, parseSync } from "oxc-parser";
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
    const { program, errors, module } = parseSync(`a.${lang}`, text, options);
    if (errors.length === 0 && isProgram(program))
      return { root: program, isModule: module.hasModuleSyntax, module };
  }
  return undefined;
}

/** True for the tree of a program, with the places of its nodes: the analyzer takes every ESTree. */
function isProgram(value: unknown): value is ProgramNode {
  return isEsNode(value) && value.type === "Program" && Array.isArray(value.range);
}
