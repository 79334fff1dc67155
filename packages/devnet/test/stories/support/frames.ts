/** How smoothly a page runs, by the browser's own frame timing. */
import type { Page } from 'playwright-core';

export interface Smoothness {
  /** Frames the browser drew. */
  readonly frames: number;
  /** Frames it should have drawn at the same time and did not. */
  readonly dropped: number;
  /** The longest pause between two frames. */
  readonly worstMs: number;
  /** Tasks that held the page for more than 50 ms, in ms each. */
  readonly longTasks: readonly number[];
  /** What the page's own thread took of the processor meanwhile, whoever else was on the machine. */
  readonly cpuMs: number;
}

/** What this machine's browser draws when nothing hinders it. */
const FRAME_MS = 1_000 / 60;

/** Watches the page for so long. */
export async function watchFrames(page: Page, ms: number): Promise<Smoothness> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  const before = await taken();
  const seen = await framesOf(page, ms);
  const cpuMs = Math.round((await taken()) - before);
  await session.detach();
  return { ...seen, cpuMs };
}

function framesOf(page: Page, ms: number): Promise<Omit<Smoothness, 'cpuMs'>> {
  return page.evaluate(
    ({ lasting, frameMs }) =>
      new Promise<Omit<Smoothness, 'cpuMs'>>((resolve) => {
        const longTasks: number[] = [];
        const deltas: number[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
        });
        // Only what happens from now on: the opening of the page is another matter.
        observer.observe({ type: 'longtask', buffered: false });
        let before: number | undefined;
        const started = performance.now();
        const look = (now: number): void => {
          if (before !== undefined) deltas.push(now - before);
          before = now;
          if (now - started < lasting) requestAnimationFrame(look);
          else
            // The observer speaks a little later than the task.
            setTimeout(() => {
              observer.disconnect();
              resolve({
                frames: deltas.length,
                dropped: deltas.reduce((sum, delta) => sum + Math.max(0, Math.round(delta / frameMs) - 1), 0),
                worstMs: Math.round(Math.max(0, ...deltas)),
                longTasks,
              });
            }, 200);
        };
        requestAnimationFrame(look);
      }),
    { lasting: ms, frameMs: FRAME_MS },
  );
}
