import { describe, expect, it } from "vitest";
import { AGENT_FILES } from "../../src/hook/entries/agent-files.ts";
import { addEntry, removeEntries } from "../../src/hook/entries/edit-entries.ts";

const agentFile = (id: string) => {
  const found = AGENT_FILES.find(({ agent }) => agent === id);
  if (found === undefined) throw new Error(`There is no agent ${id}.`);
  return found;
};
const [claude, cursor] = [agentFile("claude"), agentFile("cursor")];
const OTHER = '{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "x" }] }';

const added = (text: string | undefined, file = claude) => {
  const edited = addEntry(text, file, "sluice");
  return "text" in edited ? (edited.text ?? "") : edited.fault;
};

/** Settings of users, which come back to the byte. */
const TEXTS = [
  `{\n  "model": "opus"\n}\n`,
  `{"model":"opus","hooks":{"PreToolUse":[${OTHER}]}}`,
  `{\r\n\t"hooks": {\r\n\t\t"PreToolUse": [\r\n\t\t\t${OTHER}\r\n\t\t]\r\n\t}\r\n}`,
  `{\n  // mine, as editors allow it\n  "hooks": {\n    "Stop": [], // last\n  },\n  "a": [1, { "b": null }],\n}\n`,
  `{ "hooks": { "PostToolUse": [] } }\n`,
];

describe("the entry of an agent", () => {
  it.each(TEXTS)("is added to %j and taken out again, and every other byte stays", (text) => {
    const more = added(text);
    expect(more).toContain("sluice hook claude --root");
    expect(added(more)).toBe(more);
    expect(removeEntries(more, claude)).toEqual({ text });
  });

  it.each(AGENT_FILES)("is all of a new file of $agent, which goes with it", (file) => {
    const made = added(undefined, file);
    const { keys, head } = file;
    const list = keys.reduce(
      (value: object, key) => (value as Record<string, object>)[key] ?? {},
      JSON.parse(made),
    );
    expect(JSON.parse(made)).toMatchObject(head);
    expect(list).toEqual([file.entry("sluice")]);
    expect(made).toMatch(/sluice hook \w+( --root \S+)? \|\| exit 2/);
    expect(removeEntries(made, file)).toEqual({ text: undefined });
    expect(removeEntries(undefined, file)).toEqual({ text: undefined });
  });

  it("takes only itself out of a group that somebody has put more into", () => {
    const mine = { type: "command", command: "mine" };
    const own = { type: "command", command: `"$D"/node_modules/.bin/sluice hook claude` };
    const of = (hooks: readonly object[]) =>
      JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Write", hooks }] } }, null, 2);
    expect(removeEntries(of([mine, own]), claude)).toEqual({
      text: of([mine]),
    });
    expect(removeEntries(of([own, mine, own]), claude)).toEqual({ text: of([mine]) });
    expect(removeEntries(of([mine]), claude)).toEqual({ text: of([mine]) });
    const others = JSON.stringify({ version: 1, hooks: { preToolUse: [mine, own] } }, null, 2);
    expect(removeEntries(others, cursor)).toEqual({
      text: others.replace(/,\s+\{[^{]*hook claude"\s+\}/, ""),
    });
  });

  it.each(["", "  \n"])("is all of an empty file: %j", (text) => {
    expect(added(text)).toBe(added(undefined));
  });

  it.each(["{", "[]", "1", "{} {}", "f()", '{"hooks":[]}', '{"hooks":{"PreToolUse":{}}}'])(
    "leaves a file alone that is none: %s",
    (text) => {
      expect(addEntry(text, claude, "sluice")).toEqual({ fault: expect.any(String) });
    },
  );
});
