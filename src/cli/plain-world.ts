import { asciiText } from "../report/terminal/marks.ts";
import type { CliWorld, TextSink } from "./cli-world.ts";

const IS_WINDOWS = process.platform === "win32";

/**
 * Returns the world of a command whose terminals show ASCII alone if they cannot show more. `hasProduct` if standard
 * output gets a product for programs, which stays as it is.
 */
export function plainWorld(world: CliWorld, hasProduct: boolean): CliWorld {
  if (showsUnicode(world.env ?? {})) return world;
  const { stdout, stderr } = world;
  return { ...world, stdout: hasProduct ? stdout : plainSink(stdout), stderr: plainSink(stderr) };
}

/** Returns true if terminals show more than ASCII: the locale says so on most systems, on Windows the terminal. */
export function showsUnicode(
  env: Readonly<Record<string, string | undefined>>,
  isWindows = IS_WINDOWS,
): boolean {
  const { TERM = "", WT_SESSION = "", TERM_PROGRAM = "", ConEmuTask = "" } = env;
  if (TERM === "dumb" || TERM === "linux" || TERM.startsWith("vt1")) return false;
  if (isWindows)
    return `${WT_SESSION}${ConEmuTask}` !== "" || TERM_PROGRAM === "vscode" || TERM.includes("256");
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  return locale === "" || /utf-?8/i.test(locale);
}

function plainSink(sink: TextSink): TextSink {
  if (!sink.isTerminal) return sink;
  return { ...sink, isPlain: true, write: (text) => sink.write(asciiText(text)) };
}
