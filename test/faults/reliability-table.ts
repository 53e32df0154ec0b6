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

/** Returns a document with this table between its marks. */
export function withTable(document: string, figures: readonly Figures[]): string {
  return document.replace(
    /(<!-- faults -->\n)[\s\S]*(<!-- \/faults -->)/,
    (_all, start: string, end: string) => [start, tableOf(figures), end].join(""),
  );
}
