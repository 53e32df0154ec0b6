/**
 * DEL and C1, and what turns the direction of text, breaks a line or is not seen; the last ones are tags, of two units.
 * Global: only for `replace` and `matchAll`.
 */
export const HIDDEN_CHARACTERS =
  /[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
