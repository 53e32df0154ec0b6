import { shellWord } from "../../src/shared/shell-word.ts";

/**
 * Returns an id for a command line: a report of a stranger has ids of its own. Undefined for one that would be an
 * option there, such as `--all`: no run of Sluice has such ids.
 */
export function idWord(id: string): string | undefined {
  return id.startsWith("-") ? undefined : shellWord(id);
}
