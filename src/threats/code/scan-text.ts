import { findZones } from "./find-zones.ts";
import { kindPathOf } from "./kind-path.ts";
import type { ScannedText } from "./scanned-text.ts";

/** Returns a text that finders read; its zones are found when one asks for them. */
export function scannedText(path: string, text: string): ScannedText {
  let zones: ScannedText["zones"];
  let isKnown = false;
  const kindPath = kindPathOf(path, text);
  return {
    path,
    kindPath,
    text,
    get zones() {
      if (!isKnown) zones = findZones(kindPath, text);
      isKnown = true;
      return zones;
    },
  };
}
