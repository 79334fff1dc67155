/** One take, and one of the four programs killed at one of its eleven steps: nothing is lost, nothing is done twice. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callApi, textList } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { expect } from 'vitest';
import { brokenInvariants } from '../invariants/invariants.ts';
import { openGate, openKiller } from './kill-parts.ts';
import type { Killer, SignerGate, Victim } from './kill-parts.ts';
import { testWorld, until as untilWithin } from '../world.ts';

export const VICTIMS: readonly Victim[] = ['server', 'signer', 'postgres', 'bitcoind'];

/** The steps of docs/lifecycle.md, and the name the server gives them where it holds itself there. */
export const STEPS: readonly { readonly name: string; readonly hold?: string }[] = [
  { name: '1 asked', hold: 'asked' },
  { name: '2 built', hold: 'built' },
  { name: '3 signed half received', hold: 'received' },
  { name: '4 accepted', hold: 'accepted' },
  { name: '5 signer’s journal written' },
  { name: '6 signer’s half returned', hold: 'co-signed' },
  { name: '7 outbox committed', hold: 'outbox-committed' },
  { name: '8 sent', hold: 'sent' },
  { name: '9 seen' },
  { name: '10 confirmed' },
  { name: '11 ledger applied' },
];

/** From here on it is promised: it happens whatever dies. */
const COMMITTED = 7;
const TICK = 'kill';
const TIMEOUT_MS = 30_000;

const until = (holds: () => boolean | Promise<boolean>, what: string): Promise<void> =>
  untilWithin(holds, what, TIMEOUT_MS);

export interface Slaughter {
  /** Does one point; `step` counts from 1. */
  at(step: number, victim: Victim): Promise<void>;
  stop(): Promise<void>;
}

