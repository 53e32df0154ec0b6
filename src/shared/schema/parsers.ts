import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { ParserParams } from "../../model/recipe/parser-params.ts";
import { FILES_ARGUMENT } from "../../model/recipe/program-params.ts";
import type { YamlSource } from "../yaml/yaml-source.ts";
import { byForm } from "./by-form.ts";
import { milliseconds } from "./milliseconds.ts";
import { programKeys, programWithArguments } from "./program-schema.ts";
import { duration, text } from "./schema-parts.ts";

/** The time limit of a parser that names none. */
const TIMEOUT = "30s";

const program = programWithArguments.refine(
  (words) => !words.includes(FILES_ARGUMENT),
  `cannot have \`${FILES_ARGUMENT}\`: a parser reads the text from its standard input`,
);

const { env, ok } = programKeys;

/** The key `parsers` of a recipe and of a policy, as written: language → program. */
export const parsersSchema = z
  .record(
    text,
    byForm(
      {
        list: program,
        map: z.strictObject({ run: program, timeout: duration.optional(), env, ok }),
      },
      "a program with its arguments, or a map with `run`",
    ),
  )
  .refine(
    (parsers) => Object.keys(parsers).length <= INPUT_LIMITS.formatters,
    `must have at most ${INPUT_LIMITS.formatters} entries`,
  );

export type WrittenParsers = z.infer<typeof parsersSchema>;

/** Written → resolved, for the parsers of a file. */
export function normalizeParsers(
  written: WrittenParsers,
  source: Pick<YamlSource, "placeOfKey">,
): readonly ParserParams[] {
  return Object.entries(written).map(([language, parser]) => {
    const given = Array.isArray(parser) ? { run: parser } : parser;
    const { run, timeout = TIMEOUT, env = [], ok = [0] } = given;
    return {
      ...{ language, run, env, ok },
      timeout: milliseconds(timeout),
      place: source.placeOfKey(["parsers", language]),
    };
  });
}
