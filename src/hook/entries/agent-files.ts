import type { AgentId } from "../call/agents.ts";

/** The settings of an agent that make it ask. */
export interface AgentFile {
  readonly agent: AgentId;
  /** Something of these is there if the agent is used. Relative to the root. */
  readonly signs: readonly string[];
  /** The file of its hooks; relative to the root. */
  readonly path: string;
  /** The keys of the list that gets the entry. */
  readonly keys: readonly string[];
  /** What a new file has besides. */
  readonly head: object;
  /** `program` starts Sluice; see `programOf`. */
  entry(program: string): object;
  /** The program in `node_modules` of the root, as the shell of the agent finds it. */
  readonly localProgram: string;
}

const LOCAL = "node_modules/.bin/sluice";

/** Seconds: more than the time after which Sluice answers by itself. */
const TIMEOUT = 60;

/** Whatever ends Sluice without an answer is a refusal: to agents, other codes than 2 are none. */
const closed = (command: string) => `${command} || exit 2`;

/** Every agent, in the order of their names. */
export const AGENT_FILES: readonly AgentFile[] = [
  {
    agent: "claude",
    signs: [".claude", "CLAUDE.md"],
    path: ".claude/settings.json",
    keys: ["hooks", "PreToolUse"],
    head: {},
    localProgram: `"$CLAUDE_PROJECT_DIR"/${LOCAL}`,
    entry: (program) => ({
      matcher: "Write|Edit|MultiEdit|NotebookEdit",
      hooks: [
        {
          type: "command",
          command: closed(`${program} hook claude --root "$CLAUDE_PROJECT_DIR"`),
          timeout: TIMEOUT,
        },
      ],
    }),
  },
  {
    agent: "codex",
    signs: [".codex"],
    path: ".codex/hooks.json",
    keys: ["hooks", "PreToolUse"],
    head: {},
    localProgram: `"$(git rev-parse --show-toplevel)"/${LOCAL}`,
    entry: (program) => ({
      matcher: "^(apply_patch|Bash)$",
      hooks: [{ type: "command", command: closed(`${program} hook codex`), timeout: TIMEOUT }],
    }),
  },
  {
    agent: "cursor",
    signs: [".cursor", ".cursorrules"],
    path: ".cursor/hooks.json",
    keys: ["hooks", "preToolUse"],
    head: { version: 1 },
    localProgram: LOCAL,
    entry: (program) => ({
      matcher: "Write|Edit|MultiEdit|StrReplace|EditNotebook|NotebookEdit|Delete|ApplyPatch",
      command: closed(`${program} hook cursor --root .`),
      timeout: TIMEOUT,
      failClosed: true,
    }),
  },
];
