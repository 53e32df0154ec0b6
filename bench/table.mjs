/** The results as a Markdown table: medians in seconds, the ratio, and the peak memory of Sluice. */
export function tableOf({ machine, rounds, startUp, cases, growth }) {
  const rows = [...cases, ...growth].flatMap(({ files, name, results: [sluice, ...others] }) =>
    others.map((other) => [
      `${name}, ${files.toLocaleString("en")} files`,
      `${sluice.seconds.toFixed(2)} s`,
      `${other.name} ${other.seconds.toFixed(2)} s`,
      `${(other.seconds / sluice.seconds).toFixed(1)}`,
      `${Math.round(sluice.megabytes)} MB`,
    ]),
  );
  const [version, node] = startUp;
  rows.push([
    "`sluice --version`",
    `${version.seconds.toFixed(3)} s`,
    `${node.name} ${node.seconds.toFixed(3)} s`,
    (node.seconds / version.seconds).toFixed(2),
    `${Math.round(version.megabytes)} MB`,
  ]);
  const head = ["case", "Sluice", "compared with", "times faster", "peak memory"];
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${lines.join("\n")}\n\nMedians of ${rounds} (3 above 10,000 files and of the codemod CLI, jscodeshift once), alternating, ${machine.cores} cores, Node ${machine.node}.\n`;
}

/** A document with the table of these results between its marks. */
export function withTable(document, results) {
  const table = tableOf(results);
  return document.replace(/(<!-- bench -->\n)[\s\S]*(<!-- \/bench -->)/, (_all, start, end) =>
    [start, table, end].join(""),
  );
}
