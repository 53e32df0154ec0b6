import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { FLEET_FOLDERS, isResultFile } from "../../apply/state/fleet-folder.ts";
import { readBeginning } from "../../files/read-beginning.ts";
import { shown } from "../../shared/shown.ts";
import { LEDGER_FILE } from "./read-ledger.ts";

/** The names that a state has before its first round begins. */
const OWN = /^(plans|results|lock(\.[0-9a-f]{32}.*)?|queue-id(\.new)?|ledger\.jsonl\.new)$/;

/** How a ledger begins, whatever the order of the first fields. */
const BEGINNING = /^[0-9a-f]{8} \{.{0,120}"kind":"round"/;

/**
 * Returns why a folder cannot be the state of a fleet, as a sentence: it, one of the folders `above` it or a part of it
 * is a link or no folder. One that a caller names must also be new, empty, or known by its ledger: a round removes
 * files.
 */
export async function findStateFault(
  folder: string,
  { above, isNamed }: { readonly above: readonly string[]; readonly isNamed: boolean },
): Promise<string | undefined> {
  const parts = Object.values(FLEET_FOLDERS).map((name) => join(folder, name));
  for (const path of [...above, folder, ...parts]) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory()) continue;
    const what = stats.isSymbolicLink() ? "a link" : "not a folder";
    return `${path} is ${what}: the state of a fleet needs a folder of its own. Remove it.`;
  }
  const ledger = join(folder, LEDGER_FILE);
  const stats = lstatSync(ledger, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile())
    return `${ledger} is not a file: no ledger can be there. Remove it.`;
  if (!isNamed) return undefined;
  if (stats !== undefined && BEGINNING.test(await readBeginning(ledger))) return undefined;
  const foreign = foreignIn(folder);
  if (foreign === undefined) return undefined;
  return `${folder} is no state of a fleet: it has ${foreign}. Name a new or an empty folder with --state.`;
}

/** Returns the first thing in a folder that no fleet has made. */
function foreignIn(folder: string): string | undefined {
  const name = namesIn(folder).find((each) => !OWN.test(each));
  if (name !== undefined) return shown(name);
  for (const part of Object.values(FLEET_FOLDERS)) {
    const file = namesIn(join(folder, part)).find((each) => !isResultFile(each));
    if (file !== undefined) return shown(`${part}/${file}`);
  }
  return undefined;
}

function namesIn(folder: string): readonly string[] {
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder);
}
