/** The longest that a timer of Node can wait; milliseconds. A timer that gets more fires at once. */
export const LONGEST_WAIT = 2 ** 31 - 1;
