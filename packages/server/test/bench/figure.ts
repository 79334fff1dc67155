/** One figure of a bench, printed as one JSON object on a line. */

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: string;
  readonly ok: boolean;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export function print(figure: Figure): void {
  process.stdout.write(`${JSON.stringify({ ...figure, value: rounded(figure.value) })}\n`);
}

/** The value below which that share of the samples is. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Milliseconds of one act. */
export async function timed(act: () => unknown): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}
