/** Many clients that watch one token's feed, and when each of them read of an order. Run in a process of its own when there are many. */
import { fork } from 'node:child_process';
import { Agent, get } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** When each client read of an order, in ms of this machine's one clock. */
type Readings = Readonly<Record<string, readonly number[]>>;

interface Watching {
  /** What was read so far. */
  readings(): Promise<Readings>;
  close(): Promise<void>;
}

export type Watch = (url: string, clients: number) => Promise<Watching>;

/** One clock for all processes of the machine. */
export const machineMs = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

const ORDER = /^event: order[\s\S]*?"orderId":"([0-9a-f]{64})"/;

/** Resolves when every client has its first message. */
export const watchHere: Watch = async (url, clients) => {
  const agent = new Agent({ maxSockets: Infinity });
  const read = new Map<string, number[]>();
  const requests: ClientRequest[] = [];
  const opened = Array.from({ length: clients }, () => {
    const request = get(url, { agent });
    requests.push(request);
    return new Promise<void>((resolve, reject) => {
      request.once('error', reject);
      request.once('response', (response) => {
        follow(response, read);
        response.once('data', () => {
          resolve();
        });
      });
    });
  });
  await Promise.all(opened);
  return {
    readings: () => Promise.resolve(Object.fromEntries(read)),
    close: () => {
      for (const request of requests) request.on('error', () => undefined).destroy();
      agent.destroy();
      return Promise.resolve();
    },
  };
};

function follow(response: IncomingMessage, read: Map<string, number[]>): void {
  let text = '';
  response.on('error', () => undefined);
  response.on('data', (part: Buffer) => {
    const at = machineMs();
    const frames = (text + part.toString('latin1')).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const id = ORDER.exec(frame)?.[1];
      if (id === undefined) continue;
      const times = read.get(id) ?? [];
      read.set(id, times);
      times.push(at);
    }
  });
}

/** The word that makes this program watch, told what to do by its parent. */
export const WATCH = 'orders-watch';

/** In this very program, started again. */
export const watchInChild: Watch = (url, clients) => {
  const child = fork(process.argv[1] ?? '', [WATCH, url, `${clients}`], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const next = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', () => {
        reject(new Error('the watchers ended'));
      });
    });
  return next().then(() => ({
    readings: async () => {
      child.send('readings');
      return (await next()) as Readings;
    },
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          resolve();
        });
        child.disconnect();
      }),
  }));
};

/** What a started watcher does, until its parent is gone. */
export async function runWatch([url = '', clients = '']: readonly string[]): Promise<void> {
  const watching = await watchHere(url, Number.parseInt(clients, 10));
  const gone = new Promise<void>((resolve) => process.once('disconnect', resolve));
  process.on('message', () => void watching.readings().then((readings) => process.send?.(readings)));
  process.send?.('watching');
  await gone;
  await watching.close();
}
