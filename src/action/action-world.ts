import type { Environment, World } from "../model/world.ts";

/** The world of a step of a job; its working directory is the workspace of the job. */
export interface ActionWorld extends World {
  /** The inputs and the files of the runner are in it. */
  readonly env: Environment;
  /**
   * Writes to the log. There is one stream only: the runner reads workflow commands from standard
   * output and standard error alike, and keeps no order between the two.
   */
  readonly write: (text: string) => void;
  /** Returns a random word that cannot be guessed: letters and digits. */
  readonly newToken: () => string;
}
