import { useEffect, useState } from "preact/hooks";

/** A button that copies a text, and says that it has. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button type="button" class="small" onClick={() => copy(text).then(setCopied)}>
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </button>
  );
}

/** Copies a text. Some browsers have no clipboard for files that are opened from the disk. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "offscreen";
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied;
}
