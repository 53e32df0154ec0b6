import { useState } from "preact/hooks";
import type { FleetShareTotal } from "../../../src/model/fleet/fleet-report.ts";
import type { Bounded } from "../../../src/model/page/page-part.ts";
import { ShowMore } from "../pieces/show-more.tsx";
import { Table } from "../pieces/table.tsx";
import { More, Section, Text } from "../pieces/text.tsx";
import { numberText } from "../pieces/words.ts";

/** So many stand there at once; the others on demand. */
const SHOWN = 20;

/** The sums of rules or owners over all repositories; nothing without any. */
export function FleetTotalsTable(props: {
  readonly title: string;
  readonly of: string;
  readonly list: Bounded<FleetShareTotal>;
}) {
  const { title, of, list } = props;
  const { items, more } = list;
  const [most, setMost] = useState(SHOWN);
  if (items.length === 0) return null;
  const columns = [
    { title: of },
    { title: "Repositories", isNumber: true },
    { title: "Files", isNumber: true },
    { title: "Replacements", isNumber: true },
  ];
  return (
    <Section title={title} count={items.length + more}>
      <Table
        columns={columns}
        items={items.slice(0, most)}
        cells={({ name, repositories, files, replacements }) => [
          <Text key="name">{name}</Text>,
          ...[repositories, files, replacements].map(numberText),
        ]}
      />
      <ShowMore
        shown={most}
        of={items.length}
        noun="row"
        onMore={() => setMost(most + 10 * SHOWN)}
      />
      <More more={more} noun="row" />
    </Section>
  );
}
