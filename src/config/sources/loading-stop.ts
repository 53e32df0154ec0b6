import { type Environment, type GitOptions, gitIn, type RunGit } from "../../git/run-git.ts";
import { waitUnlessAborted } from "../../shared/process/wait-unless-aborted.ts";

/** Thrown when the signal has fired: everything that loads files ends with it. */
export class LoadingStopped extends Error {}

/** The early end of the loading of files, by a signal or a time limit. */
export class LoadingStop {
  /** Fires when the loading is to end. */
  readonly signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /** Lets timers and signals in, between two pieces of work. Throws `LoadingStopped` if the signal has fired. */
  async pause(): Promise<void> {
    await new Promise(setImmediate);
    this.check();
  }

  /** Throws `LoadingStopped` if the signal has fired. */
  check(): void {
    if (this.signal.aborted) throw new LoadingStopped();
  }

  /** Returns the result of work, or throws `LoadingStopped` as soon as the signal fires. */
  async unlessStopped<Result>(work: Promise<Result>): Promise<Result> {
    await waitUnlessAborted(work, this.signal);
    await this.pause();
    return work;
  }

  /** Returns git in a folder. The signal stops its calls, which then throw `LoadingStopped`. */
  gitIn(folder: string, environment?: Environment, options: GitOptions = {}): RunGit {
    const git = gitIn(folder, environment, { ...options, signal: this.signal });
    return async (args) => {
      try {
        return await git(args);
      } catch (error) {
        this.check();
        throw error;
      }
    };
  }
}
