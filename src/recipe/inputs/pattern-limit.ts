import type { Diagnostic } from "../../model/diagnostic.ts";
import { interruptAfter } from "../../shared/process/interrupt-after.ts";
import { TimeLimitError } from "../../shared/process/time-limit.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";

/** For the patterns of all inputs of a recipe together; milliseconds. */
const TIME_LIMIT = 1000;

/**
 * Returns the results of `work` for each input, or a diagnostic at the pattern that was being matched when the time for
 * all of them ended. A pattern such as `(a+)+b` can take for ever.
 */
export function withPatternLimit<Input, Result>(
  inputs: readonly Input[],
  source: YamlSource,
  nameOf: (input: Input) => string,
  work: (input: Input) => Result,
  milliseconds = TIME_LIMIT,
): { readonly results: readonly Result[] } | { readonly slow: Diagnostic } {
  if (inputs.length === 0) return { results: [] };
  let name = "";
  try {
    const results = interruptAfter(milliseconds, () =>
      inputs.map((input) => {
        name = nameOf(input);
        return work(input);
      }),
    );
    return { results };
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    const place = source.placeOf(["inputs", name, "pattern"]);
    const reason = `all patterns of a recipe have ${milliseconds} ms`;
    const message = `The \`pattern\` of input \`${name}\` took too long: ${reason}.`;
    const hint = "Avoid a repetition inside another, such as `(a+)+`.";
    return { slow: diagnosticAt(place, "invalid-value", message, { hint }) };
  }
}
