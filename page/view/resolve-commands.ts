import type { PageAction } from "../../src/model/page/page-action.ts";
import type { Choices } from "./choices.ts";
import { idWord } from "./id-word.ts";

/** A command has at most so many ids: a line for the shell stays readable. */
const IDS = 50;

/** The parts that the commands share. */
interface ResolveForm {
  /** Blank: the commands have no reason, and are refused until a person gives one. */
  readonly reason: string;
  readonly option: string;
  /** All that the run holds, also what the page leaves out: `--all` is never more than a person has chosen. */
  readonly total: number;
}

/** Returns the commands that end the chosen actions of a run. Each ends with `option`. */
export function resolveCommands(
  run: string,
  held: readonly Pick<PageAction, "id" | "hasBytes">[],
  choices: Choices,
  { reason, option, total }: ResolveForm,
): readonly string[] {
  const words = reason.trim() === "" ? "" : ` --reason ${quoted(reason.trim())}`;
  const runWord = idWord(run);
  if (runWord === undefined) return [];
  return (["apply", "discard"] as const).flatMap((verdict) => {
    const ids = held
      .filter(
        ({ id, hasBytes }) => choices.get(id) === verdict && (hasBytes || verdict === "discard"),
      )
      .flatMap(({ id }) => idWord(id) ?? []);
    if (ids.length === 0) return [];
    // As long as one command has room for them, ids say more: a report may be older than its run, or a stranger's.
    const isAll = ids.length === total && ids.length > IDS;
    return (isAll ? ["--all"] : chunks(ids)).map(
      (named) => `sluice resolve ${runWord} ${named} ${verdict}${words}${option}`,
    );
  });
}

function chunks(ids: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (let from = 0; from < ids.length; from += IDS)
    lines.push(ids.slice(from, from + IDS).join(" "));
  return lines;
}

/** Quotes text for a POSIX shell, on one line: nothing in it is looked at. */
function quoted(text: string): string {
  return `'${text.replace(/\s+/g, " ").replaceAll("'", "'\\''")}'`;
}
