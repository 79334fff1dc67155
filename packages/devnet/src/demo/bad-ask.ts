/** The caller's mistake, as opposed to ours: it is told in the message. */
export class BadAsk extends Error {}

/** The same was asked for a moment ago. */
export class TooSoon extends BadAsk {}
