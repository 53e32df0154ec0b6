import { options } from "preact";
import { useEffect, useState } from "preact/hooks";

/** True while the page is printed, so that it renders what is otherwise only rendered when it is opened. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const set = (value: boolean) => () => {
      // The browser takes the page as it is when its event ends.
      const { debounceRendering } = options;
      options.debounceRendering = (render) => render();
      setPrinting(value);
      options.debounceRendering = debounceRendering as NonNullable<typeof debounceRendering>;
    };
    const [before, after] = [set(true), set(false)];
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return isPrinting;
}
