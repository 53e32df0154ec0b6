import { resolve } from "node:path";
import { exitOf } from "../model/exit-code.ts";
import type { Recovery } from "../model/past/recovery.ts";
import type { UndoReport } from "../model/past/undo-report.ts";
import { recover as recoverWhole } from "../past/recover.ts";
import { undo as undoWhole } from "../past/undo.ts";
import { defaultsOf } from "../request/options/request-fields.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { checkRequest } from "./check-request.ts";
import { type GivenWorld, inWorld } from "./in-world.ts";
import { recoverRequestSchema, undoRequestSchema } from "./request-schema.ts";
import type { RecoverRequest, UndoRequest } from "./requests.ts";

/**
 * `sluice undo`: takes a run back, as a run of its own; the last run that wrote, unless `run` names another one. If a
 * file is in the way, nothing is written (`onChanged: "refuse"`, the default), and the report names it. Never
 * throws for a fault of the request: `message` says why nothing was done, and the exit code is 2.
 */
export function undo(request: UndoRequest, world?: GivenWorld): Promise<UndoReport> {
  return inWorld(world, async (own, faults) => {
    if (faults.length > 0) return { ...NOT_UNDONE, ...invalid({ faults }) };
    const checked = checkRequest(undoRequestSchema, request);
    if ("faults" in checked) return { ...NOT_UNDONE, ...invalid(checked) };
    const given = {
      ...defaultsOf("undo"),
      onChanged: "refuse",
      ...definedOnly(checked.request),
    } as const;
    return undoWhole({ ...given, root: resolve(own.cwd, given.root) }, own);
  });
}

/**
 * `sluice recover`: completes or rolls back what killed runs left half done. Never throws for a fault of the request:
 * `message` says why nothing was done, and the exit code is 2.
 */
export function recover(request: RecoverRequest, world?: GivenWorld): Promise<Recovery> {
  return inWorld(world, async (own, faults) => {
    if (faults.length > 0) return { ...NOT_RECOVERED, ...invalid({ faults }) };
    const checked = checkRequest(recoverRequestSchema, request);
    if ("faults" in checked) return { ...NOT_RECOVERED, ...invalid(checked) };
    const given = { ...defaultsOf("recover"), ...definedOnly(checked.request) };
    return recoverWhole({ ...given, root: resolve(own.cwd, given.root) }, own);
  });
}

const NOT_RECOVERED = { formatVersion: "1.0", runs: [] } as const;

const NOT_UNDONE = {
  formatVersion: "1.0",
  isDryRun: false,
  files: [],
  alreadyBefore: [],
  refused: [],
  toMerge: [],
  alerts: [],
} as const;

function invalid({ faults }: { readonly faults: readonly { readonly message: string }[] }) {
  const message = faults.map((fault) => fault.message).join(" ");
  return { ...exitOf({ invalid: true }), message };
}
