import type { Figures } from "./figures.ts";

/** Returns the figures as a Markdown table. */
export function tableOf(figures: readonly Figures[]): string {
  const head = ["kind of fault", "points tried", "survived", "violations"];
  const rows = figures.map(({ kind, tried, survived, violations }) => [
    kind,
    ...[tried, survived, violations].map((count) => count.toLocaleString("en")),
  ]);
  const lines = [head, head.map(() => "---"), ...rows];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}

/** Returns the sums of the figures as a sentence. */
export function sentenceOf(figures: readonly Figures[]): string {
  const sum = (count: (each: Figures) => number) =>
    figures.reduce((total, each) => total + count(each), 0).toLocaleString("en");
  return (
    `The tests interrupt runs at **${sum(({ tried }) => tried)}** points, in **${figures.length}** ways; ` +
    `**${sum(({ violations }) => violations)}** left something broken or lost.\n`
  );
}

/** Returns a document with the table of these figures between its marks, or with their sentence. */
export function withFigures(document: string, figures: readonly Figures[]): string {
  const parts = { faults: tableOf, survived: sentenceOf };
  return Object.entries(parts).reduce(
    (text, [name, write]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\\n)[^]*(<!-- /${name} -->)`),
        (_all, start: string, end: string) => `${start}${write(figures)}${end}`,
      ),
    document,
  );
}
