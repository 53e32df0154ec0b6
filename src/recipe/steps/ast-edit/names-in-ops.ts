import { wordRegex } from "../../../shared/regex/word-regex.ts";
import { missingUtils, type OpWithRule } from "./shared-utils.ts";

/** The code of an op, as written. */
interface WrittenCode extends OpWithRule {
  readonly pat?: string | undefined;
}

/** Returns the fault of a name of `names` that stands in none of some ops, nor in rules elsewhere; or undefined. */
export function faultOfName(
  name: string,
  ops: readonly WrittenCode[],
  { isElsewhere = false }: { readonly isElsewhere?: boolean } = {},
): string | undefined {
  const word = new RegExp(wordRegex(name), "u");
  if (ops.some(({ rule }) => patternsIn(rule, "denied").some((code) => word.test(code))))
    return DENIED;
  const isThere = ops.some(
    (op) => codeOf(op).some((code) => word.test(code)) || missingUtils(op).length > 0,
  );
  return isThere || isElsewhere ? undefined : "stands neither in a pattern nor in `out`";
}

const DENIED =
  "stands under `not`, where nothing is captured whose meaning could be judged: write what is to match instead";

function codeOf({ pat = "", rule, utils, out }: WrittenCode): readonly string[] {
  return [pat, ...patternsIn([rule, utils], "all"), ...textsIn(out)];
}

/** The patterns of a rule: a word of its `regex` is no name. */
function patternsIn(rule: unknown, which: "all" | "denied"): readonly string[] {
  if (typeof rule !== "object" || rule === null) return [];
  return Object.entries(rule).flatMap(([key, value]) => {
    if (key === "pattern") return which === "all" ? textsIn(value) : [];
    return patternsIn(value, key === "not" ? "all" : which);
  });
}

function textsIn(written: unknown): readonly string[] {
  if (typeof written === "string") return [written];
  return typeof written === "object" && written !== null
    ? Object.values(written).flatMap(textsIn)
    : [];
}
