/** The results as a Markdown table: processor time, wall time and peak memory of both tools, and the ratios. */
export function tableOf({ machine, cases, large = [] }) {
  const rows = [...cases, ...large].flatMap(({ name, files, results: [sluice, ...others] }) =>
    others.map((other) => [
      files > 0 ? `${name}, ${files.toLocaleString("en")} files` : name,
      ...[cost(sluice), `${other.name} ${cost(other)}`],
      ...[ratio(other.cpu, sluice.cpu), ratio(other.seconds, sluice.seconds)],
    ]),
  );
  const head = [
    "case",
    "Sluice: CPU, wall, peak",
    "compared with",
    "times faster by CPU",
    "by wall",
  ];
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${lines.join("\n")}\n\n${roundsOf([...cases, ...large])}, alternating, ${machine.cores} cores, Node ${machine.node}.\n`;
}

/** Short times in milliseconds. A measurement of a former version has no processor time. */
function cost({ cpu, seconds, megabytes }) {
  const shown = (time) => (time < 0.2 ? `${Math.round(time * 1000)} ms` : `${time.toFixed(2)} s`);
  const memory = Number.isFinite(megabytes) ? `${Math.round(megabytes)} MB` : "–";
  return `${cpu === undefined ? "–" : shown(cpu)}, ${shown(seconds)}, ${memory}`;
}

/** Two digits below 1, where a first digit hides a third of the difference. */
function ratio(other, own) {
  if (other === undefined || own === undefined) return "–";
  return (other / own).toFixed(other < own ? 2 : 1);
}

function roundsOf(cases) {
  const rounds = cases.flatMap(({ results }) => results.map(({ runs }) => runs.length));
  return `Medians of ${Math.min(...rounds)} to ${Math.max(...rounds)} runs`;
}

/** The cases whose figures the README has, each with the words around its figure. */
const FIGURES = [
  [
    "cold",
    "Against the ast-grep CLI over 10,000 files, by processor time, Sluice is **",
    "** times as fast without",
  ],
  ["warm", " a cache,\n**", "** times as fast with one,"],
  ["every third file changes", " and **", "** times as fast where every third file changes.\n"],
];

/** The most telling results as a sentence. */
export function sentenceOf({ cases }) {
  const parts = FIGURES.map(([wanted, before, after]) => {
    const { results } = cases.find(({ name, files }) => name === wanted && files === 10_000);
    const [sluice, other] = results;
    return `${before}${ratio(other.cpu, sluice.cpu)}${after}`;
  });
  return parts.join("");
}

/** A document with the table of these results between its marks, or with their sentence. */
export function withResults(document, results) {
  const parts = { bench: tableOf, speed: sentenceOf };
  return Object.entries(parts).reduce(
    (text, [name, write]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\\n)[^]*(<!-- /${name} -->)`),
        (_all, start, end) => `${start}${write(results)}${end}`,
      ),
    document,
  );
}
