import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Bounded } from "../../../model/page/page-part.ts";
import { hasWords } from "../../view/search.ts";
import { ShowMore } from "../pieces/show-more.tsx";
import { More, Section } from "../pieces/text.tsx";

/** So many stand there at once; the others on demand. */
const SHOWN = 200;

/** One of the lists of differences, as far as it has the words of the search; nothing if it has none. */
export function ComparedList<Item extends object>(props: {
  readonly title: string;
  readonly noun: string;
  readonly list: Bounded<Item>;
  readonly search: string;
  readonly textOf: (item: Item) => string;
  readonly children: (item: Item) => ComponentChildren;
}) {
  const { title, noun, list, search, textOf, children } = props;
  const [most, setMost] = useState(SHOWN);
  const found = list.items.flatMap((item, at) =>
    hasWords(textOf(item), search) ? [{ item, at }] : [],
  );
  if (found.length === 0) return null;
  return (
    <Section title={title} count={found.length + (search === "" ? list.more : 0)}>
      <ul class="links">
        {found.slice(0, most).map(({ item, at }) => (
          <li key={at}>{children(item)}</li>
        ))}
      </ul>
      <ShowMore shown={most} of={found.length} noun={noun} onMore={() => setMost(most + SHOWN)} />
      <More more={list.more} noun={noun} />
    </Section>
  );
}
