import type { World } from "../model/world.ts";
import type { LastWords } from "../shared/process/end-if-stuck.ts";
import type { Pager } from "../shared/process/open-pager.ts";

/** A stream that text goes to. */
export interface TextSink {
  write(text: string): void;
  /** Writes text whose commands are for the runner that reads the log. Default: as `write`. */
  writeCommands?(text: string): void;
  /** Resolves when its reader has taken most of the text. Default: at once. */
  drained?(): Promise<void>;
  readonly isTerminal: boolean;
  /** Width in columns, if it is a terminal. */
  readonly columns: number;
  /** True of a terminal that shows ASCII alone. */
  readonly isPlain?: boolean;
  /** Starts a pager in the terminal; undefined if it cannot be started. */
  page?(command: string): Promise<Pager | undefined>;
}

/** The world of a command line. */
export interface CliWorld extends World {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** Kills the process after some time, whatever it does then. Returns what calls it off. Default: never. */
  readonly endIfStuck?: (words: LastWords) => Promise<() => Promise<void>>;
}