/** A world with so many lots for sale and as many buyers; kills in it come back. */
export async function openSlaughter(points: number): Promise<Slaughter> {
  const folder = mkdtempSync(join(tmpdir(), 'rialto-kills-'));
  const holdFile = join(folder, 'hold');
  writeFileSync(holdFile, '');
  const gate = await openGate(join(folder, 'gate.sock'));
  const world = await testWorld({
    serverSettings: { SIGNER_SOCKET: gate.path, FAULT_HOLD_FILE: holdFile, STALE_SUBMIT_SECONDS: '1' },
  });
  gate.to(world.exchange.signerSocket);
  const seller = world.trader('seller', 'p2tr');
  await world.token(
    TICK,
    Array.from({ length: points }, () => ({ who: seller, amount: '10' })),
  );
  await world.stockPads();
  await seller.login();
  const killer = openKiller(world);
  let serial = 0;
  return {
    at: async (step, victim) => {
      serial += 1;
      const point = await openPoint({ world, killer, gate, seller, holdFile, serial });
      await point.run(step, victim);
    },
    stop: async () => {
      await gate.stop();
      await killer.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface PointParts {
  readonly world: World;
  readonly killer: Killer;
  readonly gate: SignerGate;
  readonly seller: Trader;
  readonly holdFile: string;
  readonly serial: number;
}

async function openPoint(parts: PointParts): Promise<Point> {
  const { world, seller, serial } = parts;
  const buyer = world.trader(`buyer ${serial}`, serial % 2 === 0 ? 'p2tr' : 'p2wpkh');
  await world.fund(buyer, [120_000n, 120_000n]);
  await buyer.login();
  const price = 40_000n + BigInt(serial);
  const [lot] = await seller.lots(TICK);
  if (lot === undefined) throw new Error('the seller has no lot left');
  const orderId = await seller.ask(lot, TICK, price);
  // What the node has on its disk a power cut cannot take from it; what comes now, it can.
  await world.chain.node.rpc('gettxoutsetinfo', ['none']);
  return new Point(parts, { buyer, price, orderId });
}

/** What became of a request: the trade it was told of, or nothing. */
type Answer = { readonly state: string; readonly tradeId: string } | undefined;

class Point {
  private readonly parts: PointParts;
  private readonly sale: { readonly buyer: Trader; readonly price: bigint; readonly orderId: string };

  constructor(parts: PointParts, sale: Point['sale']) {
    this.parts = parts;
    this.sale = sale;
  }

  async run(step: number, victim: Victim): Promise<void> {
    const { world } = this.parts;
    const answer = await this.killedAt(step, victim);
    await world.exchange.ready();
    await this.settled(step >= COMMITTED || (answer !== undefined && answer.state !== 'void'));
    await this.soldOnce();
  }

  private async killedAt(step: number, victim: Victim): Promise<Answer> {
    const { world, killer } = this.parts;
    const hold = STEPS[step - 1]?.hold;
    if (hold !== undefined || step === 5) return this.killedHeld(hold, victim);
    const answer = await this.take();
    await until(() => this.stateIs('seen'), 'the trade is seen');
    if (step === 11) await world.mine();
    if (step === 10) {
      killer.freeze();
      await until(() => killer.frozen(), 'the server stands still');
      await world.chain.mine(1);
    }
    await killer.kill(victim);
    if (step === 10 && victim !== 'server') killer.thaw();
    await killer.revive(victim);
    return answer;
  }

  /** The take stands still at its step while one of the four dies; then the others go on without it. */
  private async killedHeld(hold: string | undefined, victim: Victim): Promise<Answer> {
    const { killer, gate, holdFile } = this.parts;
    if (hold === undefined) gate.hold();
    else writeFileSync(holdFile, hold);
    const going = this.take().catch(() => undefined);
    await until(
      () => (hold === undefined ? gate.holding() : killer.frozen()),
      `held at ${hold ?? 'the gate'}`,
    );
    writeFileSync(holdFile, '');
    await killer.kill(victim);
    if (hold === undefined) gate.open(victim === 'signer');
    else if (victim !== 'server') killer.thaw();
    const answer = await Promise.race([going, sleep(TIMEOUT_MS).then(() => undefined)]);
    await killer.revive(victim);
    return answer;
  }

  private async take(): Promise<Answer> {
    const { buyer, orderId } = this.sale;
    return buyer.submit(await buyer.prepare([orderId], 3));
  }

  private trades() {
    const { buyer } = this.sale;
    return callApi(this.parts.world.origin, 'myTrades', {
      params: { book: 'brc20', address: buyer.address },
      query: { net: 'regtest' },
      headers: buyer.headers(),
    });
  }

  private order() {
    const { orderId } = this.sale;
    const query = { net: 'regtest' } as const;
    return callApi(this.parts.world.origin, 'order', { params: { book: 'brc20', orderId }, query });
  }

  private async stateIs(...states: readonly string[]): Promise<boolean> {
    return (await this.trades()).results.some((trade) => states.includes(trade.state));
  }

  private async waits(): Promise<boolean> {
    const waiting = textList(await this.parts.world.chain.node.rpc('getrawmempool'));
    return (await this.trades()).results.some(({ txId }) => waiting.includes(txId));
  }

  /** What was promised goes on by itself; what was not is given back, and can be bought again. */
  private async settled(promised: boolean): Promise<void> {
    const onItsWay = () => this.stateIs('seen', 'confirmed');
    const free = async () => {
      const { state, pending } = await this.order();
      return !promised && state === 'open' && !pending;
    };
    await until(async () => (await onItsWay()) || (await free()), promised ? 'it goes on' : 'it is decided');
    if (await onItsWay()) return;
    await until(async () => {
      await this.take();
      return true;
    }, 'it can be bought again');
    await until(onItsWay, 'the second attempt is seen');
  }

  private async soldOnce(): Promise<void> {
    const { world, seller } = this.parts;
    const { buyer, price, orderId } = this.sale;
    const isDone = async () => (await this.order()).state === 'done';
    // A node that died forgot what waited: it is sent again within seconds.
    await until(async () => (await isDone()) || (await this.waits()), 'the node has it');
    if (!(await isDone())) await world.mine();
    await until(isDone, 'the order is done');
    const { results } = await this.trades();
    expect(results.filter((trade) => trade.state !== 'void')).toMatchObject([{ state: 'confirmed' }]);
    expect(await this.order()).toMatchObject({ orderId, buyerAddress: buyer.address });
    const tokens = await callApi(world.origin, 'tokenBalance', {
      params: { book: 'brc20', address: buyer.address, tick: TICK },
      query: { net: 'regtest' },
    });
    expect(tokens.availableBalance).toBe('10');
    const paid = await callApi(world.origin, 'btcCoins', {
      query: { address: seller.address, net: 'regtest', unconfirmed: '1' },
    });
    expect(paid.filter((coin) => coin.satoshis === price.toString())).toHaveLength(1);
    expect(await brokenInvariants(world)).toEqual([]);
  }
}
