import type { McpTool } from "../tool.ts";
import { applyPlanTool } from "./apply-plan-tool.ts";
import { dumpSyntaxTreeTool } from "./dump-syntax-tree-tool.ts";
import { explainTool } from "./explain-tool.ts";
import { findCodeTool } from "./find-code-tool.ts";
import { judgeTool } from "./judge-tool.ts";
import { listRecipesTool } from "./list-recipes-tool.ts";
import { previewEditTool } from "./preview-edit-tool.ts";
import { previewRecipeTool } from "./preview-recipe-tool.ts";
import { proposePatchTool } from "./propose-patch-tool.ts";
import { readFileTool } from "./read-file-tool.ts";
import { runsTool } from "./runs-tool.ts";
import { undoTool } from "./undo-tool.ts";

/** Every tool of the server. None ends a hold, and none asks the client for anything (V5). */
export const MCP_TOOLS: readonly McpTool[] = [
  listRecipesTool,
  previewRecipeTool,
  findCodeTool,
  dumpSyntaxTreeTool,
  readFileTool,
  previewEditTool,
  proposePatchTool,
  judgeTool,
  explainTool,
  applyPlanTool,
  runsTool,
  undoTool,
];
