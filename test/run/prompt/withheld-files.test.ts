import { describe, expect, it } from "vitest";
import { edit, runPrompt } from "../../support/prompt-run.ts";
import { readText, tempRepository, writeTree } from "../../support/temp-tree.ts";

const TOKEN = "token-0a1b2c3d";
const FILES = { ".gitignore": "*.log\n.env\ndist/\n", "auth.json": `{ "token": "${TOKEN}" }\n` };

/** Files that git ignores. */
const LOCAL = {
  ".env": `KEY=${TOKEN}\n`,
  "debug.log": TOKEN,
  "dist/a.ts": `old("${TOKEN}");\n`,
};

const recipe = (scope: string, prompt = "Do it.") => `version: 1
name: r
${scope}
steps:
  - id: ask
    prompt: "${prompt}"
    attach: ["debug.log"]
    model: MODEL
    tools: [ast_edit, ast_grep, read_file, write_file, replace_text]
    RESOLVE
`;

const call = (name: string, parameters: object) => ({ calls: [{ name, arguments: parameters }] });

async function run(text: string, turns: readonly object[], resolve = "maxTurns: 9") {
  const { server, root, result } = await runPrompt(
    text.replace("RESOLVE", resolve),
    [...turns, { text: "Done." }],
    { files: FILES, make: tempRepository, onRoot: (folder) => writeTree(folder, LOCAL) },
  );
  const seen = JSON.stringify(server.requests);
  const codes = result.report.alerts
    .filter(({ code }) => code.startsWith("file-ref"))
    .map(({ code, path }) => `${code} ${path}`);
  return { root, seen, codes, report: result.report };
}

describe("F21 the text of files that git ignores, and that look like secrets,", () => {
  it("is not attached: an alert gives the reason, and the model sees a placeholder", async () => {
    const { seen, codes, report } = await run(
      recipe("", "Read @.env, @auth.json, @dist/a.ts."),
      [],
    );
    expect(seen).not.toContain(TOKEN);
    expect(seen).toContain("Read [unresolved file ref: .env], [unresolved file ref: auth.json]");
    expect(codes).toEqual(
      [".env", "auth.json", "dist/a.ts", "debug.log"].map((path) => `file-ref-withheld ${path}`),
    );
    expect(report.alerts.map(({ message }) => message)).toContain(
      "`debug.log` is ignored by git, and is read only if the scope names it: `include` or `readonly` of a recipe, `--paths` of a server.",
    );
    expect(report.transcripts[0]?.fileRefs.map(({ outcome }) => outcome)).toEqual(
      codes.map(() => "withheld"),
    );
  });

  it("is not attached if git cannot say what it ignores", async () => {
    const { server, result } = await runPrompt(
      recipe("", "Read @src/a.ts.").replace("RESOLVE", "maxTurns: 9"),
      [{ text: "Done." }],
      {
        files: FILES,
        make: tempRepository,
        onRoot: (folder) => writeTree(folder, { ...LOCAL, ".git/config": "[" }),
      },
    );
    expect(JSON.stringify(server.requests)).not.toContain(TOKEN);
    const withheld = result.report.alerts.filter(({ code }) => code === "file-ref-withheld");
    expect(withheld.map(({ message }) => message).sort()).toEqual([
      expect.stringMatching(/^`debug.log` may be ignored by git, .* decided: git: .*bad config/),
      expect.stringMatching(/^`src\/a.ts` may be ignored by git, .* decided: git: .*bad config/),
    ]);
  });

  it("is attached if the scope names the file", async () => {
    const scope =
      'scope: { include: ["**", ".env*"], readonly: [auth.json, "dist/**", "debug*.log"] }';
    const { seen, codes } = await run(recipe(scope, "Read @.env, @auth.json, @dist/a.ts."), []);
    expect(codes).toEqual([]);
    expect(seen.split(TOKEN).length - 1).toBe(4);
  });

  it("is not handed out by read_file, ast_grep, replace_text or write_file, which say why", async () => {
    const rule = { kind: "pair" };
    const { seen, codes, report, root } = await run(recipe(""), [
      call("read_file", { path: ".env" }),
      call("ast_grep", { rule, lang: "json" }),
      call("ast_grep", { pat: "old($A)", paths: ["dist/a.ts"] }),
      call("replace_text", { path: "auth.json", old: "token", new: "x" }),
      call("write_file", { path: "dist/a.ts", content: "x" }),
    ]);
    expect(seen).not.toContain(TOKEN);
    for (const path of [".env", "auth.json", "dist/a.ts"])
      expect(seen).toMatch(
        new RegExp(`\`${path}\` (looks like a secret|is ignored by git), and is read`),
      );
    expect(codes).toContain("file-ref-withheld .env");
    expect(report.actions).toEqual([]);
    expect(readText(root, "dist/a.ts")).toBe(LOCAL["dist/a.ts"]);
  });

  it("is not in the previews that a model resolves", async () => {
    const { seen, report } = await run(
      recipe(""),
      [
        { calls: [edit("dist/a.ts"), edit("src/a.ts")] },
        call("resolve", { action: "discard", reason: "Both." }),
        call("resolve", { action: "discard", reason: "Both." }),
      ],
      "resolve: model",
    );
    expect(seen).not.toContain(TOKEN);
    expect(seen).toContain("-old(1);");
    expect(seen).toContain("[`dist/a.ts` is ignored by git, and is read only if");
    expect(report.actions.length).toBe(2);
  });
});
