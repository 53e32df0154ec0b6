import { jsonPieces } from "../../shared/json/json-pieces.ts";
import type { Reporter } from "../reporter.ts";

/** Makes `jsonl`: one event a line, with `type` and a `seq` from 0. Progress is left out: it depends on timing. */
export function createJsonlReporter(): Reporter {
  let seq = 0;
  return {
    onEvent(event) {
      if (["progress", "writing", "log", "check-started"].includes(event.type)) return [];
      const { type, ...rest } = event;
      return lineOf({ seq: seq++, type, ...rest });
    },
  };
}

function* lineOf(event: object): Generator<string, void> {
  yield* jsonPieces(event);
  yield "\n";
}
