import type { RunEvent } from "../model/events.ts";
import { countOf } from "../shared/count-of.ts";
import type { TextSink } from "./cli-world.ts";

const BAR_WIDTH = 24;
/** Milliseconds between two bars on a terminal, and between two lines elsewhere. */
const DRAW_EVERY = 100;
const PRINT_EVERY = 10_000;

/** Shows the progress of a call, and of writing: a bar on a terminal, a line now and then elsewhere. */
export interface Progress {
  onEvent(event: RunEvent): void;
  /** Removes the bar, so that other text can be written. */
  clear(): void;
}

/** Makes the progress of `sink`. `now` is in milliseconds. */
export function createProgress(sink: TextSink, now: () => number): Progress {
  let last = now();
  let isDrawn = false;
  let phase = { name: "", since: last };
  const clear = () => {
    if (isDrawn) sink.write("\r\x1b[K");
    isDrawn = false;
  };
  return {
    clear,
    onEvent(event) {
      if (event.type === "check-started") {
        const label = `check ${event.name} (${countOf(event.actions, "action")}) …`;
        sink.write(
          sink.isTerminal ? `\r\x1b[K${label.slice(0, Math.max(1, sink.columns - 1))}` : "",
        );
        isDrawn = sink.isTerminal;
        return;
      }
      if (event.type !== "progress" && event.type !== "writing") return;
      const { done, total } = event;
      const name = event.type === "writing" ? event.phase : `${event.recipe} › ${event.step}`;
      const at = now();
      if (name !== phase.name) phase = { name, since: at };
      if (at - last < (sink.isTerminal ? DRAW_EVERY : PRINT_EVERY)) return;
      last = at;
      const label = `${labelOf(event)}${timeLeft(done, total, last - phase.since)}`;
      if (!sink.isTerminal) {
        sink.write(`${label}\n`);
        return;
      }
      const filled = Math.round((done / Math.max(1, total)) * BAR_WIDTH);
      const bar = `[${"#".repeat(filled)}${"-".repeat(BAR_WIDTH - filled)}] ${label}`;
      sink.write(`\r\x1b[K${bar.slice(0, Math.max(1, sink.columns - 1))}`);
      isDrawn = true;
    },
  };
}

/** Returns the time left, if the files so far took as long as the others will: `, 40 s left`. */
function timeLeft(done: number, total: number, elapsed: number): string {
  // The first moments tell little.
  if (done === 0 || done >= total || elapsed < 2000) return "";
  const seconds = Math.ceil(((elapsed / done) * (total - done)) / 1000);
  return seconds < 60 ? `, ${seconds} s left` : `, ${Math.ceil(seconds / 60)} min left`;
}

function labelOf(event: Extract<RunEvent, { type: "progress" | "writing" }>): string {
  const { done, total } = event;
  if (event.type === "progress")
    return `${event.recipe} › ${event.step}: ${done} of ${total} files`;
  const [written, all] = [done, total].map((count) => count.toLocaleString("en"));
  return `${event.phase === "staged" ? "Preparing" : "Writing"} ${written} of ${all} files`;
}
