import { expect, it } from "vitest";
import { resolveLanguage } from "../../../../src/edit/language/language.ts";
import { splice } from "../../../../src/edit/text/splice.ts";
import type { Replacement } from "../../../../src/model/edit.ts";
import { sha256 } from "../../../../src/shared/sha256.ts";
import {
  areJoint,
  changesOf,
  createJointResults,
} from "../../../../src/tools/ast-edit/facts/file-change.ts";
import type { PlannedFile } from "../../../../src/tools/ast-edit/facts/planned-file.ts";

const TEXT = "return+f(1);\n𠮷f(2);x\n  f(\n3);\nf(4)";

/** A plan that writes `g` for each `f(…)`, and glues words at one place. */
function plannedFile(): PlannedFile {
  const replacements = [...TEXT.matchAll(/\+?f\(\s*\d\)/g)].map(
    ({ index, 0: match }): Replacement => ({
      start: index,
      end: index + match.length,
      text: `g${index}`,
      opId: "ops[0]",
    }),
  );
  const language = resolveLanguage("typescript");
  if (language === undefined) throw new Error("TypeScript is always there.");
  const text = splice(TEXT, replacements);
  const errors = { parseErrorsBefore: 0, parseErrorsAfter: 0 };
  const plan = {
    kind: "edited" as const,
    replacements,
    superseded: [],
    losses: [],
    text,
    ...errors,
  };
  return {
    path: "a.ts",
    language,
    text: TEXT,
    hash: sha256(TEXT),
    plan,
    left: [],
    ops: [],
    asked: [],
  };
}

it("gives every group of a joint write the diff and the facts that it has alone", () => {
  const file = plannedFile();
  const groups = file.plan.replacements.map((edit) => [edit]);
  const none = new Set<never>();
  const facts = {
    unsettled: none,
    erroneous: none,
    importsLeftOut: undefined,
    commentsOnly: none,
    whitespaceOnly: none,
    exportsChanged: undefined,
  };
  const alone = [...changesOf(file, groups, facts)];
  const resultOf = createJointResults(file, groups);
  const joint = groups.map(resultOf);
  expect(joint.map(({ diff, additions, deletions }) => [diff, additions, deletions])).toEqual(
    alone.map(({ diff, additions, deletions }) => [diff, additions, deletions]),
  );
  expect(joint.map(({ gluesWords }) => gluesWords)).toEqual(
    alone.map(({ addsSyntaxErrors }) => addsSyntaxErrors),
  );
  expect(alone.filter(({ addsSyntaxErrors }) => addsSyntaxErrors)).toHaveLength(1);
  expect(new Set(joint.map(({ postHash }) => postHash))).toEqual(new Set([sha256(file.plan.text)]));
});

it("is for many groups in much text", () => {
  const groups = (count: number) => Array.from({ length: count }, () => []);
  const text = (length: number) => ({ text: "x".repeat(length) });
  expect(areJoint(text(1_000_000), groups(99))).toBe(false);
  expect(areJoint(text(499_999), groups(100))).toBe(false);
  expect(areJoint(text(500_000), groups(100))).toBe(true);
  const edit = { opId: "ops[0]", start: 0, end: 1, text: "" };
  expect(areJoint(text(500_000), [...groups(100), [edit, edit]])).toBe(false);
});
