import type { RunEvent } from "../../model/events.ts";
import { jsonPieces } from "../../shared/json/json-pieces.ts";
import type { Reporter } from "../reporter.ts";

/** Events that depend on timing, or are for people alone. */
const OF_THE_MOMENT: readonly RunEvent["type"][] = [
  "progress",
  "writing",
  "log",
  "check-started",
  "turn-started",
];

/** Makes `jsonl`: one event a line, with `type` and a `seq` from 0. Progress is left out: it depends on timing. */
export function createJsonlReporter(): Reporter {
  let seq = 0;
  return {
    onEvent(event) {
      if (OF_THE_MOMENT.includes(event.type)) return [];
      const { type, ...rest } = event;
      return lineOf({ seq: seq++, type, ...rest });
    },
  };
}

function* lineOf(event: object): Generator<string, void> {
  yield* jsonPieces(event);
  yield "\n";
}
