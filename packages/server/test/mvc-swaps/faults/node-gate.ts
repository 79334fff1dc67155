/** A door between the server and its node of MVC, which can be gone, be slow, or pass on the first transactions of a batch and no more. */
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface NodeGate {
  /** What the server is told of. */
  readonly url: string;
  /** Where the node is; known once it runs. */
  to(url: string): void;
  /** Nobody is there. */
  gone(): void;
  /** Every answer takes so long. */
  slow(ms: number): void;
  /** Of the next batch that is sent only so many are passed on; neither it nor any later call is answered. */
  cut(count: number): void;
  /** As a node should be. What was not answered never is. */
  open(): void;
  /** How many calls met the fault since it began. */
  met(): number;
  stop(): Promise<void>;
}

type Fault =
  | { readonly kind: 'none' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'cut off' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'cut'; readonly count: number };

interface Call {
  readonly method?: string;
  readonly params?: readonly unknown[];
}

export async function openNodeGate(): Promise<NodeGate> {
  let target = '';
  let fault: Fault = { kind: 'none' };
  let met = 0;
  const unanswered = new Set<ServerResponse>();
  const begin = (next: Fault): void => {
    fault = next;
    met = 0;
  };

  const pass = async (body: string, response: ServerResponse): Promise<void> => {
    const answer = await fetch(target, { method: 'POST', body });
    response.setHeader('content-type', 'application/json');
    response.end(await answer.text());
  };
  const cut = async (call: Call, count: number): Promise<void> => {
    const [offered] = call.params ?? [];
    if (!Array.isArray(offered)) throw new Error('a batch is sent');
    const some: readonly unknown[] = offered.slice(0, count);
    await fetch(target, { method: 'POST', body: JSON.stringify({ ...call, params: [some] }) });
    fault = { kind: 'cut off' };
    met = 1;
  };
  const answer = async (body: string, response: ServerResponse): Promise<void> => {
    if (target === '') return void response.destroy();
    if (fault.kind === 'none') return pass(body, response);
    const call = JSON.parse(body) as Call;
    if (fault.kind === 'cut') {
      if (call.method !== 'sendrawtransactions') return pass(body, response);
      unanswered.add(response);
      return cut(call, fault.count);
    }
    met += 1;
    if (fault.kind === 'gone') return void response.destroy();
    if (fault.kind === 'slow') await sleep(fault.ms);
    else return void unanswered.add(response);
    return pass(body, response);
  };

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      answer(Buffer.concat(parts).toString('utf8'), response).catch(() => response.destroy());
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    to: (url) => {
      target = url;
    },
    gone: () => {
      begin({ kind: 'gone' });
    },
    slow: (ms) => {
      begin({ kind: 'slow', ms });
    },
    cut: (count) => {
      begin({ kind: 'cut', count });
    },
    open: () => {
      begin({ kind: 'none' });
      for (const response of unanswered) response.destroy();
      unanswered.clear();
    },
    met: () => met,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
