import type { HeldChoice } from "../request/request.ts";
import { closestName, didYouMean } from "../shared/closest-name.ts";
import { shown } from "../shared/shown.ts";

/** What a command says, or why it says nothing. */
export type ParsedCommand =
  | {
      readonly kind: "decision";
      readonly verdict: "apply" | "discard";
      readonly choice: HeldChoice;
      /** Never blank (R23). */
      readonly reason: string;
    }
  | Fault;

interface Fault {
  readonly kind: "fault";
  readonly message: string;
}

/** The most UTF-16 code units of a reason. */
export const MOST_REASON = 2000;

const VERDICTS = ["apply", "discard"] as const;
const FLAGS = ["--all", "--rule", "--recipe"];
const FORM =
  "Write `/sluice apply <id> because <reason>`, with `--all` in the place of ids for all that is held.";
/** A word, or several in quotes of one kind. */
const WORD = /"([^"]*)"(?!\S)|'([^']*)'(?!\S)|`([^`]*)`(?![^\s,])|\S+/g;
const ID = /^[0-9a-f]{4,64}$/i;

/**
 * Parses one line that begins with `/sluice`: `/sluice apply 5f0c 6a1d because …`, `/sluice discard --all because …`.
 */
export function parseCommand(line: string): ParsedCommand {
  const [words, reason] = wordsBeforeReason(line);
  const [verb, ...rest] = words;
  if (verb === undefined) return fault(`The line has no command. ${FORM}`);
  const verdict = VERDICTS.find((one) => one === verb.toLowerCase());
  if (verdict === undefined)
    return fault(`\`${shown(verb)}\` is no command. ${didYouMean(verb, VERDICTS)} ${FORM}`);
  const choice = choiceOf(rest);
  if (choice.kind === "fault") return choice;
  if (reason === undefined) return fault(`A reason is required. ${reasonHint(rest)}`);
  if (isNoReason(reason)) return fault("The reason is blank. Write after `because` why.");
  if (reason.length > MOST_REASON)
    return fault(`The reason has more than ${MOST_REASON} characters.`);
  return { kind: "decision", verdict, choice, reason };
}

function fault(message: string): Fault {
  return { kind: "fault", message };
}

/** Returns the words after `/sluice`, and the text after `because`. */
function wordsBeforeReason(line: string): [readonly string[], string | undefined] {
  const words: string[] = [];
  for (const match of line.slice("/sluice".length).matchAll(WORD)) {
    const [written, ...quoted] = match;
    if (written.toLowerCase() === "because") {
      const end = "/sluice".length + match.index + written.length;
      return [words, line.slice(end).trim()];
    }
    words.push(quoted.find((text) => text !== undefined) ?? written);
  }
  return [words, undefined];
}

/** A text of nothing that is seen, or the dots of the example. */
function isNoReason(reason: string): boolean {
  return !/[^\s\p{C}.…]/u.test(reason);
}

function reasonHint(words: readonly string[]): string {
  const near = words.find((word) => closestName(word, ["because"]) !== undefined);
  return near === undefined ? "Write `because` and why." : `Did you mean \`because\`?`;
}

function choiceOf(words: readonly string[]): HeldChoice | Fault {
  const [ids, rules, recipes]: [string[], string[], string[]] = [[], [], []];
  let isAll = false;
  const left = words.values();
  for (const word of left) {
    const [flag = "", value] = word.startsWith("--") ? flagOf(word) : [];
    if (flag === "") {
      const id = word.replace(/,$/, "");
      if (!ID.test(id)) return fault(noId(id));
      ids.push(id.toLowerCase());
    } else if (flag === "--all" && value === undefined) isAll = true;
    else if (flag === "--rule" || flag === "--recipe") {
      const name = value ?? left.next().value ?? "";
      if (name === "" || name.startsWith("--")) return fault(`\`${flag}\` needs a name after it.`);
      (flag === "--rule" ? rules : recipes).push(name);
    } else return fault(`\`${shown(word)}\` is unknown. ${didYouMean(flag, FLAGS)}`);
  }
  const isFiltered = rules.length + recipes.length > 0;
  if (isFiltered && !isAll) return fault("`--rule` and `--recipe` go with `--all`.");
  if (isAll && ids.length > 0)
    return fault("Name ids, or write `--all`: both together are unclear.");
  if (isAll) return { kind: "filters", rules, recipes, paths: [] };
  return ids.length > 0 ? { kind: "ids", ids } : fault(`No action is named. ${FORM}`);
}

function flagOf(word: string): [string, string?] {
  const at = word.indexOf("=");
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

function noId(word: string): string {
  const near = closestName(word, ["because", ...FLAGS]);
  const hint =
    near === undefined
      ? "An id has 4 or more of `0-9a-f`; `because` comes before the reason."
      : `Did you mean \`${near}\`?`;
  return `\`${shown(word)}\` is no id of an action. ${hint}`;
}
