import { describe, expect, it } from "vitest";
import { createLanguageOf } from "../../../src/edit/language/file-languages.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { createScope } from "../../../src/files/scope.ts";
import type { AstEditParams } from "../../../src/model/recipe/call-step.ts";
import { textOf } from "../../../src/model/tool.ts";
import { ToolError } from "../../../src/model/tool-error.ts";
import { resolvePending } from "../../../src/resolve/resolve-pending.ts";
import { createSession } from "../../../src/resolve/session.ts";
import { NO_PACKAGES } from "../../../src/shared/package-places.ts";
import { createAstEditTool } from "../../../src/tools/ast-edit/ast-edit-tool.ts";
import { createResolveTool } from "../../../src/tools/resolve-tool.ts";
import { astEdit } from "../../support/ast-edit-params.ts";
import { readText, snapshot, tempTree } from "../../support/temp-tree.ts";
import { diskWorkspace } from "../../support/write-files.ts";

const CONTEXT = { callId: "c", batchId: "direct", callIndex: 0 };

function setUp(files: Record<string, string>, params: Partial<AstEditParams> = {}) {
  const root = tempTree(files);
  const session = createSession();
  const environment = {
    session,
    owner: { recipe: "test", step: "step" },
    parameters: astEdit.parameters,
    workspace: diskWorkspace(root),
    scope: createScope({ include: ["**"], exclude: [], readonly: [] }),
    languageOf: createLanguageOf([]),
    grammars: createGrammars(NO_PACKAGES),
    search: { build: "0.0.0" },
    signal: new AbortController().signal,
  };
  const tool = createAstEditTool(environment);
  const all: AstEditParams = { ...astEdit.params("f($A)", "g($A)"), ...params };
  return { root, session, tool, call: () => tool.execute(all, CONTEXT, environment.signal) };
}

describe("the tools", () => {
  it("R18 show resolve to no one but a model that has something to resolve", () => {
    const { session, tool } = setUp({});
    expect(createResolveTool(session)).toMatchObject({ name: "resolve", isHidden: true });
    expect(tool).toMatchObject({ name: "ast_edit", isHidden: false });
  });
});

describe("ast_edit", () => {
  it("A1 A20 never writes, queues one action, and says plainly that it is staged", async () => {
    const { root, session, call } = setUp({ "a.ts": "f(1);\n", "b.ts": "f(2);\nf(3);\n" });
    const before = snapshot(root);
    expect(textOf(await call())).toBe(
      "AST Edit: 3 replacements in 2 files. Staged, not applied: 1 pending action to resolve.",
    );
    expect(snapshot(root)).toEqual(before);
    expect(session.pending.list()).toMatchObject([
      { label: "AST Edit: 3 replacements in 2 files", sourceToolName: "ast_edit" },
    ]);
  });

  it("A2 writes what was previewed when it is applied, and says how much", async () => {
    const { root, session, call } = setUp({ "a.ts": "f(1);\n" });
    await call();
    const answer = await resolvePending(session, { action: "apply", reason: "Fine." });
    expect(textOf(answer)).toBe("Applied 1 replacement in 1 file.");
    expect(readText(root, "a.ts")).toBe("g(1);\n");
  });

  it("A3 queues nothing if nothing matches, and says so", async () => {
    const { session, call } = setUp({ "a.ts": "x(1);\n" });
    expect(textOf(await call())).toBe("No replacements made");
    expect(session.pending.hasPending).toBe(false);
  });

  it("A4 refuses a path that is not there, by its place", async () => {
    const { call } = setUp({ "a.ts": "f(1);\n" }, { paths: ["a.ts", "nope.ts"] });
    await expect(call()).rejects.toThrow(
      new ToolError("paths[1]: there is no file or folder `nope.ts`."),
    );
  });

  it("A6 lists the supported languages if it is given another one", async () => {
    const { call } = setUp({ "a.ts": "f(1);\n" }, { lang: "cobol" });
    await expect(call()).rejects.toThrow(/no language `cobol`\. Supported: .*typescript/);
  });

  it("R6 writes nothing when it is discarded", async () => {
    const { root, session, call } = setUp({ "a.ts": "f(1);\n" });
    await call();
    await resolvePending(session, { action: "discard", reason: "No." });
    expect(readText(root, "a.ts")).toBe("f(1);\n");
  });
});
