import { visiblePath } from "./visible-path.ts";

/** The reason why a named path is refused (F5, F21). */
export type RefusalKind = "out-of-scope" | "withheld" | "not-found" | "binary" | "unreadable";

/** A named path that is refused, and the reason. */
export interface Refusal {
  readonly kind: "refused";
  readonly why: RefusalKind;
  /** Words that follow the path. */
  readonly fault: string;
  /** A sentence that names the path. */
  readonly message: string;
}

/** Makes a refusal. `fault` are words that follow the path, and may end in a question. */
export function refuse(why: RefusalKind, path: string, fault: string): Refusal {
  const end = fault.endsWith("?") ? "" : ".";
  return { kind: "refused", why, fault, message: `\`${visiblePath(path)}\` ${fault}${end}` };
}
