/** The results as a Markdown table: times, minor page faults and peak memory of both tools, and the ratios. */
export function tableOf({ machine, people = [], cases = [], large = [] }) {
  const all = [...people, ...cases, ...large];
  const rows = all.flatMap(({ name, files, wasIdle, results: [sluice, ...others] }) =>
    others.map((other) => [
      `${files > 0 ? `${name}, ${files.toLocaleString("en")} files` : name}${wasIdle === false ? "*" : ""}`,
      ...[cost(sluice), `${other.name} ${cost(other)}`],
      ...["cpu", "seconds", "faults"].map((figure) => ratio(other[figure], sluice[figure])),
    ]),
  );
  const head = [
    ...["case", "Sluice: CPU, wall, faults, peak", "compared with"],
    ...["times faster by CPU", "by wall", "times fewer faults"],
  ];
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const notes = [
    `${roundsOf(all)}, alternating, ${machine.cores} cores, Node ${machine.node}.`,
    ...(all.some(({ wasIdle }) => wasIdle === false)
      ? ["\\* Others used the machine, too: the times on the clock say little."]
      : []),
  ];
  return `${lines.join("\n")}\n\n${notes.join("\n")}\n`;
}

/** Short times in milliseconds. A measurement of a former version has no processor time or no faults. */
export function cost({ cpu, seconds, faults, megabytes }) {
  const shown = (time) => (time < 0.2 ? `${Math.round(time * 1000)} ms` : `${time.toFixed(2)} s`);
  const count = Number.isFinite(faults) ? faults.toLocaleString("en") : "–";
  const memory = Number.isFinite(megabytes) ? `${Math.round(megabytes)} MB` : "–";
  return `${cpu === undefined ? "–" : shown(cpu)}, ${shown(seconds)}, ${count}, ${memory}`;
}

/** Two digits that count, where a first digit hides a third of the difference. */
function ratio(other, own) {
  if (!Number.isFinite(other) || !Number.isFinite(own)) return "–";
  return other < own ? (other / own).toPrecision(2) : (other / own).toFixed(1);
}

function roundsOf(cases) {
  const rounds = cases.flatMap(({ results }) => results.map(({ runs }) => runs.length));
  return `Medians of ${Math.min(...rounds)} to ${Math.max(...rounds)} runs`;
}

/** The cases whose figures the README has: how much processor time Sluice takes there, times that of another one. */
const FIGURES = [
  {
    wanted: { name: "start-up: `preview` of one file", files: 0 },
    other: "node -e 0",
    write: (figure) =>
      `By processor time, a preview of a repository of one file takes **${figure}** times as long as \`node -e 0\`,\n`,
  },
  {
    wanted: { name: "run, `--policy safe`", files: 1000 },
    other: "ast-grep run -U",
    write: (figure) =>
      `a run over a repository of 1,000 files **${figure}** times as long as \`ast-grep run -U\`, and\n`,
  },
  {
    wanted: { name: "hook: 3 staged of 1,000", files: 0 },
    other: "eslint",
    write: (figure) =>
      `a hook with three staged files **${figure}** times as long as ESLint on these files.\n`,
  },
];

/** The most telling results as a sentence; undefined as long as one of them was not measured. */
export function sentenceOf({ people = [] }) {
  const parts = FIGURES.map(({ wanted, other, write }) => {
    const found = people.find(({ name, files }) => name === wanted.name && files === wanted.files);
    const [sluice, ...others] = found?.results ?? [];
    const against = others.find(({ name }) => name === other);
    return against && write(ratio(sluice.cpu, against.cpu));
  });
  return parts.includes(undefined) ? undefined : parts.join("");
}

/** A document with the table of these results between its marks, or with their sentence. */
export function withResults(document, results) {
  const parts = { bench: tableOf, speed: sentenceOf };
  return Object.entries(parts).reduce(
    (text, [name, write]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\\n)[^]*(<!-- /${name} -->)`),
        (all, start, end) => {
          const written = write(results);
          return written === undefined ? all : `${start}${written}${end}`;
        },
      ),
    document,
  );
}
