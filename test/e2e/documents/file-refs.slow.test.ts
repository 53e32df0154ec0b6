import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { attach } from "./support/attach.ts";
import { command } from "./support/command.ts";
import { converse, DONE } from "./support/converse.ts";

const FILES = { "docs/a.md": "A: @docs/b.md ${{ inputs.x }}\n", "docs/b.md": "B\n" };
const unresolved = (path: string) => `[unresolved file ref: ${path}]`;

describe("the attached files", () => {
  it("F1 F14 follow the text, which stays, one message for each reference in order, and nothing in them is expanded", async () => {
    const { items, alerts } = await attach({
      step: "prompt: First @docs/b.md, then @docs/a.md.",
      files: FILES,
    });
    expect(items).toEqual([
      { role: "user", text: "First @docs/b.md, then @docs/a.md." },
      { role: "system", text: "[File: docs/b.md]\nB\n" },
      { role: "system", text: `[File: docs/a.md]\n${FILES["docs/a.md"]}` },
    ]);
    expect(alerts).toEqual([]);
  });

  it("F2 F3 F4 end with the line about the cut, on a character boundary, at the cap of the recipe", async () => {
    const files = { "l.txt": "é".repeat(10_000), "m.txt": "x".repeat(99) };
    const { items } = await attach({ step: "prompt: Read @l.txt.", files });
    const note = (total: number) =>
      `\n[...truncated, ${total} bytes total — use read_file for the rest]`;
    const [, cut] = items;
    expect(cut?.text.startsWith(`[File: l.txt]\n${"é".repeat(8192)}`)).toBe(true);
    expect(cut?.text.endsWith(note(20_000))).toBe(true);
    expect(cut?.text).not.toContain("é".repeat(8193));
    const recipe = "fileRefs: { maxBytes: 98 }";
    const small = await attach({ step: "prompt: Read @m.txt.", files, recipe });
    expect(small.items[1]?.text).toBe(`[File: m.txt]\n${"x".repeat(98)}${note(99)}`);
  });

  it("F7 list a folder shallowly, under its name", async () => {
    const { items } = await attach({
      step: "prompt: See @docs/.",
      recipe: 'scope: { exclude: ["docs/secret/**", "docs/z.md"] }',
      files: { ...FILES, "docs/sub/x.md": "", "docs/secret/y.md": "", "docs/z.md": "" },
      onRoot: (root) => symlinkSync("a.md", join(root, "docs/l.md")),
    });
    expect(items[1]?.text).toMatch(/^\[Dir: docs\/?\]\nsub\/\na\.md\nb\.md\nl\.md@\n/);
    expect(items[1]?.text).not.toMatch(/secret|z\.md/);
  });

  it("F15 come to attach lists with the same cap, scope and alerts", async () => {
    const { items, alerts } = await attach({
      step: 'prompt: Read.\n    attach: ["docs/b.md", "l.txt", "none.md", "out/x.md"]',
      recipe: 'scope: { exclude: ["out/**"] }',
      files: { ...FILES, "l.txt": "x".repeat(20_000), "out/x.md": "x" },
    });
    expect(items.slice(1).map(({ text }) => text.slice(0, 18))).toEqual([
      "[File: docs/b.md]\nB\n".slice(0, 18),
      "[File: l.txt]\nxxxx",
    ]);
    expect(items[2]?.text).toContain("[...truncated, 20000 bytes total");
    expect(alerts.map(({ code, path }) => [code, path])).toEqual([
      ["file-ref-not-found", "none.md"],
      ["file-ref-out-of-scope", "out/x.md"],
    ]);
  });

  it("F15 come to built-in and custom tools with the same cap and the same scope", async () => {
    const tool = `export default (pi) => ({
  name: "look", description: "Looks.", parameters: pi.zod.object({ path: pi.zod.string() }),
  async execute(id, { path }) { return JSON.stringify(await pi.resolveFileRef(path)); },
});
`;
    const files = { "look.mjs": tool, "l.txt": "x".repeat(20_000), "out/x.md": "SECRET" };
    const read = (name: string, path: string) => ({ name, params: { path } });
    const calls = ["read_file", "look"].flatMap((name) => [
      read(name, "l.txt"),
      read(name, "out/x.md"),
    ]);
    const { report } = await converse([{ calls }, DONE], {
      step: "tools: [read_file, look]",
      recipe: 'tools: ["look.mjs"]\nscope: { exclude: ["out/**"] }',
      files,
      args: ["--allow-code"],
    });
    const texts = report.calls.map(({ text }) => text);
    expect(texts).toHaveLength(4);
    expect(texts.join("")).not.toContain("SECRET");
    for (const text of [texts[0], texts[2]]) {
      const [kept = ""] = /x{9,}/.exec(text ?? "") ?? [];
      expect(kept.length).toBeLessThanOrEqual(16384);
      expect(kept.length).toBeGreaterThan(16000);
    }
    expect(report.alerts.map(({ code, path }) => [code, path])).toContainEqual([
      "file-ref-out-of-scope",
      "out/x.md",
    ]);
  });

  it("F13 are stored to the letter: what a resumed run sends is what the first run sent", async () => {
    const recorded = await converse([{ text: "Done." }], {
      step: "tools: [read_file]",
      prompt: "Follow @docs/a.md.",
      files: FILES,
      args: ["--record", "cassette.jsonl"],
    });
    const [transcript] = recorded.report.transcripts;
    const system = transcript?.items.find(({ role }) => role === "system");
    expect(system).toMatchObject({ text: `[File: docs/a.md]\n${FILES["docs/a.md"]}` });
    const argv = ["run", "r", "--policy", ".sluice/recipes/policy.yaml", "--format", "json"];
    const replayed = await command(recorded.root, ...argv, "--replay", "cassette.jsonl");
    expect(JSON.parse(replayed.stdout).transcripts).toEqual(recorded.report.transcripts);
  });
});

