import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Bounded } from "../../../model/page/page-part.ts";
import { ShowMore } from "../pieces/show-more.tsx";
import { Table } from "../pieces/table.tsx";
import { More, Section } from "../pieces/text.tsx";

/** So many rows stand there at once; the others on demand. */
const ROWS = 100;

/** A table of one of the lists of the report; nothing if the list is empty. */
export function EntryList<Item>(props: {
  readonly title: string;
  readonly list: Bounded<Item>;
  readonly noun: string;
  readonly head: readonly string[];
  readonly children: (item: Item) => readonly ComponentChildren[];
}) {
  const { title, list, noun, head, children } = props;
  const { items, more } = list;
  const [most, setMost] = useState(ROWS);
  if (items.length === 0) return null;
  return (
    <Section title={title} count={items.length + more}>
      <Table
        columns={head.map((name) => ({ title: name }))}
        items={items.slice(0, most)}
        cells={children}
      />
      <ShowMore
        shown={most}
        of={items.length}
        noun={noun}
        onMore={() => setMost(most + 5 * ROWS)}
      />
      <More more={more} noun={noun} />
    </Section>
  );
}
