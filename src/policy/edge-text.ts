import type { WindowEdge } from "../model/policy/rule-window.ts";
import { instantText } from "../shared/time/instant-text.ts";

/** Returns an edge as it is written, with its instant if that says more: `2026-12-20 (2026-12-20T00:00:00Z)`. */
export function edgeText({ written, at }: WindowEdge): string {
  return written.endsWith("Z") ? written : `${written} (${instantText(at)})`;
}
