import { counted, numberText } from "./words.ts";

/** How many entries of a list pass its filters. */
export function ShownCount(props: {
  readonly shown: number;
  readonly of: number;
  readonly noun: string;
}) {
  const { shown, of, noun } = props;
  return (
    <p class="status" role="status">
      {shown === of ? counted(of, noun) : `${numberText(shown)} of ${counted(of, noun)}`}
    </p>
  );
}
