/** The four programs of an exchange that a test can kill and have back: server, signer, PostgreSQL and bitcoind. */
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { padAddress, startNode } from '@rialto/devnet';
import type { Part, RunningNode, World } from '@rialto/devnet';
import { startPostgres } from '@rialto/postgres';
import type { Postgres } from '@rialto/postgres';

export type Victim = 'server' | 'signer' | 'postgres' | 'bitcoind';

export interface Killer {
  /** As a power cut. Throws unless the process that ran is gone. */
  kill(victim: Victim): Promise<void>;
  /** Brings back what nobody else starts again, and waits for a new process; for a signer until it answers. */
  revive(victim: Victim): Promise<void>;
  /** Makes the server stand still from outside, and go on. */
  freeze(): void;
  thaw(): void;
  frozen(): boolean;
  stop(): Promise<void>;
}

const TIMEOUT_MS = 20_000;

/** The letter for what a process does; undefined when there is none. `T` stands still, `Z` is dead and not yet collected. */
function stateOf(pid: number | undefined): string | undefined {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid ?? 0}/stat`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

const isGone = (pid: number | undefined): boolean => [undefined, 'Z'].includes(stateOf(pid));

export function openKiller(world: World): Killer {
  const { exchange, chain, database } = world;
  let node: Pick<RunningNode, 'kill' | 'stop' | 'pid'> = chain.node;
  let postgres: Pick<Postgres, 'kill' | 'stop' | 'pid'> = database.postgres;
  const pidOf = (victim: Victim): number | undefined => {
    if (victim === 'postgres') return postgres.pid;
    return victim === 'bitcoind' ? node.pid : exchange[victim].pid();
  };
  const killed = new Map<Victim, number | undefined>();
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
    process.kill(exchange.server.pid() ?? 0, name);
  };
  return {
    kill: async (victim) => {
      const pid = pidOf(victim);
      if (isGone(pid)) throw new Error(`the ${victim} was not running`);
      killed.set(victim, pid);
      if (victim === 'postgres') await postgres.kill();
      else if (victim === 'bitcoind') await node.kill();
      else await endAndBegin(exchange[victim], pid);
      if (!isGone(pid)) throw new Error(`the ${victim} was not killed`);
    },
    revive: async (victim) => {
      if (victim === 'postgres') postgres = await postgresAgain(database.postgres);
      if (victim === 'bitcoind') node = await nodeAgain(world);
      const until = Date.now() + TIMEOUT_MS;
      while (pidOf(victim) === killed.get(victim) || isGone(pidOf(victim))) {
        if (Date.now() > until) throw new Error(`the ${victim} did not come back`);
        await sleep(20);
      }
      if (victim === 'signer') await padAddress(exchange.signerSocket);
    },
    freeze: () => {
      signal('SIGSTOP');
    },
    thaw: () => {
      signal('SIGCONT');
    },
    frozen: () => stateOf(exchange.server.pid()) === 'T',
    stop: async () => {
      await world.stop();
      await node.stop();
      await postgres.stop();
    },
  };
}

/** Backends of a killed server may outlive it for a moment; PostgreSQL does not start beside them. */
async function postgresAgain(before: Postgres): Promise<Postgres> {
  const until = Date.now() + TIMEOUT_MS;
  for (;;)
    try {
      return await startPostgres({ dataDir: dirname(before.logFile), port: before.port });
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(100);
    }
}

const nodeAgain = (world: World): Promise<RunningNode> =>
  startNode({ dataDir: join(world.directory, 'node'), port: world.chain.node.port });

/** Begun again at once: what watches over the programs gives one up that dies as often as a test kills it. */
async function endAndBegin(part: Part, pid: number | undefined): Promise<void> {
  process.kill(pid ?? 0, 'SIGKILL');
  await part.restart();
}

/** What the server asks the signer for, by its name on the socket. */
export type SignerOp =
  | 'cosign'
  | 'admit'
  | 'fill'
  | 'cancel'
  | 'sell'
  | 'move'
  | 'poolSign'
  | 'mvcCheck'
  | 'mvcSwap'
  | 'rewardClaim'
  | 'bridgePay'
  | 'bridgeGive';

export interface SignerGate {
  /** The socket the server is told of. */
  readonly path: string;
  /** Where the signer listens; known once it runs. */
  to(path: string): void;
  /** The next answer to such a request, a purchase's unless another is named, is held back on its way to the server. */
  hold(op?: SignerOp): void;
  /** True while one is held: the signer has written its journal, the server knows of nothing. */
  holding(): boolean;
  /** Such requests never come to the signer from now on: the server finds nobody there. @param about what they contain; undefined lets all through */
  cut(op: SignerOp, about: string | undefined): void;
  /** True once one was. */
  hasCut(): boolean;
  /** Lets it go on, or lose it as the signer's death before its answer would. */
  open(lost: boolean): void;
  stop(): Promise<void>;
}

/** A door between server and signer, which can hold an answer back. */
export async function openGate(path: string): Promise<SignerGate> {
  let target = '';
  let armed: SignerOp | undefined;
  let doomed: { readonly op: SignerOp; readonly about: string } | undefined;
  let isCut = false;
  let release: ((lost: boolean) => void) | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    return socket.on('close', () => sockets.delete(socket));
  };
  const gate = createServer((server) => {
    keep(server);
    if (target === '') return void server.destroy();
    const signer = keep(connect(target));
    let asked = '';
    let answer = '';
    server.on('data', (part: Buffer) => {
      asked += part.toString('utf8');
      if (doomed !== undefined && asked.includes(`"op":"${doomed.op}"`) && asked.includes(doomed.about)) {
        isCut = true;
        signer.destroy();
        return void server.destroy();
      }
      signer.write(part);
    });
    server.on('close', () => signer.end());
    signer.on('data', (part: Buffer) => {
      answer += part.toString('utf8');
      if (!answer.endsWith('\n')) return;
      if (armed === undefined || !asked.includes(`"op":"${armed}"`)) return void server.end(answer);
      armed = undefined;
      release = (lost) => {
        release = undefined;
        if (lost) server.destroy();
        else server.end(answer);
      };
    });
    signer.on('close', () => {
      if (release === undefined && !answer.endsWith('\n')) server.destroy();
    });
  });
  await new Promise<void>((done) => gate.listen(path, done));
  return {
    path,
    to: (socket) => {
      target = socket;
    },
    hold: (op = 'cosign') => {
      armed = op;
    },
    holding: () => release !== undefined,
    cut: (op, about) => {
      [doomed, isCut] = [about === undefined ? undefined : { op, about }, false];
    },
    hasCut: () => isCut,
    open: (lost) => {
      armed = undefined;
      release?.(lost);
    },
    stop: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        gate.close(() => {
          done();
        });
      }),
  };
}
