import { createLanguageOf } from "../../src/edit/language/file-languages.ts";
import { createGrammars } from "../../src/edit/language/grammars.ts";
import { createScope } from "../../src/files/scope.ts";
import type { ScopeRules } from "../../src/model/recipe/recipe.ts";
import type { AgentToolResult } from "../../src/model/tool.ts";
import { createSession } from "../../src/resolve/session.ts";
import { FileQueue } from "../../src/tools/changes/file-queue.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { ToolRegistry } from "../../src/tools/tool-registry.ts";
import { createOverlayWorkspace } from "../../src/tree/overlay-workspace.ts";
import { packagesIn, REPOSITORY } from "./grammar-packages.ts";
import { type Tree, tempTree } from "./temp-tree.ts";
import { diskWorkspace } from "./write-files.ts";

/** What tools work with, over a tree of a test's own. */
export function toolSetUp(
  files: Tree,
  { scope = {}, overlay = false }: { scope?: Partial<ScopeRules>; overlay?: boolean } = {},
) {
  const root = tempTree(files);
  const stop = new AbortController();
  const workspace = overlay ? createOverlayWorkspace(root) : diskWorkspace(root);
  const surroundings = {
    session: createSession(),
    owner: { recipe: "test", step: "step" },
    workspace,
    scope: createScope({ include: ["**"], exclude: [], readonly: [], ...scope }),
    languageOf: createLanguageOf([]),
    grammars: createGrammars(packagesIn(REPOSITORY)),
    search: { build: "0.0.0" },
    signal: stop.signal,
    files: new FileQueue(root),
  };
  return { root, stop, session: surroundings.session, workspace, surroundings };
}

/** Calls a tool as a step or a model does: its parameters are checked first. */
export function callTool<Params>(tool: Tool<Params>, params: unknown): Promise<AgentToolResult> {
  const registry = new ToolRegistry();
  registry.add(tool);
  const context = { callId: "call", batchId: "direct", callIndex: 0 };
  const registered = registry.get(tool.name);
  if (registered === undefined) throw new Error(`${tool.name} was not registered.`);
  return registered.call(params, context, new AbortController().signal);
}
