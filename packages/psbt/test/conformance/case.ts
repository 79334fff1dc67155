/** What a runner of public cases is, as the command reads it; the same as for the formats of `protocols`. */

export type Check =
  | { readonly name: string; readonly run: () => { readonly ours: unknown; readonly expected: unknown } }
  | { readonly name: string; readonly skipped: string };

export interface Format {
  readonly name: string;
  readonly fits: (file: { readonly text: string; readonly json: unknown }) => boolean;
  readonly checks: (file: { readonly text: string; readonly json: unknown }) => Iterable<Check>;
}

/** Leaves a case out; it is looked at whole, so that nothing of it counts as overlooked. */
export function leftOut(name: string, skipped: string, looked: unknown): Check {
  JSON.stringify(looked);
  return { name, skipped };
}
