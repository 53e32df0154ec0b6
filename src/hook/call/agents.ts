import type { HookCall } from "./hook-call.ts";
import {
  type Fields,
  readDeletion,
  readEdit,
  readPatchCommand,
  readPatchText,
} from "./read-tools.ts";

/** The agents whose hooks are answered. */
export const AGENT_IDS = ["claude", "codex", "cursor"] as const;

export type AgentId = (typeof AGENT_IDS)[number];

/** Reads the input of one tool; undefined if it is not in a form that is known. */
type ToolReader = (input: Fields) => HookCall | undefined;

/** What an agent says before it uses a tool, and how it is answered. */
interface Agent {
  readonly event: string;
  /** The tools that change files, by name. */
  readonly tools: Readonly<Record<string, ToolReader>>;
  /** What an answer without an opinion is. */
  readonly noOpinion: string;
  refusal(reason: string): object;
}

/** Codex took the form of Claude's answer over. */
const refusalOfClaude = (reason: string) => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: reason,
  },
});

/**
 * Every agent, as of Claude Code 2.1.197 and Codex 0.171.0, both seen at work, and of Cursor as public hooks read it.
 * An answer never says `allow`: it would take the place of what the user is asked.
 */
export const AGENTS: Readonly<Record<AgentId, Agent>> = {
  claude: {
    event: "PreToolUse",
    tools: { Write: readEdit, Edit: readEdit, MultiEdit: readEdit, NotebookEdit: readEdit },
    noOpinion: "",
    refusal: refusalOfClaude,
  },
  codex: {
    event: "PreToolUse",
    tools: { apply_patch: readPatchText, Bash: readPatchCommand },
    noOpinion: "",
    refusal: refusalOfClaude,
  },
  cursor: {
    event: "preToolUse",
    tools: {
      Write: readEdit,
      Edit: readEdit,
      MultiEdit: readEdit,
      StrReplace: readEdit,
      EditNotebook: readEdit,
      NotebookEdit: readEdit,
      Delete: readDeletion,
      ApplyPatch: readPatchText,
    },
    noOpinion: "{}\n", // With `failClosed`, an answer that is no JSON counts as a failure.
    refusal: (reason) => ({ permission: "deny", user_message: reason, agent_message: reason }),
  },
};
