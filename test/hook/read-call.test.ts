import { describe, expect, it } from "vitest";
import type { AgentId } from "../../src/hook/call/agents.ts";
import { readCall } from "../../src/hook/call/read-call.ts";
import { CALLS } from "../support/hook-calls.ts";

const OTHER = { kind: "other" };
const NEW_FILE = { kind: "write", text: "export const n = 1;\n" };
const patch = (text: string, cwd = "/project") => ({
  kind: "patch",
  text: expect.stringContaining(text),
  cwd,
});
const edit = (path: string, edited: object) => ({
  kind: "edit",
  path: `/project/${path}`,
  edit: edited,
  cwd: "/project",
});
const replaced = {
  kind: "replace",
  replacements: [{ old: "const a = 1", fresh: "const a = 3", isEverywhere: false }],
};

/** Every recorded call, and what is read of it. */
const READ: Readonly<Record<string, object>> = {
  "claude-bash": OTHER,
  "claude-edit": edit("a.ts", replaced),
  "claude-notebookedit": edit("n.ipynb", {
    kind: "cell",
    edit: { mode: "replace", cell: "c1", source: "x = 2\nprint(x)", type: undefined },
  }),
  "claude-read": OTHER,
  "claude-write": edit("new.ts", NEW_FILE),
  "codex-apply-patch": patch("+export const a = 3;"),
  "codex-heredoc": patch("+export const a = 4;"),
  "codex-heredoc-in-folder": patch("*** Add File: new.ts", "/project/sub"),
  "codex-shell": OTHER,
  "cursor-after-edit": OTHER,
  "cursor-before-shell": OTHER,
  "cursor-delete": edit("a.ts", { kind: "delete" }),
  "cursor-read": OTHER,
  "cursor-strreplace": edit("a.ts", replaced),
  "cursor-write": edit("new.ts", NEW_FILE),
};

function read(name: string, fields: object = {}) {
  const agent = name.split("-")[0] as AgentId;
  return readCall(agent, Buffer.from(JSON.stringify({ ...CALLS[name], ...fields })));
}

describe("the call of an agent", () => {
  it("is read as what it does to files", () => {
    const all = Object.keys(CALLS).map((name) => [name, read(name)]);
    expect(Object.fromEntries(all)).toEqual(READ);
  });

  it.each([
    ["an event that is not known", "claude-write", { hook_event_name: "PostToolUse" }],
    ["a tool of a server", "claude-write", { tool_name: "mcp__files__write" }],
    ["a tool that names no text", "claude-read", { tool_name: "Fetch" }],
  ])("is nothing for %s", (_, name, fields) => {
    expect(read(name, fields)).toEqual(OTHER);
  });

  it("may have fields that nobody knows", () => {
    expect(read("claude-write", { new_field: [{}] })).toEqual(READ["claude-write"]);
  });

  it.each([
    ["a tool that is not known and seems to write", "claude-write", { tool_name: "Scribble" }],
    ["text that is none", "claude-write", { tool_input: { file_path: "a", content: 1 } }],
    ["no path", "claude-write", { tool_input: { content: "" } }],
    ["edits that are none", "claude-edit", { tool_input: { file_path: "a", edits: [{}] } }],
    [
      "two texts",
      "claude-edit",
      { tool_input: { file_path: "a", old_string: "a", new_string: "b", content: "c" } },
    ],
    [
      "edits beside a text",
      "claude-edit",
      { tool_input: { file_path: "a", old_string: "a", new_string: "b", edits: [] } },
    ],
    [
      "two files",
      "claude-notebookedit",
      { tool_input: { file_path: "/tmp/z.ipynb", notebook_path: "n.ipynb", new_source: "1" } },
    ],
    ["no input", "claude-edit", { tool_input: undefined }],
    ["no tool", "codex-apply-patch", { tool_name: undefined }],
    ["no event", "codex-apply-patch", { hook_event_name: undefined }],
    ["a folder that is none", "claude-edit", { cwd: 1 }],
    [
      "a patch behind another command",
      "codex-shell",
      { tool_input: { command: "ls; apply_patch <<'E'\n*** Begin Patch\n*** End Patch\nE" } },
    ],
    [
      "a patch as words of a command",
      "codex-shell",
      { tool_input: { command: ["apply_patch", "*** Begin Patch"] } },
    ],
    [
      "a patch in a folder that only a shell knows",
      "codex-shell",
      { tool_input: { command: "cd $D && apply_patch <<E\n*** Begin Patch\n*** End Patch\nE" } },
    ],
  ])("is refused with %s", (_, name, fields) => {
    expect(read(name, fields)).toMatchObject({ kind: "fault" });
  });

  it.each(["", "nothing", "[]", '{"hook_event_name":', "\uFFFD\u0000"])(
    "is refused if it is %j, and no object of JSON",
    (text) => {
      expect(readCall("claude", Buffer.from(text, "latin1"))).toMatchObject({ kind: "fault" });
    },
  );
});
