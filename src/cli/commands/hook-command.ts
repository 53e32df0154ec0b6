import type { HookRequest } from "../../hook/answer-call.ts";
import { stackOf } from "../../shared/stack-of.ts";
import { timeLimitOf } from "../time-limit-of.ts";
import { usageError } from "../usage-error.ts";
import { productCommand, requiredWord } from "./command.ts";

/** Milliseconds: less than the time after which an agent goes on without an answer. */
const TIME = 20_000;

/** The time for ending in order, after which the process is killed; milliseconds. */
const GRACE = 5000;

/** Makes `sluice hook`: what an agent is about to do to a file, judged before it does it. */
export const hookCommand = (loadRun: HookRequest["loadRun"]) =>
  productCommand({
    name: "hook",
    words: "<agent>",
    summary: "Answer an agent that asks before it edits a file; `init --agents` makes it ask",
    examples: [
      ["sluice hook claude", "The hook PreToolUse of Claude Code: a call on standard input"],
      ["sluice hook codex --policy safe", "The same of Codex, judged by the policy `safe`"],
      ["sluice hook cursor --trust base", "Of Cursor, by the policy of the base commit"],
    ],
    async run({ root, policy, trust, base, timeout = TIME }, words, world) {
      const { AGENT_IDS } = await import("../../hook/call/agents.ts");
      const word = requiredWord(words, "agent");
      const agent = AGENT_IDS.find((id) => id === word);
      if (agent === undefined)
        throw usageError(`${word} is no agent.`, `Name one of them: ${AGENT_IDS.join(", ")}.`);
      const { answerCall } = await import("../../hook/answer-call.ts");
      const { deny } = await import("../../hook/call/brief-verdict.ts");
      const { verdictText } = await import("../../hook/call/verdict-text.ts");
      const { signal } = timeLimitOf(timeout, world);
      const late = deny("The edit could not be judged in time.", "Make a smaller one.");
      const lastWords = verdictText(late, agent);
      const callOff = await world.endIfStuck?.({ milliseconds: timeout + GRACE, lastWords });
      const request = { agent, root, policy, trust, base, loadRun };
      const verdict = await answerCall(request, world, signal).catch((error: unknown) => {
        world.stderr.write(`sluice: a fault of Sluice itself.\n${stackOf(error)}\n`);
        return deny("The edit could not be judged, by a fault of Sluice.", "Ask a person.");
      });
      await callOff?.();
      world.stdout.write(verdictText(verdict, agent));
      return 0;
    },
  });
