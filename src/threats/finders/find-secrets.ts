import { entropyOf } from "../code/entropy-of.ts";
import { longRegex } from "../code/long-regex.ts";
import type { Finder, Finding } from "../code/scanned-text.ts";
import { SECRET_RULES } from "../tables/secret-rules.ts";

/** The rules of a maintained set, and two that need a look at what they found. */
const RULES = [
  ...SECRET_RULES.map(({ name, parts, flags }) => ({
    name,
    regex: new RegExp(parts.join(""), flags),
    entropy: 0,
  })),
  {
    name: "AWSSecretAccessKey",
    regex:
      /secret_?access_?key["']?\s{0,9}(?::|=>|=)\s{0,9}["']?(?<password>[A-Za-z\d/+=]{40})(?![A-Za-z\d/+=])/gi,
    entropy: 4,
  },
  {
    name: "SecretInAssignment",
    regex: longRegex(
      "gi",
      "(?:passw(?:or)?d|passphrase|secret|token|api_?key|auth_?key|access_?key|private_?key|",
      String.raw`credential)s?["']?\s{0,9}(?::|=>|:=|`,
      String.raw`=)\s{0,9}["'](?<password>[^\s"'\x60$<>{}()]{16,200})["']`,
    ),
    entropy: 3.6,
  },
];

/** Values that stand for a secret. */
const PLACEHOLDER = longRegex(
  "i",
  String.raw`example|placeholder|change_?me|your[-_]|dummy|fake|sample|redacted|replace|xxxx|\*\*\*|`,
  String.raw`\.\.\.|(.)\1{5}|1234567|abcdef|^<|\$\{|\{\{|^%|process\.env|secrets\.`,
);

/** Finds secrets by their form. A place has the name of the rule only, never a part of the secret. */
export const findSecrets: Finder = ({ text }) => {
  const found: Finding[] = [];
  for (const { name, regex, entropy } of RULES)
    for (const { 0: match, index: at, groups } of text.matchAll(regex)) {
      const value = groups && "password" in groups ? groups.password : match;
      if (value === undefined || PLACEHOLDER.test(value) || entropyOf(value) < entropy) continue;
      found.push({ at, key: match, text: name });
    }
  return found.sort((a, b) => a.at - b.at).filter(isOutside);
};

/** A secret that two rules find is one: the first of them counts, if the other begins in it. */
function isOutside({ at }: Finding, index: number, all: readonly Finding[]): boolean {
  const last = all[index - 1];
  return last === undefined || at >= last.at + last.key.length;
}
