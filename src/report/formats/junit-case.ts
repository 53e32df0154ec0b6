import { type ActionReport, whyOf } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { fileWords } from "../file-words.ts";

/** A case of JUnit. Without an end it passed. */
export interface JunitCase {
  readonly name: string;
  /** Relative to the root. */
  readonly file?: string;
  readonly end?:
    | { readonly kind: "skipped"; readonly message: string }
    | {
        /** `error`: not of an action, but of the run. */
        readonly kind: "failure" | "error";
        readonly type: string;
        readonly message: string;
        readonly body: string;
      };
}

/** The most files that the name of a case has. */
const NAMED_FILES = 3;

/** The most of the diffs of one case, and of all: test pages keep them in memory. UTF-16 code units. */
const [MOST_DIFF, MOST_DIFFS] = [16_384, 8_388_608];

/** The room that is left for the diffs of the next cases. */
export class DiffRoom {
  #left = MOST_DIFFS;

  /** Returns how much one case may have. */
  get ofCase(): number {
    return Math.min(MOST_DIFF, this.#left);
  }

  take(length: number): void {
    this.#left -= length;
  }
}

/**
 * Returns the case of an action: discarded ones are skipped; failed ones are failures, and so are held ones, because
 * they wait for a person and the exit code is not 0.
 */
export function actionCase(action: ActionReport, room: DiffRoom): JunitCase {
  const { state, isStale, step, facts } = action;
  const file = facts.files[0];
  const named = fileWords(facts).slice(0, NAMED_FILES);
  const left = facts.fileCount - named.length;
  const files = [...named, ...(left > 0 ? [`and ${countOf(left, "more file")}`] : [])].join(", ");
  const about = {
    name: files === "" ? `${step}: ${action.label}` : `${step}: ${files}`,
    ...(file === undefined ? {} : { file }),
  };
  const message = messageOf(action);
  switch (state) {
    case "discarded":
      return { ...about, end: { kind: "skipped", message } };
    case "held":
      return {
        ...about,
        end: { kind: "failure", type: "held", message, body: writeBody(action, room) },
      };
    case "failed": {
      const type = isStale === true ? "stale" : "failed";
      return { ...about, end: { kind: "failure", type, message, body: writeBody(action, room) } };
    }
    case "pending":
    case "would-apply":
    case "applied":
      return about;
  }
}

function messageOf(action: ActionReport): string {
  const { ruleId } = action;
  const rule = ruleId === undefined ? "" : ` [rule ${ruleId}]`;
  return `${whyOf(action) ?? ""}${rule}`.trim();
}

/** The id, by which commands take the action, and its diffs, cut at a line. */
function writeBody({ id, label, applyError, files }: ActionReport, room: DiffRoom): string {
  let text = `${label}\naction ${id}\n`;
  if (applyError !== undefined) text += `${applyError}\n`;
  let left = room.ofCase;
  for (const [index, { diff }] of files.entries()) {
    const shownDiff = diff.length <= left ? diff : diff.slice(0, diff.lastIndexOf("\n", left) + 1);
    text += shownDiff;
    left -= shownDiff.length;
    room.take(shownDiff.length);
    if (shownDiff.length === diff.length) continue;
    const more = files.length - index - 1;
    const rest = more > 0 ? `, and ${countOf(more, "more file")}` : "";
    return `${text}The rest of this diff is left out${rest}: see the report of --report json.\n`;
  }
  return text;
}