describe("a reference that cannot be attached", () => {
  it("F5 F6 F10 F21 raises one warning, adds no message, and leaves its placeholder", async () => {
    const { items, alerts, status } = await attach({
      step: "prompt: See @none.md, @out/x.md, @b.bin, @../up.md, @links/out.md, @links/broken.md and @.env.local.",
      recipe: 'scope: { exclude: ["out/**"] }',
      files: {
        "out/x.md": "x",
        "b.bin": new Uint8Array([1, 0]),
        "links/a.md": "",
        ".env.local": "K=1",
      },
      onRoot: (root) => {
        symlinkSync("/etc/hostname", join(root, "links/out.md"));
        symlinkSync("nowhere", join(root, "links/broken.md"));
      },
    });
    const paths = [
      "none.md",
      "out/x.md",
      "b.bin",
      "../up.md",
      "links/out.md",
      "links/broken.md",
      ".env.local",
    ];
    expect(alerts.map(({ path, level }) => [path, level])).toEqual(
      paths.map((path) => [path, "warn"]),
    );
    expect(alerts.map(({ code }) => code)).toEqual([
      ...["file-ref-not-found", "file-ref-out-of-scope", "file-ref-binary"],
      ...["file-ref-out-of-scope", "file-ref-out-of-scope", "file-ref-out-of-scope"],
      "file-ref-withheld",
    ]);
    for (const { message } of alerts) expect(message).toMatch(/ .*\.$/);
    expect(new Set(alerts.map(({ message }) => message)).size).toBe(paths.length);
    expect(items).toHaveLength(1);
    for (const path of paths) expect(items[0]?.text).toContain(unresolved(path));
    expect(items[0]?.text).not.toContain("@none.md");
    expect(status).toBe(0);
  });

  it("F5 F6 says that a disk refuses to read", async () => {
    const { alerts, items } = await attach({
      step: "prompt: See @pipe.md.",
      onRoot: (root) => {
        const { execFileSync } = process.getBuiltinModule("node:child_process");
        execFileSync("mkfifo", [join(root, "pipe.md")]);
      },
    });
    expect(alerts.map(({ code }) => code)).toEqual(["file-ref-unreadable"]);
    expect(items[0]?.text).toContain(unresolved("pipe.md"));
  });

  it("F19 fails under fileRefs: strict, and no model is asked", async () => {
    const { status, report, requests } = await converse([DONE], {
      recipe: "fileRefs: { mode: strict }",
      prompt: "Follow @docs/none.md.",
    });
    expect({ status, outcome: report.outcome, asked: requests.length }).toEqual({
      ...{ status: 1, outcome: "failed", asked: 0 },
    });
  });

  it.each([
    ["a path without an extension", "docs/migration"],
    ["a bare word", "LICENSE"],
    ["another bare word", "Makefile"],
  ])("F19 is %s that names nothing; one that names something is attached", async (_, path) => {
    const step = `prompt: Follow @${path} now.`;
    const here = await attach({ step, files: { [path]: "the text\n", "docs/x.md": "" } });
    expect(here.items[1]?.text).toBe(`[File: ${path}]\nthe text\n`);
    const near = path === "docs/migration" ? path : `${path}S`;
    const files = { [near === path ? "docs/x.md" : near]: "the text\n" };
    const missing = await attach({ step, files });
    expect(missing.alerts.map(({ code }) => code)).toEqual(["file-ref-not-found"]);
    expect(missing.items[0]?.text).toContain(unresolved(path));
  });

  it("F19 is a link without an extension that leads out of the root", async () => {
    const { alerts, items } = await attach({
      step: "prompt: See @docs/out now.",
      files: { "docs/x.md": "" },
      onRoot: (root) => symlinkSync("/etc", join(root, "docs/out")),
    });
    expect(alerts.map(({ code }) => code)).toEqual(["file-ref-out-of-scope"]);
    expect(items[0]?.text).toContain(unresolved("docs/out"));
  });
});

