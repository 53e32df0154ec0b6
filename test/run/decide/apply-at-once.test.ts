import { expect, it } from "vitest";
import { createLanguageOf } from "../../../src/edit/language/file-languages.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { createScope } from "../../../src/files/scope.ts";
import { DIRECT_CALL } from "../../../src/model/tool.ts";
import { loadAstEditCall } from "../../../src/recipe/load-call.ts";
import { resolvePending } from "../../../src/resolve/resolve-pending.ts";
import { createSession } from "../../../src/resolve/session.ts";
import { NO_PACKAGES } from "../../../src/shared/package-places.ts";
import { createAstEditTool } from "../../../src/tools/ast-edit/ast-edit-tool.ts";
import { FileQueue } from "../../../src/tools/changes/file-queue.ts";
import { createReplaceTextTool } from "../../../src/tools/text-edit/replace-text-tool.ts";
import { runWith } from "../../support/run-request.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";
import { diskWorkspace } from "../../support/write-files.ts";

it("T5 T17 loses nothing where several actions on one file are applied at the same time, whichever tools queued them", async () => {
  for (let round = 0; round < 5; round += 1) {
    const root = tempTree({ "a.ts": "one(1);\ntwo(2);\nthree(3);\n" });
    const session = createSession();
    const { signal } = new AbortController();
    const all = {
      session,
      owner: { recipe: "test", step: "step" },
      workspace: diskWorkspace(root),
      scope: createScope({ include: ["**"], exclude: [], readonly: [] }),
      languageOf: createLanguageOf([]),
      grammars: createGrammars(NO_PACKAGES),
      search: { build: "0" },
      signal,
      files: new FileQueue(root),
      parameters: {
        jsonSchema: {},
        parse(value: unknown) {
          const loaded = loadAstEditCall(value);
          if ("params" in loaded) return loaded.params;
          throw new Error("no such call");
        },
      },
    };
    const edit = createAstEditTool(all);
    const replace = createReplaceTextTool(all);
    const params = (pat: string, out: string) => all.parameters.parse({ ops: [{ pat, out }] });
    await edit.execute(params("one($A)", "first($A)"), DIRECT_CALL, signal);
    await edit.execute(params("two($A)", "second($A)"), DIRECT_CALL, signal);
    await replace.execute({ path: "a.ts", old: "three", new: "third" }, DIRECT_CALL, signal);
    const ids = session.pending.list().map(({ id }) => id);
    const ended = await Promise.allSettled(
      ids.map((id) => resolvePending(session, { action: "apply", reason: "Yes.", id })),
    );
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
    expect(readText(root, "a.ts")).toBe("first(1);\nsecond(2);\nthird(3);\n");
  }
});

it("previews of new files come to what a run comes to: one cannot be below another", async () => {
  const recipe = `version: 1
steps:
  - id: p
    parallel:
      - { id: a, tool: write_file, with: { path: a, content: x } }
      - { id: b, tool: write_file, with: { path: a/b, content: y } }
`;
  const states = [];
  for (const command of ["preview", "run"] as const) {
    const root = tempTree({ "recipe.yaml": recipe });
    const report = await runWith(root, { command, policy: "apply-all" });
    states.push(
      report.actions.map(({ state, isStale }) => [
        state.replace("would-apply", "applied"),
        isStale,
      ]),
    );
  }
  expect(states[0]).toEqual([
    ["applied", undefined],
    ["failed", true],
  ]);
  expect(states[1]).toEqual(states[0]);
});
