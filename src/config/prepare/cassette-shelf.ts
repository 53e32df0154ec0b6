import { MAX_CASSETTE_LENGTH, parseCassette } from "../../agent/cassette/cassette.ts";
import type { Cassette } from "../../agent/cassette/cassette-player.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PlaceInText } from "../../model/place.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { type SourcePlace, shownPlace } from "../sources/source-place.ts";

/** A recording, or the reason why it cannot be played. */
export type LoadedCassette =
  | { readonly kind: "cassette"; readonly cassette: Cassette; readonly warning?: Diagnostic }
  | { readonly kind: "refused"; readonly diagnostic: Diagnostic };

/** The recordings of a run: one file is one recording, also if several steps play it. */
export class CassetteShelf {
  readonly #reader: ConfigReader;
  readonly #loading = new Map<string, Promise<LoadedCassette>>();

  constructor(reader: ConfigReader) {
    this.#reader = reader;
  }

  /** Loads a recording once. `place` is the place in the recipe that names it. */
  load(file: SourcePlace, place?: PlaceInText): Promise<LoadedCassette> {
    const name = shownPlace(file);
    const loading = this.#loading.get(name) ?? loadCassette(file, this.#reader, place);
    this.#loading.set(name, loading);
    return loading;
  }

  /** Returns the warnings of the recordings that could be loaded. */
  async warnings(): Promise<readonly Diagnostic[]> {
    const loaded = await Promise.all(this.#loading.values());
    return loaded.flatMap((one) => (one.kind === "cassette" && one.warning ? [one.warning] : []));
  }

  /** Returns all recordings that could be loaded. */
  async cassettes(): Promise<readonly Cassette[]> {
    const loaded = await Promise.all(this.#loading.values());
    return loaded.flatMap((one) => (one.kind === "cassette" ? [one.cassette] : []));
  }
}

/** Makes a warning, not an error: the turns before were paid for, and a request for the lost turn is refused. */
function cutWarning(path: string, line: number): Diagnostic {
  return {
    code: "cassette-cut",
    severity: "warning",
    message: `The last line of the recording ${path} is cut off: its turn is not played.`,
    hint: "Record it again with `--record`.",
    path,
    line,
    column: 1,
  };
}

async function loadCassette(
  file: SourcePlace,
  reader: ConfigReader,
  place: PlaceInText | undefined,
): Promise<LoadedCassette> {
  const read = await reader.read(file, "recording", MAX_CASSETTE_LENGTH);
  if ("diagnostic" in read) return { kind: "refused", diagnostic: read.diagnostic };
  const { path: shown } = read;
  const parsed = parseCassette(read.text);
  if (parsed.kind === "cassette") {
    const { cassette, cutLine } = parsed;
    if (cutLine === undefined) return { kind: "cassette", cassette };
    return { kind: "cassette", cassette, warning: cutWarning(shown, cutLine) };
  }
  const message = `${shown} is not a recording of a model's answers: ${parsed.message}`;
  const { line } = parsed;
  const where = place ?? (line === undefined ? { path: shown } : { path: shown, line, column: 1 });
  return {
    kind: "refused",
    diagnostic: { code: "invalid-cassette", severity: "error", message, ...where },
  };
}
