import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Bounded } from "../../../model/page/page-part.ts";
import { hasWords } from "../../view/search.ts";
import { More, Section } from "../pieces/text.tsx";
import { numberText } from "../pieces/words.ts";

/** So many stand there at once; the others on demand. */
const SHOWN = 200;

/** One of the lists of differences, as far as it has the words of the search; nothing if it has none. */
export function ComparedList<Item extends object>(props: {
  readonly title: string;
  readonly list: Bounded<Item>;
  readonly search: string;
  readonly textOf: (item: Item) => string;
  readonly children: (item: Item) => ComponentChildren;
}) {
  const { title, list, search, textOf, children } = props;
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
      {found.length > most && (
        <button type="button" class="wide" onClick={() => setMost(most + SHOWN)}>
          Show more of {numberText(found.length)}
        </button>
      )}
      <More more={list.more} noun="entry" />
    </Section>
  );
}
