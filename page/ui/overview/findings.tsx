import type { PageData } from "../../../src/model/page/page-data.ts";
import { More, Path, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";

/** The matches that steps tell of, the gravest first; the first errors are open. */
export function Findings({ data: { findings } }: { readonly data: PageData }) {
  const { items, more } = findings;
  if (items.length === 0) return null;
  return (
    <details class="card" open={items[0]?.severity === "error"}>
      <summary>{counted(items.length + more, "finding")}</summary>
      {items.map((found, index) => (
        <p key={index}>
          <b>{found.severity}</b>{" "}
          <Path>{`${found.path}:${found.startLine}:${found.startColumn}`}</Path>{" "}
          {found.isNew && <b>new</b>} <Text>{found.message ?? found.text}</Text>{" "}
          <code class="faint">{found.rule ?? found.step}</code>
        </p>
      ))}
      <More more={more} noun="finding" />
    </details>
  );
}
