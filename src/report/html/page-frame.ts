import { createHash } from "node:crypto";
import { terminalLine } from "../terminal-text.ts";
import type { PageFiles } from "./page-files.ts";

/** Returns the beginning of the page. `title` becomes text. */
export function pageStart({ script, styles }: PageFiles, title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="sluice">
<meta http-equiv="Content-Security-Policy" content="${securityPolicy({ script, styles })}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Sluice: ${escapedText(terminalLine(title))}</title>
<style>${styles}</style>
</head>
<body>
<div id="page"><noscript>This report needs JavaScript, which it brings along.</noscript></div>
`;
}

/** Returns the end of the page: its script comes after the data. */
export function pageEnd({ script }: PageFiles): string {
  return `<script>${script}</script>\n</body>\n</html>\n`;
}

/** Only the page's own script and styles count, by their hashes, and nothing is loaded or sent. */
function securityPolicy({ script, styles }: PageFiles): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(styles)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function escapedText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
