import { readSync } from "node:fs";
import { AGENTS, type AgentId } from "./call/agents.ts";
import { briefVerdict } from "./call/brief-verdict.ts";
import { MOST_BYTES, readCall } from "./call/read-call.ts";
import { rootOfHook } from "./call/root-of-hook.ts";
import { verdictText } from "./call/verdict-text.ts";

/** The parts of a process that answer a call. */
interface HookProcess extends Pick<NodeJS.Process, "argv" | "cwd"> {
  readonly stdin: Pick<NodeJS.ReadStream, "isTTY" | "unshift">;
  readonly stdout: { write(text: string): unknown };
}

/** Reads some bytes at once, and returns how many; 0 at the end. Throws if there is nothing to read yet. */
type ReadChunk = (chunk: Buffer) => number;

/**
 * Answers a call of `sluice hook` that needs no policy, before anything else is loaded: most calls of an agent. Returns
 * false for any other command line, with what it read back in standard input: then the command itself answers.
 */
export function answerAtOnce(
  target: HookProcess,
  read: ReadChunk = (chunk) => readSync(0, chunk),
): boolean {
  const given = wordsOf(target.argv.slice(2));
  if (given === undefined || target.stdin.isTTY) return false;
  const { bytes, isWhole } = readInput(read);
  if (isWhole) {
    const { agent, root } = given;
    const cwd = target.cwd();
    const call = readCall(agent, bytes);
    const verdict = briefVerdict(call, { root: rootOfHook(root, cwd, call), cwd });
    if (verdict !== undefined) {
      target.stdout.write(verdictText(verdict, agent));
      return true;
    }
  }
  target.stdin.unshift(bytes);
  return false;
}

/** Reads `hook AGENT`, with a root and options that say nothing about such a call; undefined for any other words. */
function wordsOf([command, agent, ...options]: readonly string[]):
  | { readonly agent: AgentId; readonly root: string | undefined }
  | undefined {
  if (command !== "hook" || agent === undefined || !Object.hasOwn(AGENTS, agent)) return undefined;
  let root: string | undefined;
  for (let at = 0; at < options.length; at += 2) {
    const [name = "", value] = options.slice(at, at + 2);
    if (!/^--(?:root|policy|trust|base|timeout)$/.test(name) || !value || value.startsWith("-"))
      return undefined;
    if (name === "--root" && root !== undefined) return undefined;
    if (name === "--root") root = value;
  }
  return { agent: agent as AgentId, root }; // It is a key of the table.
}

/** Reads standard input as far as it can be read at once. */
function readInput(read: ReadChunk): { readonly bytes: Buffer; readonly isWhole: boolean } {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    while (size <= MOST_BYTES) {
      const chunk = Buffer.allocUnsafe(65_536);
      const count = read(chunk);
      if (count === 0) return { bytes: Buffer.concat(chunks), isWhole: true };
      chunks.push(chunk.subarray(0, count));
      size += count;
    }
  } catch {
    // Nothing to read yet, or the end of a pipe of Windows: the command reads on.
  }
  return { bytes: Buffer.concat(chunks), isWhole: false };
}
