import { describe, expect, it } from "vitest";
import { AGENT_FILES, type AgentFile, commandOf } from "../../src/hook/entries/agent-files.ts";
import { addEntry, removeEntries } from "../../src/hook/entries/edit-entries.ts";

const agentFile = (id: string) => {
  const found = AGENT_FILES.find(({ agent }) => agent === id);
  if (found === undefined) throw new Error(`There is no agent ${id}.`);
  return found;
};
const claude = agentFile("claude");
const OTHER = '{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "x" }] }';

/** The text of a file with a list. */
const newText = ({ keys: [first, second] }: AgentFile, list: string) =>
  `{ "${first}": { "${second}": ${list} } }`;

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
  `{"hooks":{"PreToolUse":[]}}`,
  `{\n  "hooks": {\n    "PreToolUse": []\n  }\n}\n`,
  `{ "hooks": { "PreToolUse": [ ] } }`,
  `{"hooks":{}}`,
  ...["{}", "{}\n", "{\n}\n", "{ // mine\n}", "", "  \n"],
];

describe("the entry of an agent", () => {
  it.each(TEXTS)("is added to %j and taken out again, and every other byte stays", (text) => {
    const more = added(text);
    expect(more).toContain("sluice hook claude --root");
    expect(added(more)).toBe(more);
    expect(removeEntries(more, claude)).toEqual({ text });
    expect(removeEntries(text, claude)).toEqual({ text });
    if (text.includes("\r\n")) expect(more).not.toMatch(/(?<!\r)\n/);
  });

  it.each(AGENT_FILES)("is all of a new file of $agent, which goes with it", (file) => {
    const made = added(undefined, file);
    const { keys, head } = file;
    const list = keys.reduce(
      (value: object, key) => (value as Record<string, object>)[key] ?? {},
      JSON.parse(made),
    );
    expect(JSON.parse(made)).toMatchObject(head);
    expect(list).toEqual([file.entry(commandOf(file, "sluice"))]);
    expect(made).toMatch(/sluice hook \w+( --root \S+)? \|\| exit 2/);
    expect(removeEntries(made, file)).toEqual({ text: undefined });
    expect(removeEntries(undefined, file)).toEqual({ text: undefined });
  });

  it.each(AGENT_FILES)(
    "is neither there already nor taken out if $agent has one of the user",
    (file) => {
      const command = commandOf(file, "sluice");
      const own = JSON.stringify(file.entry(command));
      const others = [
        own.replace(/"matcher":"[^"]*"/, '"matcher":"Bash"'),
        own.replace(JSON.stringify(command), '"sluice hook claude --policy mine.yaml"'),
        own.replace(JSON.stringify(command), JSON.stringify(`${command} # mine`)),
      ];
      for (const other of others) {
        const text = newText(file, `[${other}]`);
        expect(added(text, file)).not.toBe(text);
        expect(removeEntries(added(text, file), file)).toEqual({ text });
        expect(removeEntries(text, file)).toEqual({ text });
      }
      const local = newText(
        file,
        `[\n${JSON.stringify(file.entry(commandOf(file, file.localProgram)))}]`,
      );
      expect(added(local, file)).toBe(local);
    },
  );

  it("takes only itself out of a group that somebody has put more into", () => {
    const mine = { type: "command", command: "mine" };
    const own = { type: "command", command: commandOf(claude, claude.localProgram), timeout: 9 };
    const { matcher } = claude;
    const of = (hooks: readonly object[]) =>
      JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks }] } }, null, 2);
    expect(removeEntries(of([mine, own]), claude)).toEqual({ text: of([mine]) });
    expect(removeEntries(of([own, mine, own]), claude)).toEqual({ text: of([mine]) });
    expect(removeEntries(of([mine]), claude)).toEqual({ text: of([mine]) });
  });

  it.each(["{", "[]", "1", "{} {}", "f()", '{"hooks":[]}', '{"hooks":{"PreToolUse":{}}}'])(
    "leaves a file alone that is none: %s",
    (text) => {
      expect(addEntry(text, claude, "sluice")).toEqual({ fault: expect.any(String) });
    },
  );
});
