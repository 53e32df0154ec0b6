import { describe, expect, it } from "vitest";
import { connect, serve } from "../support/mcp-client.ts";
import { EDIT, patchOf, TREE } from "../support/mcp-tree.ts";
import { readText, snapshot, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";

/** Sends lines to a server, and returns the messages that it answers with until it has answered so many. */
async function exchange(lines: readonly string[], answers: number, root = tempTree(TREE)) {
  const served = serve(root, {});
  const got: { id?: unknown; error?: { code: number; message: string }; result?: unknown }[] = [];
  const done = new Promise<void>((resolve) => {
    let rest = "";
    served.stdout.on("data", (bytes: Buffer) => {
      const all = `${rest}${bytes.toString()}`.split("\n");
      rest = all.pop() ?? "";
      got.push(...all.map((line) => JSON.parse(line)));
      if (got.length >= answers) resolve();
    });
  });
  for (const line of lines) served.stdin.write(`${line}\n`);
  if (answers > 0) await done;
  return { got, served };
}

const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

const INITIALIZE = request(0, "initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "old", version: "1" },
});

describe("a client that means harm", () => {
  it("V5 gets no file out of the root or the scope, and no path of the machine", async () => {
    const secrets = { ".env": "KEY=1\n", "private/d.ts": "old(6);\n" };
    const root = tempTree({ ...TREE, ...secrets });
    const { call } = await connect(root, { paths: ["src", "docs"], exclude: ["src/pay"] });
    const tries: [string, Record<string, unknown>][] = [
      ...["../a", "/etc/passwd", "private/d.ts", ".env", "src/pay/charge.ts"].flatMap((path) => [
        ["read_file", { path }] as [string, Record<string, unknown>],
        ["dump_syntax_tree", { path, lang: "ts" }] as [string, Record<string, unknown>],
        ["explain", { path, pat: "old($A)", lang: "ts" }] as [string, Record<string, unknown>],
      ]),
      ...["../x.yaml", "/x.yaml", "git:https://a.example/b@c:d.yaml", "-", "a\\b.yaml"].map(
        (recipe) => ["preview_recipe", { recipe }] as [string, Record<string, unknown>],
      ),
      ["propose_patch", { patch: patchOf("private/d.ts", "old(6);", "x();") }],
      ["propose_patch", { patch: patchOf("../d.ts", "old(6);", "x();") }],
      ["propose_patch", { patch: "--- /dev/null\n+++ b/private/new.ts\n@@ -0,0 +1 @@\n+x\n" }],
      ["undo", { run: "last" }],
      ["explain", { run: "../../etc/passwd" }],
    ];
    for (const [name, input] of tries) {
      const { isError, text } = await call(name, input);
      expect([name, input, isError]).toEqual([name, input, true]);
      expect(text).not.toContain(root);
      expect(text).not.toMatch(/old\(6\)|KEY=1/);
    }
    const { data: found } = await call("find_code", { pat: "old($A)", lang: "ts" });
    expect(found.matches.map(({ path }: { path: string }) => path)).toEqual([
      ...["docs/c.ts", "src/a.ts", "src/a.ts", "src/b.gen.ts"],
    ]);
    const { data: edited } = await call("preview_edit", { ops: EDIT.ops });
    const paths = edited.actions.flatMap(({ files }: { files: { path: string }[] }) =>
      files.map(({ path }) => path),
    );
    expect(paths).toEqual(["docs/c.ts", "src/a.ts", "src/b.gen.ts"]);
  });

  it("F21 gets no text of a secret or an ignored file, and changes none, whatever it or a recipe names", async () => {
    const kept = {
      ".env": "KEY=TOPSECRET\n",
      "credentials.json": '{ "key": "TOPSECRET" }\n',
      "dist/ign.js": 'const k = "TOPSECRET";\n',
    };
    const scope = "scope: { include: [.env, credentials.json, dist/ign.js, src/**] }";
    const recipe = `version: 1\nname: take\n${scope}\nsteps:\n`;
    const edit = (path: string, lang: string, pat: string) =>
      `  - ast_edit: { paths: [${path}], lang: ${lang}, ops: [{ pat: ${pat}, out: "1" }] }\n`;
    const steps = {
      env: edit(".env", "bash", "KEY=$A"),
      json: edit("credentials.json", "json", `'"TOPSECRET"'`),
      ignored: edit("dist/ign.js", "js", "const k = $A"),
      text: "  - patch: credentials.json\n",
    };
    const recipes = Object.entries(steps).map(
      ([name, step]) => [`recipes/${name}.yaml`, recipe + step] as const,
    );
    const root = tempRepository({ ".gitignore": "dist/\n", ...Object.fromEntries(recipes) });
    writeTree(root, kept);
    const { call } = await connect(root, { policy: ["apply-all"] });
    const tries: [string, Record<string, unknown>][] = [
      ...Object.entries({
        ".env": "bash",
        "credentials.json": "json",
        "dist/ign.js": "js",
      }).flatMap(([path, lang]) =>
        [[path], ["**", path], [`./${path}`]].map(
          (paths) =>
            ["preview_edit", { ops: [{ pat: "$A", out: "x" }], paths, lang }] as (typeof tries)[0],
        ),
      ),
      ...recipes.map(([path]) => ["preview_recipe", { recipe: path }] as (typeof tries)[0]),
    ];
    for (const [name, input] of tries) {
      const { data, text } = await call(name, input);
      expect(text + JSON.stringify(data ?? "")).not.toContain("TOPSECRET");
      expect(text).toMatch(/looks like a secret|is ignored by git/);
      if (data?.plan !== undefined) await call("apply_plan", { plan: data.plan });
    }
    for (const [path, text] of Object.entries(kept)) expect(readText(root, path)).toBe(text);
  });

  it("F21 gets the text of a secret that the person names", async () => {
    const root = tempTree({ ...TREE, ".env": "KEY=1\n" });
    const { call } = await connect(root, { paths: ["src", ".env"] });
    const ops = [{ pat: "KEY=$A", out: "KEY=2" }];
    const { data } = await call("preview_edit", { ops, paths: [".env"], lang: "bash" });
    expect(data.actions[0].files[0].diff).toContain("+KEY=2");
  });

  it("V5 cannot widen what the person fixed: unknown keys, expressions and policies are no way", async () => {
    const root = tempTree(TREE);
    const { call } = await connect(root, {});
    for (const key of ["policy", "by", "root", "allowCode", "trust"]) {
      const { isError } = await call("preview_edit", { ...EDIT, [key]: "person" });
      expect([key, isError]).toEqual([key, true]);
    }
    const ops = [{ pat: "old($A)", out: "${{ env.PATH }}($A)" }];
    const { data } = await call("preview_edit", { ...EDIT, ops });
    expect(data.actions[0].files[0].diff).toContain("+${{ env.PATH }}(1);");
  });

  it("V5 applies no plan of another session, and none whose files have changed since", async () => {
    const root = tempTree(TREE);
    const [one, other] = [await connect(root, {}), await connect(root, {})];
    const { data } = await one.call("preview_edit", EDIT);
    const before = snapshot(root);
    const foreign = await other.call("apply_plan", { plan: data.plan });
    expect(foreign).toMatchObject({ isError: true });
    expect(foreign.text).toContain("no plan with that digest");
    writeTree(root, { "src/a.ts": "changed();\n" });
    const stale = await one.call("apply_plan", { plan: data.plan });
    expect([stale.isError, stale.data.outcome]).toEqual([true, "stale"]);
    expect(snapshot(root)).toEqual({ ...before, ...only(root, "src/a.ts") });
  });

  it("V5 finds a hold still held after each of its tools was called on it", async () => {
    const root = tempTree(TREE);
    const { call } = await connect(root, {});
    const patch = patchOf("src/pay/charge.ts", "old(3);", "free();");
    const { data: plan } = await call("propose_patch", { patch });
    const { data: applied } = await call("apply_plan", { plan: plan.plan });
    const { run, actions } = applied;
    await call("apply_plan", { plan: plan.plan, only: [actions[0].id] });
    await call("undo", { run });
    await call("judge", { patch, verdict: "apply" });
    const second = await call("apply_plan", { plan: plan.plan });
    expect(second.isError).toBe(true);
    expect(second.text).toMatch(
      new RegExp(`run ${run} of this plan waits[^]*sluice resolve ${run}`),
    );
    const { data: all } = await call("runs");
    expect(all.runs).toMatchObject([{ id: run, held: 1, isOwn: true }]);
    expect((await call("explain", { run })).text).toContain("payments");
    const { data: again } = await call("runs", { run });
    expect(again.actions).toMatchObject([{ state: "held" }]);
    expect(readText(root, "src/pay/charge.ts")).toBe("old(3);\n");
  });

  it("V5 has nothing previewed or applied of a tree in which a run was cut off", async () => {
    const root = tempTree(TREE);
    const { call } = await connect(root, {});
    const { data: plan } = await call("preview_edit", EDIT);
    writeTree(root, { ".sluice/runs/run-0.open/journal.jsonl": "" });
    for (const [name, input] of [
      ["preview_edit", EDIT],
      ["judge", { patch: patchOf("src/a.ts", "old(1);", "x();") }],
      ["apply_plan", { plan: plan.plan }],
    ] as const) {
      const { isError, text } = await call(name, input);
      expect(isError).toBe(true);
      expect(text).toContain("Run run-0 was cut off");
    }
  });

  it("gets escapes of terminals only in a form that does nothing", async () => {
    const root = tempTree({ ...TREE, "src/e.ts": "old('\x1b[2J');\n" });
    const { call } = await connect(root, {});
    const { text, data } = await call("read_file", { path: "src/e.ts" });
    expect([text, data.text]).toEqual(["old('\\x1b[2J');\n", "old('\x1b[2J');\n"]);
  });

  it.each([
    ["tools/call", { name: "read_file", arguments: { path: "src/a.ts" } }],
    ["resources/read", { uri: "sluice://policy" }],
  ])("is answered if it floods with %s, and refused beyond a number", async (method, params) => {
    const calls = Array.from({ length: 200 }, (_one, at) => request(at + 1, method, params));
    const { got } = await exchange([INITIALIZE, ...calls], 201);
    const refused = got.filter((answer) => JSON.stringify(answer).includes("Too many calls"));
    expect([got.length, refused.length]).toEqual([201, 164]);
  });

  it("is told of a message that is too long by the id of its request, and otherwise left", async () => {
    const long = "x".repeat(5 * 1024 * 1024);
    const params = { name: "read_file", arguments: { path: long } };
    const last = JSON.stringify({ method: "tools/call", params, jsonrpc: "2.0", id: 7 });
    const { got, served } = await exchange([INITIALIZE, last, request(8, "ping")], 3);
    expect(got[1]).toMatchObject({ id: 7, error: { code: -32600 } });
    expect(got[2]).toMatchObject({ id: 8, result: {} });
    served.stdin.write(`${long}\n`);
    expect(await served.exitCode).toBe(0);
  });

  it("is answered in words to what is no message, to a batch, and to a method that is unknown", async () => {
    const { got } = await exchange(
      [
        "{",
        `[${request(8, "ping")},1,${request(9, "ping")}]`,
        "[]",
        INITIALIZE,
        request(2, "tools/rewrite"),
        "",
        request(3, "ping"),
      ],
      7,
    );
    expect(got.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700],
      [8, -32600],
      [9, -32600],
      [null, -32600],
      [0, undefined],
      [2, -32601],
      [3, undefined],
    ]);
  });

  it("may call before it says hello in the older era, and gets the same bounds", async () => {
    const params = { name: "read_file", arguments: { path: "../x" } };
    const { got } = await exchange([request(1, "tools/call", params)], 1);
    const content = [{ text: expect.stringContaining("leaves the root") }];
    expect(got).toMatchObject([{ id: 1, result: { isError: true, content } }]);
  });

  it("ends the server with 0 when it closes its end, also with a call that runs, and leaves no lock", async () => {
    const root = tempTree(TREE);
    const { call, stdin, exitCode } = await connect(root, {});
    const { data } = await call("preview_edit", EDIT);
    const applied = call("apply_plan", { plan: data.plan }).catch(() => undefined);
    stdin.end();
    expect(await exitCode).toBe(0);
    void applied;
    const text = readText(root, "src/a.ts");
    expect(["old(1);\nold(2);\n", "renewed(1);\nrenewed(2);\n"]).toContain(text);
    expect(Object.keys(snapshot(root)).filter((path) => path.endsWith(".sluice/lock"))).toEqual([]);
  });
});

function only(root: string, path: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(snapshot(root)).filter(([name]) => name === path));
}
