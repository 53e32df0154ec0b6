import { resumeCommands, stopCommands } from "../report/annotations/workflow-command.ts";

/** A log for text that came from files: no line of it is a workflow command. */
export interface GuardedLog {
  write(text: string): void;
  /** Lets the runner take commands again. */
  close(): void;
}

/**
 * Stops workflow commands on `write` until it is closed. The token must be random: text that has it ends the guard.
 */
export function openGuardedLog(write: (text: string) => void, token: string): GuardedLog {
  let isAtLineStart = true;
  write(stopCommands(token));
  return {
    write(text) {
      if (text === "") return;
      isAtLineStart = text.endsWith("\n");
      write(text);
    },
    close() {
      // In the middle of a line the runner would not see the command, and stay deaf for the rest of the job.
      write(`${isAtLineStart ? "" : "\n"}${resumeCommands(token)}`);
    },
  };
}
