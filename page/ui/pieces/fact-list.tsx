import { Text } from "./text.tsx";

/** Names with their values, one below the other. */
export function FactList(props: { readonly facts: readonly (readonly [string, string])[] }) {
  return (
    <dl class="facts">
      {props.facts.map(([name, value]) => (
        <div key={name}>
          <dt>
            <Text>{name}</Text>
          </dt>
          <dd>
            <Text>{value}</Text>
          </dd>
        </div>
      ))}
    </dl>
  );
}
