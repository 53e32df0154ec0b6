import { describe, expect, it } from "vitest";
import { connect } from "../../support/mcp-client.ts";
import { EDIT, patchOf, TREE } from "../../support/mcp-tree.ts";
import { readText, snapshot, tempTree, writeTree } from "../../support/temp-tree.ts";

describe("the tools for agents", () => {
  it("are twelve, each with its shapes, and only two write", async () => {
    const { client } = await connect(tempTree(TREE), {});
    expect(client.getProtocolEra()).toBe("modern"); // The older one is that of the built server's tests.
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...["list_recipes", "preview_recipe", "find_code", "dump_syntax_tree", "read_file"],
      ...["preview_edit", "propose_patch", "judge", "explain", "apply_plan", "runs", "undo"],
    ]);
    for (const { inputSchema, outputSchema } of tools)
      expect([inputSchema.type, outputSchema?.type]).toEqual(["object", "object"]);
    const writers = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
    expect(writers.map(({ name }) => name)).toEqual(["apply_plan", "undo"]);
  });

  it("list recipes, and preview one as a model's with values of its inputs", async () => {
    const root = tempTree(TREE);
    const { call } = await connect(root, {});
    const { data: listed } = await call("list_recipes");
    expect(listed.recipes).toContainEqual(
      expect.objectContaining({ name: "renew", description: "Calls the new name." }),
    );
    const before = snapshot(root);
    for (const recipe of ["renew", "recipes/renew.yaml"]) {
      const { data, isError } = await call("preview_recipe", { recipe, inputs: { to: "next" } });
      expect(isError).toBe(false);
      const [first] = data.actions;
      expect(first).toMatchObject({ state: "would-apply", rule: "by-model" });
      expect(first.files[0].diff).toContain("+nextCall(1);");
      expect(data.totals).toEqual({ apply: 1, hold: 1, discard: 1, failed: 0 });
    }
    expect(snapshot(root)).toEqual(before);
  });

  it("find code page by page", async () => {
    const many = Array.from({ length: 130 }, (_one, at) => `f(${at});\n`).join("");
    const { call } = await connect(tempTree({ ...TREE, "src/many.ts": many }), {});
    const { data: first } = await call("find_code", { pat: "f($A)", lang: "ts" });
    expect([first.matches.length, first.total, first.nextCursor]).toEqual([100, 130, "100"]);
    const more = { pat: "f($A)", lang: "ts", cursor: first.nextCursor };
    const { data: second } = await call("find_code", more);
    expect(second.matches.map(({ text }: { text: string }) => text).at(-1)).toBe("f(129)");
    expect(second.nextCursor).toBeUndefined();
  });

  it("read a file, and show a syntax tree of a file or of code", async () => {
    const { call } = await connect(tempTree(TREE), {});
    const { data: read } = await call("read_file", { path: "src/a.ts", offset: 2 });
    expect(read).toMatchObject({ path: "src/a.ts", text: "old(2);\n", bytes: 16 });
    const { data: tree } = await call("dump_syntax_tree", { path: "src/a.ts", line: 2 });
    expect(tree.tree).toContain("    call_expression 2:1-2:7");
    const { data: code } = await call("dump_syntax_tree", { code: "a(1)", lang: "python" });
    expect([code.language, code.tree[0]]).toEqual(["python", "module 1:1-1:5"]);
  });

  it("judge a patch without a plan, and a plan page by page, each with the rule", async () => {
    const root = tempTree(TREE);
    const { call } = await connect(root, {});
    const patch = patchOf("src/pay/charge.ts", "old(3);", "free();");
    const { data: judged } = await call("judge", { patch });
    expect(judged.plan).toBeUndefined();
    expect(judged.actions).toMatchObject([{ verdict: "hold", rule: "payments" }]);
    const files = Array.from({ length: 30 }, (_one, at) => [`src/f${at}.ts`, "old(1);\n"] as const);
    writeTree(root, Object.fromEntries(files));
    const { data: previewed } = await call("preview_edit", EDIT);
    expect([previewed.actions.length, previewed.nextCursor]).toEqual([25, "25"]);
    const { data: rest } = await call("judge", { plan: previewed.plan, cursor: "25" });
    expect(rest.actions.length).toBe(8);
  });

  it("explain a verdict condition by condition, and why a pattern does not match", async () => {
    const { call } = await connect(tempTree({ ...TREE, "src/a.ts:1": "olds(1);\n" }), {});
    const { data } = await call("preview_edit", { ...EDIT, paths: ["docs"] });
    const { text } = await call("explain", { plan: data.plan, action: "docs/c.ts" });
    expect(text).toContain('allFiles: ["src/**"]');
    const asked = { pat: "olds($A)", path: "src/a.ts", line: 1 };
    const { data: match } = await call("explain", asked);
    expect(match.explanation).toContain("no match");
  });

  it("V5 apply what the policy applies of a plan, hold the rest, and undo the own run and its undo", async () => {
    const root = tempTree(TREE);
    const { call } = await connect(root, {});
    const { data: previewed } = await call("preview_edit", EDIT);
    const { data: applied, text } = await call("apply_plan", { plan: previewed.plan });
    expect(applied.totals).toMatchObject({ apply: 1, hold: 1, discard: 1 });
    expect(readText(root, "src/a.ts")).toBe("renewed(1);\nrenewed(2);\n");
    expect(readText(root, "src/pay/charge.ts")).toBe("old(3);\n");
    expect(text).toContain("Only a person ends what is held:");
    expect(applied.resolve.join("\n")).toMatch(/sluice resolve run-\d+ \S+ apply --reason/);
    const { data: runs } = await call("runs");
    expect(runs.runs).toMatchObject([{ id: applied.run, held: 1, isOwn: true }]);
    const { data: undone } = await call("undo", { run: applied.run });
    expect(undone.files).toEqual([{ path: "src/a.ts", how: "put-back" }]);
    expect(readText(root, "src/a.ts")).toBe("old(1);\nold(2);\n");
    await call("undo", { run: undone.undoneBy });
    expect(readText(root, "src/a.ts")).toBe("renewed(1);\nrenewed(2);\n");
  });

  it("show the policy in force, which sluice.yaml names, and a run as resources", async () => {
    const project = "version: 1\nrecipes: [renew]\npolicy: p.yaml\n";
    const policy = "version: 1\nextends: ./sluice.policy.yaml\n";
    const root = tempTree({ ...TREE, "sluice.yaml": project, "p.yaml": policy });
    const { client, call } = await connect(root, {});
    const { data: previewed } = await call("preview_edit", EDIT);
    expect(previewed.policy).toBe("p.yaml");
    const { data: applied } = await call("apply_plan", { plan: previewed.plan });
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return content !== undefined && "text" in content ? content.text : "";
    };
    expect(await read("sluice://policy")).toContain("id: payments");
    const run = JSON.parse(await read(`sluice://runs/${applied.run}`));
    expect(run).toMatchObject({ run: { id: applied.run, held: 1 } });
  });
});
