import { entropyOf } from "../code/entropy-of.ts";
import { longRegex } from "../code/long-regex.ts";
import type { Finder, Finding } from "../code/scanned-text.ts";
import { SECRET_RULES } from "../tables/secret-rules.ts";

/** A rule of our own. */
interface OwnRule {
  readonly name: string;
  /** Its group `password` is what is looked at, if it has one. */
  readonly regex: RegExp;
  /** The least bits of entropy a character. */
  readonly entropy: number;
  /** True for a value that is too short to be told from a name by its entropy. */
  readonly isMixed?: true;
  /** The files that it is about. Default: all. */
  readonly paths?: RegExp;
}

/** What a secret is assigned to, and the sign. */
const ASSIGNED = longRegex(
  "",
  "(?:passw(?:or)?d|passphrase|pwd|secret|token|api_?key|auth_?key|access_?key|private_?key|",
  String.raw`credential)s?["']?\s{0,9}(?:=>|:=|:|=)`,
).source;

/** Files in which a value needs no quotes. */
const WITHOUT_QUOTES =
  /(^|\/)\.env[^/]*$|\.(env|ya?ml|ini|cfg|conf|properties|toml|txt|md|sh|bash|zsh)$|Dockerfile[^/]*$/;

const OWN_RULES: readonly OwnRule[] = [
  {
    name: "AWSSecretAccessKey",
    regex:
      /secret_?access_?key["']?\s{0,9}(?::|=>|=)\s{0,9}["']?(?<password>[A-Za-z\d/+=]{40})(?![A-Za-z\d/+=])/gi,
    entropy: 4,
  },
  { name: "GoogleAPIKey", regex: /\bAIza[\w-]{35}(?![\w-])/g, entropy: 3.6 },
  {
    name: "JSONWebToken",
    regex: /(?<![\w-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{20,2000}/g,
    entropy: 4,
  },
  {
    name: "SecretInAssignment",
    regex: longRegex(
      "gi",
      ASSIGNED,
      String.raw`\s{0,9}["'](?<password>[^\s"'\x60$<>{}()]{16,200})["']`,
    ),
    entropy: 3.6,
  },
  {
    name: "SecretInAssignment",
    regex: longRegex(
      "gi",
      ASSIGNED,
      String.raw`\s{0,9}["'](?<password>[^\s"'\x60$<>{}()]{10,15})["']`,
    ),
    entropy: 3,
    isMixed: true,
  },
  {
    name: "SecretInAssignment",
    regex: longRegex(
      "gim",
      ASSIGNED,
      String.raw`[ \t]{0,9}(?<password>[^\s"'\x60$<>{}(),;]{10,200})(?=[ \t\r]{0,9}(?:$|[#;]))`,
    ),
    entropy: 3,
    isMixed: true,
    paths: WITHOUT_QUOTES,
  },
];

/** The rules of a maintained set, and our own. */
const RULES: readonly OwnRule[] = [
  ...SECRET_RULES.map(({ name, parts, flags }) => ({
    name,
    regex: new RegExp(parts.join(""), flags),
    entropy: 0,
  })),
  ...OWN_RULES,
];

/** Both cases, and letters and digits by turns: names and words seldom have all of these. */
const MIXED = [/[a-z]/, /[A-Z]/, /\D\d{1,20}\D{1,20}\d/];

/** Values that stand for a secret. */
const PLACEHOLDER = longRegex(
  "i",
  String.raw`example|placeholder|change_?me|your[-_]|dummy|fake|sample|redacted|replace|xxxx|\*\*\*|`,
  String.raw`\.\.\.|(.)\1{5}|1234567|abcdef|^<|\$\{|\{\{|^%|process\.env|secrets\.`,
);

/** Finds secrets by their form. A place has the name of the rule only, never a part of the secret. */
export const findSecrets: Finder = ({ kindPath, text }) => {
  const found: Finding[] = [];
  const rules = RULES.filter(({ paths }) => paths?.test(kindPath) ?? true);
  for (const { name, regex, entropy, isMixed } of rules)
    for (const { 0: match, index: at, groups } of text.matchAll(regex)) {
      const value = groups && "password" in groups ? groups.password : match;
      if (value === undefined || PLACEHOLDER.test(value) || entropyOf(value) < entropy) continue;
      if (isMixed && !MIXED.every((kind) => kind.test(value))) continue;
      found.push({ at, key: match, text: name });
    }
  return found.sort((a, b) => a.at - b.at).filter(isOutside);
};

/** A secret that two rules find is one: the first of them counts, if the other begins in it. */
function isOutside({ at }: Finding, index: number, all: readonly Finding[]): boolean {
  const last = all[index - 1];
  return last === undefined || at >= last.at + last.key.length;
}
