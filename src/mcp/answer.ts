import { realPathOf } from "../files/real-path.ts";
import { terminalText } from "../report/terminal-text.ts";

/** The answer to a call: a short text, and the same for programs. */
export interface Answer<Data extends object = object> {
  readonly text: string;
  readonly data: Data;
  /** The call did not do what was asked. */
  readonly isError?: boolean;
}

/** An answer as the protocol has it. */
export interface SentAnswer {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  [key: string]: unknown;
}

/** The most characters of the text of an answer. */
const MOST_TEXT = 60_000;

/** Returns an answer for the client: safe for terminals, within bounds, and without the path of the root. */
export function sentAnswer({ text, data, isError }: Answer, root: string): SentAnswer {
  const hidden = pathHider(root);
  return {
    content: [{ type: "text", text: shownText(text, hidden) }],
    structuredContent: mapTexts(data, hidden) as Record<string, unknown>, // An object stays one.
    ...(isError === true && { isError }),
  };
}

/** Returns the answer to a call that was refused. */
export function refusedAnswer(message: string, root: string): SentAnswer {
  return {
    content: [{ type: "text", text: shownText(message, pathHider(root)) }],
    isError: true,
  };
}

/** Returns text for the client, with no data beside it. */
export function shownText(text: string, hidden: (text: string) => string): string {
  const safe = terminalText(hidden(text));
  if (safe.length <= MOST_TEXT) return safe;
  return `${safe.slice(0, MOST_TEXT)}\n[${safe.length - MOST_TEXT} more characters]`;
}

/** Returns a function that puts `.` in the place of the path of the root, also by the path that links lead to. */
export function pathHider(root: string): (text: string) => string {
  const names = [root, realPathOf(root) ?? root]
    .filter((name) => name.length > 1)
    .sort((a, b) => b.length - a.length);
  return (text) =>
    names.reduce((rest, name) => rest.replaceAll(`${name}/`, "").replaceAll(name, "."), text);
}

/** The keys of texts of files, which stay as they are. */
const EXACT = new Set(["text", "diff"]);

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, EXACT.has(key) ? each : mapTexts(each, change)]),
  );
}
