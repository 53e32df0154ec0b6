import { resolve } from "node:path";
import { findPullRequest } from "../../config/sources/resolve-trust.ts";
import { decodeText } from "../../files/decode-text.ts";
import { readBounded } from "../../files/read-bounded.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { TrustMode } from "../../model/trust.ts";
import type { World } from "../../model/world.ts";
import { fleetPlace } from "./fleet-name.ts";
import { type ParsedFleet, parseFleet } from "./parse-fleet.ts";

/** Reads a fleet file, relative to the working directory. Fails for one that a stranger may have written. */
export async function readFleet(
  file: string,
  trust: TrustMode | undefined,
  world: Pick<World, "cwd" | "env">,
): Promise<ParsedFleet> {
  const stranger = await findStranger(file, trust, world);
  if (stranger !== undefined) return { diagnostics: [stranger] };
  const read = await readBounded(resolve(world.cwd, file), INPUT_LIMITS.fleetBytes);
  if (read.kind !== "bytes") return { diagnostics: [unreadable(file, read)] };
  const text = decodeText(read.bytes);
  if (text.kind !== "text") return { diagnostics: [fault(file, "file-unreadable", "is no text")] };
  return parseFleet(text.text, { path: file, folder: fleetPlace(file, world.cwd).folder });
}

/** A fleet file of a pull request would choose the repositories that the rights of the job reach. */
async function findStranger(
  file: string,
  trust: TrustMode | undefined,
  world: Pick<World, "env">,
): Promise<Diagnostic | undefined> {
  if (trust === "all") return undefined;
  const job = trust === undefined ? await findPullRequest(world) : { system: "--trust" };
  if (job === undefined) return undefined;
  const message =
    trust === undefined
      ? `This job of ${job.system} is for a pull request, or may be, and its author may have written ${file}.`
      : `--trust ${trust} reads no fleet file of the work tree.`;
  const hint = "Run a fleet on the default branch; --trust all says that you trust the file.";
  return { code: "not-trusted", severity: "error", message, hint };
}

function unreadable(
  file: string,
  read: Exclude<Awaited<ReturnType<typeof readBounded>>, { readonly kind: "bytes" }>,
): Diagnostic {
  switch (read.kind) {
    case "missing":
      return fault(file, "file-not-found", "does not exist");
    case "not-a-file":
      return fault(file, "file-unreadable", "is not a file");
    case "too-large":
      return fault(file, "file-too-large", `is larger than ${INPUT_LIMITS.fleetBytes} bytes`);
    case "unreadable":
      return fault(file, "file-unreadable", `cannot be read: ${read.why}`);
  }
}

function fault(path: string, code: Diagnostic["code"], why: string): Diagnostic {
  return { code, severity: "error", message: `${path} ${why}.`, path };
}
