/** Whole, valid asks for the signer, made as the server makes them: on a real node, from the take the server has prepared. */
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { coinFromWire, planFromWire, planToWire } from '@rialto/contract';
import type { CosignRequest, WireCoin, WireTakePlan } from '@rialto/contract';
import { openWorld } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { openBitcoind, openLedger, openPool, openVerifier } from '@rialto/ground';
import type { BitcoindChain, Ledger } from '@rialto/ground';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { acceptTake, buildTake, finishTake, lockOf } from '@rialto/psbt';
import type { TakePlan, Verifier, Witnesses } from '@rialto/psbt';
import { JournalLine } from '../src/journal/journal-line.ts';
import type { PadLine } from '../src/journal/journal-line.ts';

const TICK = 'sign';
const root = resolve(import.meta.dirname, '../../..');

interface Take {
  id: string;
  plan: WireTakePlan<WireCoin>;
  unsigned: string;
}

/** An ask with what a test needs to build its like. */
export interface ValidAsk {
  readonly ask: CosignRequest;
  readonly plan: TakePlan;
  readonly halves: Witnesses;
}

export type Answer =
  { ok: true; data: Record<string, unknown> } | { ok: false; code: string; detail?: string };

export interface SignerWorld {
  readonly world: World;
  readonly chain: BitcoindChain;
  readonly ledger: Ledger;
  readonly verifier: Verifier;
  /** Where the signer keeps its things. */
  readonly directory: string;
  readonly seller: Trader;
  order(price?: bigint): Promise<string>;
  valid(buyer: Trader, orderIds: readonly string[], feeRate?: number): Promise<ValidAsk>;
  ask(request: unknown): Promise<Answer>;
  cosign(trade: unknown): Promise<Answer>;
  journal(): PadLine[];
  /** The pads of the journal that were signed for, each with the takes it was signed for. */
  digests(): Map<string, Set<string>>;
  stop(): Promise<void>;
}

export function askSocket(path: string, request: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let text = '';
    socket.setTimeout(20_000, () => socket.destroy(new Error('the signer does not answer')));
    socket.on('error', reject);
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    socket.on('close', () => {
      if (text === '') reject(new Error('the signer hung up'));
      else resolve(JSON.parse(text) as Answer);
    });
  });
}

export async function openSignerWorld(lots: number): Promise<SignerWorld> {
  const world = await openWorld({ bundles: join(root, 'dist') });
  const seller = world.trader('seller', 'p2tr');
  await world.token(
    TICK,
    Array.from({ length: lots }, () => ({ who: seller, amount: '1000' })),
  );
  await world.stockPads();
  await seller.login();
  const { rpcUrl, cookieFile } = world.chain;
  const chain = openBitcoind({ url: rpcUrl, cookieFile });
  const quiet = { onError: () => undefined };
  const owner = openPool({ url: world.database.ownerUrl, most: 2, ...quiet });
  const reader = openPool({ url: world.database.signerUrl, most: 2, ...quiet });
  const directory = join(world.directory, 'exchange', 'signer');
  const ask = (request: unknown): Promise<Answer> => askSocket(world.exchange.signerSocket, request);
  const journal = (): PadLine[] => {
    const path = join(directory, 'journal.jsonl');
    if (!existsSync(path)) return [];
    const whole = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    const lines = whole.map((line) => JournalLine.parse(JSON.parse(line)));
    return lines.filter((line) => 'spends' in line);
  };
  const valid: SignerWorld['valid'] = async (buyer, orderIds, feeRate = 2) => {
    const prepared = await buyer.prepare(orderIds, feeRate);
    const { rows } = await owner.query<Take>('select id, plan, unsigned from takes where id = $1', [
      prepared.takeId,
    ]);
    const witnesses = await owner.query<{ id: string; witness: string[] }>(
      'select order_id as id, witness from asks where order_id = any($1)',
      [orderIds],
    );
    const witnessOf = new Map(witnesses.rows.map((row) => [row.id, row.witness]));
    const [take] = rows;
    if (take === undefined) throw new Error('the take is not there');
    const plan = planFromWire(take.plan, coinFromWire, lockOf);
    if (!plan.pad.platform) throw new Error('this take needs no pad of the platform');
    const halves = acceptTake(plan, hexToBytes(buyer.sign(prepared.psbtRaw, prepared.toSignInputs)));
    const sellerWitnesses = orderIds.map((id) => witnessOf.get(id) ?? []);
    return { plan, halves, ask: askOf(plan, { tradeId: take.id, sellerWitnesses, halves }) };
  };
  return {
    world,
    chain,
    ledger: openLedger(reader),
    verifier: await openVerifier(),
    directory,
    seller,
    order: async (price = 60_000n) => {
      const [lot] = await seller.lots(TICK);
      if (lot === undefined) throw new Error('the seller has no lot left');
      return seller.ask(lot, TICK, price);
    },
    valid,
    ask,
    cosign: (trade) => ask({ op: 'cosign', trade }),
    journal,
    digests: () => {
      const found = new Map<string, Set<string>>();
      for (const line of journal())
        for (const pad of line.spends) found.set(pad, (found.get(pad) ?? new Set()).add(line.txid));
      return found;
    },
    stop: async () => {
      chain.close();
      await owner.end();
      await reader.end();
      await world.stop();
    },
  };
}

/** The request for a plan whose other halves are signed, as the server makes it. */
export function askOf(
  plan: TakePlan,
  given: { tradeId: string; sellerWitnesses: readonly string[][]; halves: Witnesses },
): CosignRequest {
  return {
    tradeId: given.tradeId,
    unsigned: bytesToHex(buildTake(plan).unsigned),
    plan: planToWire(plan, (coin) => coin.outpoint),
    sellerWitnesses: [...given.sellerWitnesses],
    buyerWitnesses: given.halves.map((half) => half?.map(bytesToHex) ?? null),
  };
}

/** The final transaction, once the signer has given its half. */
export function finalOf({ plan, halves, ask }: ValidAsk, padWitness: readonly string[]): Uint8Array {
  const sellers = ask.sellerWitnesses.map((witness) => witness.map(hexToBytes));
  return finishTake(plan, { buyer: halves, sellers, padWitness: padWitness.map(hexToBytes) }).raw;
}
