import { expect, it } from "vitest";
import { LINES_OF_DEPENDENCIES } from "../../src/threats/tables/dependencies.ts";
import { DISABLED_TESTS, TEST_CASES } from "../../src/threats/tables/disabled-tests.ts";
import { BOUNDS, NO_PERMISSIONS, WIDENED } from "../../src/threats/tables/permissions.ts";
import { RUNNING_CODE } from "../../src/threats/tables/running-code.ts";
import { SECRET_RULES } from "../../src/threats/tables/secret-rules.ts";
import { SUPPRESSIONS } from "../../src/threats/tables/suppressions.ts";
import { threatsIn } from "../support/threats/threat-case.ts";

const RULES = [
  ...[RUNNING_CODE, DISABLED_TESTS, TEST_CASES, WIDENED, BOUNDS, SUPPRESSIONS].flat(),
  ...[NO_PERMISSIONS.has, NO_PERMISSIONS.needs].map((regex) => ({ regex })),
  ...LINES_OF_DEPENDENCIES,
].map(({ regex }) => regex.source);

/** A quantifier without an end that is neither escaped nor in a class: it can take time by the square of a text. */
const UNBOUNDED = /(?<!\\)(?:[*+]|\{\d+,\})(?![^[\]]*(?<!\\)\])/;

it.each([...new Set(RULES)])("has a bound for each repetition in %s", (source) => {
  expect(source.replace(/\\./g, "e")).not.toMatch(UNBOUNDED);
});

it("has few rules for secrets of others that repeat without a bound, and none in a row", () => {
  const unbounded = SECRET_RULES.filter(({ parts }) =>
    UNBOUNDED.test(parts.join("").replace(/\\./g, "e")),
  );
  // Each begins with a word of its own, and a part of it ends each repetition.
  expect(unbounded.map(({ name }) => name)).toEqual(["Npmrc_authToken", "SLACK_TOKEN"]);
});

it("counts what is found in a long text, and lists the first", () => {
  const text = "// @ts-ignore\n".repeat(150_000);
  expect(threatsIn("suppresses", ["a.sh", null, text.replaceAll("//", "#")])?.slice(9)).toEqual([
    "a.sh:10:3 @ts-ignore",
    "149990 more",
  ]);
});
