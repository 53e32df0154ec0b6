/** So many of the newest runs stay, whatever their size: they can be undone. */
export const NEWEST_KEPT = 10;
