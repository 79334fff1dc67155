/** An act that ended without the exchange's word. */

/** `late`: its time ended while the line was lost, `expired`: while it was there. `unsure`: only one's orders tell what came of it. */
type Why = 'dropped' | 'late' | 'expired' | 'unsure';

/** Its owner dropped it, its time ended before it could be handed in, or the exchange does not say. */
export class NotHandedIn extends Error {
  readonly why: Why;
  readonly mayHaveArrived: boolean;
  constructor(why: Why, mayHaveArrived: boolean) {
    super(why);
    this.name = 'NotHandedIn';
    this.why = why;
    this.mayHaveArrived = mayHaveArrived;
  }
}
