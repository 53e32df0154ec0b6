import type { RunEvent } from "../model/events.ts";
import type { World } from "../model/world.ts";
import { fitEnd } from "../report/terminal/cells.ts";
import { terminalLine } from "../report/terminal-text.ts";
import { countOf } from "../shared/count-of.ts";

const BAR_WIDTH = 24;
/** Milliseconds between two bars on a terminal, and between two lines elsewhere. */
const DRAW_EVERY = 100;
const PRINT_EVERY = 10_000;
/** Milliseconds between two looks at the clock while a check or a model works. */
const TICK = 1000;

/** The stream or the log that progress is written to. */
interface ProgressSink {
  write(text: string): void;
  readonly isTerminal: boolean;
  readonly columns: number;
}

/** Shows how far a run is: a line that is drawn again on a terminal, a line now and then elsewhere. */
export interface Progress {
  onEvent(event: RunEvent): void;
  /** Removes the line, so that other text can be written. */
  clear(): void;
}

type FileEvent = Extract<RunEvent, { type: "progress" | "writing" }>;

/** Makes the progress of `sink`; a dumb terminal gets lines, too. */
export function createProgress(
  sink: ProgressSink,
  { now, after, env = {} }: Pick<World, "now" | "after" | "env">,
): Progress {
  const isLive = sink.isTerminal && env.TERM !== "dumb";
  let last = now();
  let isDrawn = false;
  const phase = new Phase(last);
  let waiting: { readonly label: string; readonly since: number } | undefined;
  let isTicking = false;
  const show = (text: string) => {
    last = now();
    if (isLive) sink.write(`\r\x1b[K${fitEnd(text, Math.max(1, sink.columns - 1))}`);
    else sink.write(`${text}\n`);
    isDrawn = isLive;
  };
  const tick = () => {
    isTicking = false;
    if (waiting === undefined) return;
    const elapsed = now() - waiting.since;
    if (isLive || now() - last >= PRINT_EVERY) show(`${waiting.label}, ${durationOf(elapsed)}`);
    startTicking();
  };
  const startTicking = () => {
    if (isTicking) return;
    isTicking = true;
    after(TICK).addEventListener("abort", tick, { once: true });
  };
  return {
    clear() {
      if (isDrawn) sink.write("\r\x1b[K");
      isDrawn = false;
    },
    onEvent(event) {
      if (event.type === "log") return;
      const label = labelOfWait(event);
      waiting = label === undefined ? undefined : { label, since: now() };
      if (label !== undefined) {
        if (isLive) show(label);
        else last = now();
        startTicking();
      }
      if (event.type !== "progress" && event.type !== "writing") return;
      const at = now();
      const { done, total } = phase.countOf(event, at);
      if (at - last < (isLive ? DRAW_EVERY : PRINT_EVERY)) return;
      const text = `${labelOf(event, { done, total })}${timeLeft(done, total, at - phase.since)}`;
      const filled = Math.round((done / Math.max(1, total)) * BAR_WIDTH);
      const bar = `[${"#".repeat(filled)}${"-".repeat(BAR_WIDTH - filled)}]`;
      show(isLive ? `${bar} ${text}` : text);
    },
  };
}

interface FileCount {
  readonly done: number;
  readonly total: number;
}

/** The work of one step, whose calls may run at the same time, or of one transaction. */
class Phase {
  /** Milliseconds. */
  since: number;
  #name = "";
  readonly #calls = new Map<string, FileCount>();

  constructor(since: number) {
    this.since = since;
  }

  /** Notes how far a call is, and returns how far all calls of its step are. */
  countOf(event: FileEvent, at: number): FileCount {
    const name = event.type === "writing" ? event.phase : `${event.recipe} › ${event.step}`;
    const call = event.type === "writing" ? "" : event.callId;
    // Another round of the same step begins again.
    if (name !== this.#name || event.done < (this.#calls.get(call)?.done ?? 0)) {
      this.#calls.clear();
      [this.#name, this.since] = [name, at];
    }
    this.#calls.set(call, { done: event.done, total: event.total });
    let [done, total] = [0, 0];
    for (const count of this.#calls.values()) {
      done += count.done;
      total += count.total;
    }
    return { done, total };
  }
}

/** Returns what a run waits for, with nothing to count; undefined if it goes on. */
function labelOfWait(event: RunEvent): string | undefined {
  if (event.type === "check-started")
    return `check ${terminalLine(event.name)} (${countOf(event.actions, "action")})`;
  if (event.type !== "turn-started") return undefined;
  return `${terminalLine(`${event.recipe} › ${event.step}`)}: turn ${event.turn} of the model`;
}

/** Returns the time left, if the files so far took as long as the others will: `, 40 s left`. */
function timeLeft(done: number, total: number, elapsed: number): string {
  // The first moments tell little.
  if (done === 0 || done >= total || elapsed < 2000) return "";
  return `, ${durationOf((elapsed / done) * (total - done))} left`;
}

function durationOf(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function labelOf(event: FileEvent, { done, total }: FileCount): string {
  if (event.type === "progress")
    return `${terminalLine(`${event.recipe} › ${event.step}`)}: ${done} of ${total} files`;
  const [written, all] = [done, total].map((count) => count.toLocaleString("en"));
  return `${event.phase === "staged" ? "Preparing" : "Writing"} ${written} of ${all} files`;
}
