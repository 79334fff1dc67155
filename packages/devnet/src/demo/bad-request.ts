/** The caller's mistake, as opposed to ours: the message describes it. */
export class BadRequest extends Error {}

/** The same was asked for a moment ago. */
export class TooSoon extends BadRequest {}
