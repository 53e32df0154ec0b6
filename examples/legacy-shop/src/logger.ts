/** The old way; new code uses `log`. */
export class Logger {
  private static instance: Logger;

  static get(): Logger {
    return (Logger.instance = Logger.instance || new Logger());
  }

  write(level: "info" | "error", ...message: unknown[]): void {
    console[level](...message);
  }
}

export const log = {
  info: (...message: unknown[]) => console.info(...message),
  error: (...message: unknown[]) => console.error(...message),
};
