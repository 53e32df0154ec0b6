import { type AstEditToolContext, createAstEditTool } from "./ast-edit/ast-edit-tool.ts";
import { astGrepParameters, createAstGrepTool } from "./ast-grep/ast-grep-tool.ts";
import type { ToolParameters } from "./parameters.ts";
import { createListFilesTool, listFilesParameters } from "./read-files/list-files-tool.ts";
import {
  createReadFileTool,
  type ReadFileContext,
  readFileParameters,
} from "./read-files/read-file-tool.ts";
import { createResolveTool } from "./resolve-tool.ts";
import { createReplaceTextTool, replaceTextParameters } from "./text-edit/replace-text-tool.ts";
import type { TextEditContext } from "./text-edit/text-edit.ts";
import { createWriteFileTool, writeFileParameters } from "./text-edit/write-file-tool.ts";
import type { Tool } from "./tool.ts";

/** The context of the built-in tools of one step. */
interface BuiltInContext extends AstEditToolContext, ReadFileContext, TextEditContext {}

/** One built-in tool: its name, the way it is made, its parameters and its callers. */
export interface BuiltInTool {
  readonly name: string;
  readonly create: (context: BuiltInContext) => Tool<unknown>;
  /** The parameters of a step that calls the tool by its name. Absent if no step may. */
  readonly parameters?: Pick<ToolParameters<unknown>, "parse">;
  /** The advice for a step that calls the tool by its name, if no step may. */
  readonly stepAdvice?: string;
  /** The advice for a prompt that names the tool, if no prompt may. */
  readonly promptAdvice?: string;
}

/** Every built-in tool, once, in the order in which a model gets them. No custom tool has one of their names (T24). */
export const BUILT_IN_TOOLS: readonly BuiltInTool[] = [
  {
    name: "ast_edit",
    create: createAstEditTool,
    stepAdvice: "Write the step as `ast_edit: { … }`.",
  },
  { name: "ast_grep", create: createAstGrepTool, parameters: astGrepParameters },
  { name: "read_file", create: createReadFileTool, parameters: readFileParameters },
  { name: "list_files", create: createListFilesTool, parameters: listFilesParameters },
  { name: "write_file", create: createWriteFileTool, parameters: writeFileParameters },
  { name: "replace_text", create: createReplaceTextTool, parameters: replaceTextParameters },
  {
    name: "resolve",
    create: ({ session }) => createResolveTool(session),
    stepAdvice: "The policy resolves what steps queue.",
    promptAdvice:
      "Write `resolve: model` beside `tools`; it is then offered where something is pending.",
  },
];

/** Finds a built-in tool by its name. */
export function findBuiltIn(name: string): BuiltInTool | undefined {
  return BUILT_IN_TOOLS.find((tool) => tool.name === name);
}
