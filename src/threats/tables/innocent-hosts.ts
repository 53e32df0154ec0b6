import { longRegex } from "../code/long-regex.ts";

/** Hosts of this machine, of documentation (RFC 2606, RFC 6761), and of names that nothing fetches. */
export const INNOCENT_HOST = longRegex(
  "",
  String.raw`^(localhost|127(\.\d+){3}|0\.0\.0\.0|255\.255\.255\.255|\[::1?\]|(www\.)?example\.(com|`,
  String.raw`net|org|edu)|(www\.)?w3\.org|json-schema\.org|schemas\.(android|openxmlformats|xmlsoap|`,
  String.raw`microsoft)\.(com|org))$|\.(example|invalid|localhost|test|local)$|(^|\.)example\.(com|`,
  "net|org)$",
);
