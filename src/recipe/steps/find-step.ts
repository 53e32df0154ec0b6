import { z } from "zod";
import type { FindStep, StepPlaces } from "../../model/recipe/call-step.ts";
import { OWN_OP, SEVERITIES } from "../../model/recipe/rule-words.ts";
import { countOf } from "../../shared/count-of.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { globs, languageNames, map, text } from "../../shared/schema/schema-parts.ts";
import { otherNames, otherPlaces } from "../../shared/schema/shape.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { STRICTNESS } from "./ast-edit/ast-edit-schema.ts";
import { writtenNamesSchema } from "./ast-edit/names-schema.ts";
import { normalizeAstEdit } from "./ast-edit/normalize-ast-edit.ts";
import { withSharedUtils } from "./ast-edit/shared-utils.ts";
import type { StepNormalizing } from "./normalize-paths.ts";
import { belowPaths, type CallKind, type WrittenCallOf, type WrittenKeys } from "./step-kind.ts";

const writtenFindSchema = z
  .strictObject({
    pat: text.optional(),
    rule: map.optional(),
    rules: globs.min(1).optional(),
    selector: text.optional(),
    strictness: STRICTNESS.optional(),
    constraints: map.optional(),
    utils: map.optional(),
    transform: map.optional(),
    names: writtenNamesSchema.optional(),
    severity: z.enum(SEVERITIES).optional(),
    message: text.optional(),
    note: text.optional(),
    paths: globs.min(1).optional(),
    lang: text.optional(),
    languages: languageNames.optional(),
  })
  .superRefine((find, context) => {
    const { pat, rule, rules, lang, languages } = find;
    const issue = (message: string, ...path: string[]) =>
      context.addIssue({ code: "custom", message, path });
    const searches = [pat, rule, rules].filter((each) => each !== undefined);
    if (searches.length !== 1) issue("must have exactly one of `pat`, `rule` and `rules`");
    for (const [key, owner] of OWNERS)
      if (find[key] !== undefined && find[owner] === undefined)
        issue(`belongs to a \`${owner}\``, key);
    if (lang !== undefined && languages !== undefined)
      issue("cannot be used beside `lang`, which forces one language", "languages");
  });

/** The keys that have a meaning beside one kind of search alone. */
const OWNERS = [
  ["selector", "pat"],
  ["strictness", "pat"],
  ["constraints", "rule"],
  ["utils", "rule"],
  ["transform", "rule"],
] as const;

/** Keys of an edit: a search has none of them. */
const OF_EDITS = ["out", "fix", "per", "passes", "layout", "deleteLines", "imports", "rename"];

otherPlaces.add(writtenFindSchema, {
  hintOn: (key) =>
    OF_EDITS.includes(key)
      ? "A `find` never edits: write an `ast_edit` for code that is to change."
      : undefined,
});
otherNames.add(writtenFindSchema, { pattern: "pat", search: "pat", match: "pat" });

const keys = {
  expect: z
    .strictObject({
      maxFindings: z.int().min(0).optional(),
      notMoreThan: z.literal("base").optional(),
    })
    .optional(),
};

type WrittenFind = WrittenCallOf<z.infer<typeof writtenFindSchema>> & WrittenKeys<typeof keys>;

/** `find`: tells where code matches, and changes nothing. */
export const FIND = {
  noun: "a `find`",
  schema: writtenFindSchema,
  keys,
  takes: ["languages"],
  words: {
    find: "A structural search whose matches are findings: they are told in every report, and nothing is changed.",
    "find.pat": "Code with metavariables: `$A` is one node, `$$$A` any number of nodes.",
    "find.rule": "An ast-grep rule, in the place of `pat`.",
    "find.rules": "ast-grep rule files, as they are: globs or files, relative to the root.",
    "find.selector": "The kind of node inside `pat` that is meant.",
    "find.strictness": "How exactly code must match `pat`, as in ast-grep.",
    "find.constraints": "Metavariable → rule that it must fulfil.",
    "find.utils": "Name → rule that `matches` can name.",
    "find.transform": "New variable → transformation of a metavariable, for the message.",
    "find.names":
      "Name in `pat`, or metavariable → the export that it means, in all spellings of a file.",
    "find.severity":
      "The severity of the findings; beats that of rules. Default: that of the rule, which by default is `hint`; of " +
      "`pat` and `rule`, `warning`.",
    "find.message":
      "A sentence about each finding, with code for its metavariables; beats that of rules.",
    "find.note": "More about it; beats that of rules.",
    "find.paths": "Globs, folders or files, relative to the root. Default: everything in scope.",
    "find.lang": "Forces a language. Default: the name of each file decides.",
    "find.languages": "Only files of these languages, by id or alias.",
    expect: "What a `find` may find; otherwise the run has failed.",
    "expect.maxFindings": "The most findings.",
    "expect.notMoreThan":
      "`base`: not more than the same step finds at the base of the run (`--since`, `--base`, or the pull request).",
  },
  normalize,
  summaryOf: ({ params: { ops, rules, paths, words, expect } }) =>
    [
      rules.length === 0
        ? `finds ${countOf(ops.length, "pattern")}`
        : `rules of ${rules.join(", ")}`,
      ...(words.severity === undefined ? [] : [`severity ${words.severity}`]),
      ...(expect.maxFindings === undefined ? [] : [`at most ${expect.maxFindings}`]),
      ...(expect.notMoreThan === undefined ? [] : ["not more than at the base"]),
    ].join("; ") + belowPaths(paths),
  deciderOf: () => "It tells of matches, and changes none of them.",
} satisfies CallKind<WrittenFind, FindStep>;

function normalize(
  { id, value: find, expect = {}, languages }: WrittenFind,
  at: YamlPath,
  { source, diagnostics, utils: shared }: StepNormalizing,
): FindStep {
  const below = [...at, "find"];
  const { rules, paths, lang, languages: own, severity, message, note, ...op } = find;
  const utils = withSharedUtils(op, shared);
  const isOwn = rules === undefined;
  const written = definedOnly({
    ops: isOwn ? [definedOnly({ ...op, ...definedOnly({ utils }), out: "" })] : undefined,
    names: isOwn ? undefined : op.names,
    rules,
    paths,
    lang,
    leftovers: "off" as const,
  });
  const edit = normalizeAstEdit(written, below, { source, diagnostics });
  const params = {
    ...(lang === undefined ? definedOnly({ languages: own ?? languages }) : {}),
    ...edit,
    ops: edit.ops.map((each) => ({ ...each, id: OWN_OP })),
    onParseError: "edit" as const,
    editGenerated: true,
    ruleWords: new Map(),
    words: definedOnly({ severity, message, note }),
    expect: definedOnly(expect),
  };
  const places: StepPlaces = (path, part) => {
    const [first, index, ...rest] = path;
    const within = first === "ops" && index === 0 ? rest : path;
    const own = [...below, ...(within[0] === "out" ? [] : within)];
    return part === "key" ? source.placeOfKey(own) : source.placeOf(own);
  };
  return { kind: "find", id, params, places };
}