describe("what is no reference", () => {
  it("F16 F17 F19 is text: handles, mails, packages, code, escapes", async () => {
    const text =
      "Ask @alice or me@example.org of @Component, @Get('/users'), pkg@1.2.md, `@docs/a.md`, \\\\@docs/b.md.";
    const { items, alerts } = await attach({ step: `prompt: "${text}"`, files: FILES });
    expect(items).toEqual([{ role: "user", text: text.replace("\\\\@", "@") }]);
    expect(alerts).toEqual([]);
  });

  it("F17 is a package's name, unless it exists in scope; a note says so", async () => {
    const step = "prompt: Use @types/node and @acme/tool.";
    const { items, refs, alerts } = await attach({ step, files: { "acme/tool": "own\n" } });
    expect(refs.map(({ path, outcome }) => [path, outcome])).toEqual([
      ["types/node", "text"],
      ["acme/tool", "file"],
    ]);
    expect(items.map(({ text }) => text)).toEqual([
      "Use @types/node and @acme/tool.",
      "[File: acme/tool]\nown\n",
    ]);
    expect(alerts).toEqual([]);
  });

  it("F14 F18 is the value of an input, also beside an @", async () => {
    const { items } = await attach({
      step: 'prompt: "Read ${{ inputs.what }}, @docs/${{ inputs.name }} and @docs/b.md."',
      recipe: "inputs: { what: { default: '@docs/a.md' }, name: { default: a.md } }",
      files: FILES,
    });
    expect(items.map(({ text }) => text)).toEqual([
      "Read @docs/a.md, @docs/a.md and @docs/b.md.",
      "[File: docs/b.md]\nB\n",
    ]);
  });

  it("F14 F18 does not come from the value of an input that completes a fence or a path", async () => {
    const { items } = await attach({
      step: 'prompt: "${{ inputs.tick }}Read @docs/b.md${{ inputs.tick }} now, ${{ inputs.at }}docs/a.md."',
      recipe: 'inputs: { tick: { default: "`" }, at: { default: "@" } }',
      files: FILES,
    });
    expect(items.slice(1).map(({ text }) => text)).not.toContain(
      `[File: docs/a.md]\n${FILES["docs/a.md"]}`,
    );
  });
});

it("F20 is found beside emphasis, table bars, typographic quotes and a colon", async () => {
  const prompt = "**@docs/b.md** _@docs/b.md_ |@docs/b.md| “@docs/b.md” See:@docs/b.md";
  const { refs } = await attach({ step: `prompt: "${prompt}"`, files: FILES });
  expect(refs.map(({ path, outcome }) => `${outcome} ${path}`)).toEqual(
    Array.from({ length: 5 }, () => "file docs/b.md"),
  );
});

describe("a hook of a prompt", () => {
  const submit = (answer: object) =>
    attach({
      step: "prompt: Follow @docs/b.md.",
      recipe: "hooks: [{ on: [prompt], module: hook.mjs }]",
      files: { ...FILES, "hook.mjs": `export default () => (${JSON.stringify(answer)});\n` },
      args: ["--allow-code"],
    });

  it("F11 F12 continues", async () => {
    const { report, items } = await submit({ decision: "continue" });
    expect(report.outcome).toBe("ok");
    expect(items.map(({ role }) => role)).toEqual(["user", "system"]);
  });

  it.each([
    ["cancels", { decision: "cancel", reason: "Not this." }],
    ["cannot add items, which cancels too", { decision: "continue", items: ["ADDED"] }],
    ["cannot deny, which cancels too", { decision: "deny", reason: "No." }],
  ])("F11 F12 %s: nothing enters the history", async (_, answer) => {
    const { report } = await submit(answer);
    expect(report.transcripts[0]).toMatchObject({ outcome: "cancelled", items: [] });
    expect(report.alerts.map(({ code }) => code)).toContain("prompt-cancelled");
    expect(report.exitCode).toBe(1);
  });
});
