import { compileOp } from "../../../edit/compile/compile-op.ts";
import { patternsIn } from "../../../edit/compile/patterns-in.ts";
import { callAdvice, readAsCall } from "../../../edit/compile/read-as-call.ts";
import type { Language } from "../../../edit/language/language.ts";
import type { EditOp } from "../../../model/edit.ts";
import type { CallAlert } from "../search/search-shapes.ts";

/** Returns an alert for each pattern that looks like a call, and matches none in a language of the files. */
export function findMisreadCalls(
  ops: readonly EditOp[],
  languages: readonly Language[],
): readonly CallAlert[] {
  return languages.flatMap((language) =>
    ops.flatMap((op) =>
      patternsIn(op).flatMap(({ context, selector }) => {
        const reading = readAsCall({ pat: context, selector }, language);
        if (reading === undefined || compileOp(op, language).kind !== "compiled") return [];
        const what = `In ${language}, the pattern of \`${op.id}\` alone is read as \`${reading.readAs}\``;
        const message = `${what}: it matches no call. ${callAdvice(reading)}.`;
        return [{ level: "warn", code: "read-otherwise", message } as const];
      }),
    ),
  );
}
