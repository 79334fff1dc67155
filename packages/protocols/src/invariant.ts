/** The third kind of error, beside a Flaw (a value) and a Refusal (of the exchange): what must hold, and when it does not it is our bug. */

/** Our own bug: says what should have held. Shown to the operator, never to a user. */
export function invariant(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`invariant: ${what}`);
}
