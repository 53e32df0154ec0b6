import type { AgentId } from "../call/agents.ts";

/** The settings of an agent that make it ask. */
export interface AgentFile {
  readonly agent: AgentId;
  /** Something of these is there if the agent is used, first of all the folder of the file. Relative to the root. */
  readonly signs: readonly string[];
  /** The file of its hooks; relative to the root. */
  readonly path: string;
  /** The keys of the list that gets the entry. */
  readonly keys: readonly string[];
  /** What a new file has besides. */
  readonly head: object;
  /** The tools that write files, as the agent matches them. */
  readonly matcher: string;
  /** The arguments of Sluice, for a shell. */
  readonly words: string;
  /** Makes the entry with a command. */
  entry(command: string): object;
  /** The program in `node_modules` of the root, as the shell of the agent finds it. */
  readonly localProgram: string;
}

const LOCAL = "node_modules/.bin/sluice";

/** Seconds: more than the time after which Sluice answers by itself. */
const timeout = 60;

/** Codex took the form of Claude's entries over. */
const grouped = (matcher: string) => (command: string) => ({
  matcher,
  hooks: [{ type: "command", command, timeout }],
});

const CLAUDE = "Write|Edit|MultiEdit|NotebookEdit";
const CODEX = "^(apply_patch|Bash)$";
const CURSOR = "Write|Edit|MultiEdit|StrReplace|EditNotebook|NotebookEdit|Delete|ApplyPatch";

/** Every agent, in the order of their names. */
export const AGENT_FILES: readonly AgentFile[] = [
  {
    agent: "claude",
    signs: [".claude", "CLAUDE.md"],
    path: ".claude/settings.json",
    keys: ["hooks", "PreToolUse"],
    head: {},
    localProgram: `"$CLAUDE_PROJECT_DIR"/${LOCAL}`,
    words: 'hook claude --root "$CLAUDE_PROJECT_DIR"',
    matcher: CLAUDE,
    entry: grouped(CLAUDE),
  },
  {
    agent: "codex",
    signs: [".codex"],
    path: ".codex/hooks.json",
    keys: ["hooks", "PreToolUse"],
    head: {},
    localProgram: `"$(git rev-parse --show-toplevel)"/${LOCAL}`,
    words: "hook codex",
    matcher: CODEX,
    entry: grouped(CODEX),
  },
  {
    agent: "cursor",
    signs: [".cursor", ".cursorrules"],
    path: ".cursor/hooks.json",
    keys: ["hooks", "preToolUse"],
    head: { version: 1 },
    localProgram: LOCAL,
    words: "hook cursor --root .",
    matcher: CURSOR,
    entry: (command) => ({ matcher: CURSOR, command, timeout, failClosed: true }),
  },
];

/** Whatever ends Sluice without an answer is a refusal: to agents, other codes than 2 are none. */
export function commandOf({ words }: AgentFile, program: string): string {
  return `${program} ${words} || exit 2`;
}

/** The commands of entries that Sluice writes: with the program of the shell, or with that of the root. */
export function ownCommands(file: AgentFile): readonly string[] {
  return ["sluice", file.localProgram].map((program) => commandOf(file, program));
}
