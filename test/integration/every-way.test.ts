import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { stdin } from "../support/hook-calls.ts";
import { connect } from "../support/mcp-client.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { git, tempRepository } from "../support/temp-tree.ts";

const FILES = {
  "src/a.ts": "export const a = 1;\nexport const b = 2;\n",
  "test/a.test.ts": 'import { it } from "vitest";\nit("works", () => undefined);\n',
  "package.json": '{ "name": "x", "scripts": { "test": "vitest" } }\n',
};

/** A text of a file that an agent writes, and the rule that ends it; undefined if it would be applied. */
const EDITS: readonly (readonly [path: string, text: string, rule: string | undefined])[] = [
  ["src/a.ts", "export const a = 1;\nexport const b = 3;\n", undefined],
  ["src/new.ts", "export const c = 3;\n", undefined],
  ["src/a.ts", `${FILES["src/a.ts"]}eval(String(a));\n`, "adds-code"],
  [
    "src/a.ts",
    `${FILES["src/a.ts"]}export const at = "https://collect.tracker-site.io/in";\n`,
    "adds-hosts",
  ],
  ["test/a.test.ts", FILES["test/a.test.ts"].replace("it(", "it.skip("), "disables-tests"],
  ["package.json", FILES["package.json"].replace("vitest", "vitest || true"), "protected-packages"],
  [".github/workflows/ci.yml", "on: push\n", "protected"],
];

/** The ways by which an edit comes. Each returns the id of the rule that ends it; undefined if nothing does. */
const WAYS: Readonly<Record<string, (edit: Edit) => Promise<string | undefined>>> = {
  async "a diff of git"({ root, path, text }) {
    write(root, path, text);
    git(root, "add", "-A");
    const patch = git(root, "diff", "--cached", "HEAD");
    git(root, "reset", "-q", "--hard");
    const { report } = await cliReport(
      root,
      ["propose", "-", "--dry-run", ...POLICY],
      stdin(patch),
    );
    return endOf(report.actions);
  },
  async "a patch of Codex"({ root, path, text }) {
    const argv = ["propose", "-", "--dry-run", ...POLICY];
    const { report } = await cliReport(root, argv, stdin(codexPatch(path, text)));
    return endOf(report.actions);
  },
  async "a hook of Claude Code"({ root, path, text }) {
    const call = { tool_name: "Write", tool_input: { file_path: join(root, path), content: text } };
    return hookEnd(root, "claude", { hook_event_name: "PreToolUse", ...call });
  },
  async "a hook of Codex"({ root, path, text }) {
    const call = { tool_name: "apply_patch", tool_input: { command: codexPatch(path, text) } };
    return hookEnd(root, "codex", { hook_event_name: "PreToolUse", ...call });
  },
  async "a hook of Cursor"({ root, path, text }) {
    const call = { tool_name: "Write", tool_input: { file_path: join(root, path), content: text } };
    return hookEnd(root, "cursor", { hook_event_name: "preToolUse", ...call });
  },
  async "a client of MCP"({ root, path, text }) {
    const { call } = await connect(root, { policy: ["safe-for-agents"] });
    const { data } = await call("judge", { patch: codexPatch(path, text) });
    return endOf(data.actions.map((one: { rule: string }) => ({ ...one, ruleId: one.rule })));
  },
  async "what lies in the tree"({ root, path, text }) {
    write(root, path, text);
    const { report } = await cliReport(root, ["verify", "--base", "HEAD", ...POLICY]);
    rmSync(join(root, path));
    git(root, "reset", "-q", "--hard");
    return endOf(report.actions);
  },
};

interface Edit {
  readonly root: string;
  readonly path: string;
  readonly text: string;
}

const POLICY = ["--policy", "safe-for-agents"];

describe("an edit of an agent", () => {
  it.each(Object.entries(WAYS))("V2 is judged alike by every way: %s", async (_name, way) => {
    const root = tempRepository(FILES);
    const ends: (string | undefined)[] = [];
    for (const [path, text] of EDITS) ends.push(await way({ root, path, text }));
    expect(ends).toEqual(EDITS.map(([, , rule]) => rule));
  });
});

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A file as Codex writes it anew, or with all of its lines replaced. */
function codexPatch(path: string, text: string): string {
  const lines = (sign: string, of: string) =>
    of
      .split("\n")
      .slice(0, -1)
      .map((line) => sign + line);
  const before = FILES[path as keyof typeof FILES];
  const change =
    before === undefined
      ? [`*** Add File: ${path}`, ...lines("+", text)]
      : [`*** Update File: ${path}`, "@@", ...lines("-", before), ...lines("+", text)];
  return ["*** Begin Patch", ...change, "*** End Patch", ""].join("\n");
}

function endOf(
  actions: readonly { readonly state: string; readonly ruleId?: string | undefined }[],
) {
  expect(actions).toHaveLength(1);
  const [action] = actions;
  return action?.state === "would-apply" ? undefined : (action?.ruleId ?? "none");
}

/** Answers a call, and returns the rule that its reason names. */
async function hookEnd(root: string, agent: string, call: object): Promise<string | undefined> {
  const { exitCode, stdout } = await cli(
    root,
    ["hook", agent, ...POLICY],
    stdin(JSON.stringify(call)),
  );
  expect(exitCode).toBe(0);
  if (/^(?:\{\})?\s*$/.test(stdout)) return undefined;
  return /Rule ([\w-]+) /.exec(stdout)?.[1] ?? stdout;
}
