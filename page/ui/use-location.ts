import { useCallback, useEffect, useState } from "preact/hooks";
import { formatLocation, type PageLocation, parseLocation } from "../view/location.ts";

/** Goes to another place of the page. With `replace`, the way back leads past this one. */
export type Go = (change: Partial<PageLocation>, how?: "replace") => void;

/** The place that the page shows, which is the end of its address, and the way to another one. */
export function useLocation(): readonly [PageLocation, Go] {
  const [hash, setHash] = useState(() => window.location.hash);
  useEffect(() => {
    const readHash = () => setHash(window.location.hash);
    window.addEventListener("hashchange", readHash);
    window.addEventListener("popstate", readHash);
    return () => {
      window.removeEventListener("hashchange", readHash);
      window.removeEventListener("popstate", readHash);
    };
  }, []);
  const go = useCallback<Go>((change, how) => {
    const next = formatLocation({ ...parseLocation(window.location.hash), ...change });
    if (how === "replace") window.history.replaceState(null, "", next);
    else window.history.pushState(null, "", next);
    setHash(next);
  }, []);
  return [parseLocation(hash), go];
}
