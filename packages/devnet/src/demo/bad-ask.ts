/** The caller's mistake, as opposed to ours: it is told in the message. */
export class BadAsk extends Error {}
