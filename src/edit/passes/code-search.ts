import type { Replacement } from "../../model/edit.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { MatchLosses } from "../loss/losses-of-match.ts";
import { lossFinders } from "../loss/ready-losses.ts";
import type { AcceptedMatch } from "../match/accepted-match.ts";
import type { NamedSearch } from "./imports-of-names.ts";
import { type MadeCode, noteMadeCode } from "./made-code.ts";
import type { Part } from "./parts.ts";

/** The code about which the result of the edits is asked. */
export interface FoundCode extends MadeCode {
  /** The replacements that were found in each part, also those that gave way to another op's. */
  readonly byPart: Map<Part, Replacement[]>;
  /** True for a part with errors, of which the first replacement of each op tells all that is asked. */
  readonly isBroken: (part: Part) => boolean;
  readonly losses: MatchLosses[];
  /** The searches for the names of ops, in each part. */
  readonly named: NamedSearch[];
  readonly skipsBroken: boolean;
  readonly findsLosses: boolean;
  /** The path of the file, relative to the root. */
  readonly path: string;
  /** The names that fresh ones have in the end, if they are known. */
  readonly locals: ReadonlyMap<string, string> | undefined;
  /** The exports that ops brought, by the names that they brought for them. */
  readonly claims: Map<string, string>;
}

/** Returns a function that notes what an accepted match loses, and what its replacement was made of. */
export function createCodeSearch(
  part: Part,
  op: CompiledOp,
  code: FoundCode,
): (match: AcceptedMatch) => void {
  const { root, source, shift } = part;
  const known = code.skipsBroken ? { hasErrors: () => false } : {};
  // Code that replaces a name, which is the whole match, is named.
  const findLosses =
    code.findsLosses && op.names?.whole === undefined
      ? lossFinders().createLossSearch(root(), source, op, known)
      : () => undefined;
  return (match) => {
    const found = findLosses(match);
    if (found !== undefined) code.losses.push(lossFinders().moveLosses(found, shift));
    noteMadeCode(match, { op, part }, code);
  };
}
