import { MAX_DEPTH } from "../shared/yaml/structure-fault.ts";

/** Far more keys than any object of a plan has. `JSON.parse` takes seconds for an object with a million. */
const MAX_KEYS = 10_000;

/** Far more keys than all edits of the largest plan that people can review have. */
export const MAX_ALL_KEYS = 10_000_000;

const [QUOTE, COLON, BACKSLASH] = [0x22, 0x3a, 0x5c];
const [OPEN_MAP, CLOSE_MAP, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Returns why a text must not be given to `JSON.parse`, in words that follow a colon: it has more keys than any plan,
 * or is nested deeper. Takes linear time and memory for its depth only; the text need not be JSON.
 */
export function findSizeFault(text: string): string | undefined {
  const keysAt = [0];
  let all = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) {
      const keys = (keysAt.pop() ?? 0) + 1;
      keysAt.push(keys);
      all += 1;
      if (keys > MAX_KEYS) return `an object has more than ${MAX_KEYS} keys`;
      if (all > MAX_ALL_KEYS) return `it has more than ${MAX_ALL_KEYS} keys`;
    } else if (code === OPEN_MAP || code === OPEN_LIST) {
      keysAt.push(0);
      if (keysAt.length > MAX_DEPTH + 2) return `it is nested deeper than ${MAX_DEPTH} levels`;
    } else if (code === CLOSE_MAP || code === CLOSE_LIST) keysAt.pop();
  }
  return undefined;
}

/** Returns the end of a string, or of the text: the first quote after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
