import { findSpawn } from "./find-spawn.ts";

/** A program that shows a text page by page, in the terminal of this process. */
export interface Pager {
  /** False once its reader has left it. */
  isOpen(): boolean;
  /** Writes text; resolves when it takes more. */
  write(text: string): Promise<void>;
  /**
   * Ends the text, and resolves when its reader has left it: false if the program failed, and may have shown nothing.
   */
  end(): Promise<boolean>;
  /** Ends the program. */
  stop(): void;
}

/** Characters for which a command needs a shell. */
const OF_SHELL = /[|&;<>()$`\\"'*?[\]#~=%]/;
/** Starts a pager; undefined if it cannot be started. `command` is that of the user, as in `PAGER`. */
export async function openPager(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Pager | undefined> {
  const words = OF_SHELL.test(command) ? ["sh", "-c", command] : command.trim().split(/\s+/);
  const [program = "", ...args] = words;
  const spawn = await findSpawn();
  const child = spawn(program, args, { stdio: ["pipe", "inherit", "inherit"], env: { ...env } });
  const { stdin } = child;
  let isOpen = true;
  const ended = new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve((code ?? 0) === 0)); // No code: a signal of the reader ended it.
  });
  const left = ended.then(() => {
    isOpen = false;
  });
  stdin?.on("error", () => {
    isOpen = false; // Its reader has left it.
  });
  const isStarted = await new Promise<boolean>((resolve) => {
    child.once("spawn", () => resolve(true));
    child.once("error", () => resolve(false));
  });
  if (!isStarted || stdin === null) return undefined;
  return {
    isOpen: () => isOpen,
    async write(text) {
      if (!isOpen || stdin.write(text)) return;
      const drained = new Promise((resolve) => stdin.once("drain", resolve));
      const failed = new Promise((resolve) => stdin.once("close", resolve));
      await Promise.race([drained, failed, left]);
    },
    end() {
      stdin.end();
      return ended;
    },
    stop: () => child.kill(),
  };
}
