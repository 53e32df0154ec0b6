import { countWhile } from "../../shared/lists/count-while.ts";

/** The entities that hide the beginning of a URL or of a call, and those that stand for their signs. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  bsol: "\\",
  colon: ":",
  commat: "@",
  lpar: "(",
  NewLine: "\n",
  period: ".",
  quot: '"',
  rpar: ")",
  sol: "/",
  Tab: "\t",
};

const ENTITY = new RegExp(
  `&(?:#0{0,9}(\\d{1,7});?|#x0{0,9}([\\da-f]{1,6});?|(${Object.keys(NAMED).join("|")});)`,
  "gi",
);

/** A text with its entities read, and the way back to the offsets in the text as it is written. */
export interface DecodedText {
  readonly text: string;
  placeOf(at: number): number;
}

/** Reads the entities of HTML: those that are numbers, and names of signs. */
export function decodeEntities(written: string): DecodedText {
  const longer: (readonly [at: number, written: number])[] = [];
  let shift = 0;
  const text = written.replace(ENTITY, (entity, decimal, hex, name, at: number) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
    const character = NAMED[name] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : entity);
    shift += entity.length - character.length;
    longer.push([at + entity.length - shift, shift]);
    return character;
  });
  return {
    text,
    placeOf: (at) => at + (longer[countWhile(longer, ([from]) => from <= at) - 1]?.[1] ?? 0),
  };
}
