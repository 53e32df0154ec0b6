import type { FleetReason } from "../../model/fleet/fleet-state.ts";
import { withoutControls } from "../../shared/shown.ts";

/** The longest message; characters. */
const MAX_MESSAGE = 2000;

/** Returns a reason within the bounds of a result, as one line. */
export function reasonOf(code: string, message: string): FleetReason {
  return { code, message: withoutControls(message.replaceAll(/\s+/g, " ")).slice(0, MAX_MESSAGE) };
}
