// Decides actions by a policy of 50 rules that has every kind of condition, five of them expressions.
// node bench/decide.mjs [actions]: prints the milliseconds of deciding alone.
import { evaluatePolicy, loadPolicy } from "../dist/index.js";

const actions = Number(process.argv[2] ?? 100_000);
const { policy, diagnostics } = await loadPolicy(policyText(), "bench.policy.yaml");
if (policy === undefined) throw new Error(JSON.stringify(diagnostics));
const limited = factsOf(0);
const verdicts = { apply: 0, discard: 0, hold: 0 };
const kept = [];
const begin = performance.now();
const cpuBefore = process.cpuUsage();
for (let index = 0; index < actions; index += 1) {
  const facts = index === 0 ? limited : factsOf(index);
  const decision = evaluatePolicy(policy, facts);
  verdicts[decision.verdict] += 1;
  kept.push(decision); // As a report does: the traces are in memory.
}
const took = Math.round(performance.now() - begin);
const { user, system } = process.cpuUsage(cpuBefore);
const cpu = Math.round((user + system) / 1000);
process.stdout.write(
  `${JSON.stringify({ actions, rules: policy.guards.length + policy.rules.length, took, cpu, verdicts })}\n`,
);

/** The facts of one action, with nothing that two actions share. */
function factsOf(index) {
  const path = `packages/p${index % 97}/src/module-${index}.ts`;
  return {
    recipe: `recipe-${index % 7}`,
    step: "edit",
    tool: "ast_edit",
    label: `AST Edit: ${(index % 40) + 1} replacements in 1 file`,
    files: [path],
    fileCount: 1,
    newFiles: [],
    deletedFiles: [],
    replacements: (index % 40) + 1,
    additions: index % 300,
    deletions: index % 200,
    languages: ["typescript"],
    idempotent: index % 11 !== 0,
    newSyntaxErrors: index % 101 === 0,
    commentsOnly: false,
    commentsLost: [],
    tokensLost: [],
    stringsChanged: [],
    whitespaceOnly: false,
    parseErrors: 0,
    limitReached: false,
    conflicts: [],
    dirtyFiles: index % 13 === 0 ? [path] : [],
    runFiles: [],
    packageScripts: [],
    owners: [`@org/team-${index % 23}`],
    packages: [`@scope/p${index % 97}`],
    exportsChanged: [],
    touchesChangedLines: index % 2 === 0,
    fromModel: false,
    untrusted: false,
  };
}

/** Five guards and 45 rules of which hardly one holds, so that all of them are looked at. */
function policyText() {
  const rule = (id, when) =>
    `  - { id: ${id}, verdict: hold, reason: "${id}: \${{ facts.files }}.", when: ${when} }\n`;
  const kinds = [
    (n) => `{ recipe: ["other-${n}-*"], maxFiles: 3 }`,
    (n) => `{ allFiles: ["lib/${n}/**", "packages/*/test/**"], idempotent: true }`,
    (n) => `{ replacements: { min: ${1000 + n} }, newSyntaxErrors: false }`,
    (n) => `{ owners: ["@org/none-${n}"], lang: [typescript] }`,
    (n) => `{ packages: { all: ["@other/${n}"] }, dirtyFiles: false }`,
    (n) => `{ any: [{ anyFile: ["docs/${n}/**"] }, { files: { none: ["packages/**"] } }] }`,
    (n) => `{ not: { maxLines: ${900 + n} }, touchesChangedLines: true }`,
    (n) => `{ all: [{ fileCount: { min: ${n + 2} } }, { commentsLost: false }], label: ["AST*"] }`,
  ];
  const plain = Array.from({ length: 40 }, (_, at) => rule(`r${at}`, kinds[at % kinds.length](at)));
  const expressions = [
    "facts.additions + facts.deletions > 1000",
    "facts.files.exists(path, path.startsWith('vendor/'))",
    "facts.replacements > 100 && facts.idempotent",
    "'@org/nobody' in facts.owners || facts.label.contains('Delete')",
    "size(facts.files) > 10 && facts.recipe != 'recipe-1'",
  ].map((source, at) => rule(`e${at}`, `{ expr: ${JSON.stringify(source)} }`));
  const guards = Array.from({ length: 5 }, (_, at) =>
    rule(`g${at}`, `{ anyFile: ["vendor/${at}/**"] }`),
  );
  return [
    "version: 1\ndefault: { verdict: apply, reason: The rest. }\nguards:\n",
    ...guards,
    "rules:\n",
    ...plain,
    ...expressions,
  ].join("");
}
