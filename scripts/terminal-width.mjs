// Stands in for `string-width` in the bundles. That one prepares Unicode's tables of emoji when it is
// loaded, which takes 40 ms of every command; the texts that yargs lays out are the help texts, and those
// are without emoji and ideographs (a test shows it).
import { stripVTControlCharacters } from "node:util";

/** The columns that `text` takes in a terminal. */
export default function terminalWidth(text) {
  return [...stripVTControlCharacters(text)].length;
}
