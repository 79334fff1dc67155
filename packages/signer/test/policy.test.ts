/** What the signer signs and what it refuses, on a real node: mutants, open signatures, the journal first. */
import type { Trader } from '@rialto/devnet';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cosign } from '../src/cosign/cosign.ts';
import type { CosignParts } from '../src/cosign/cosign.ts';
import { realDisk } from '../src/journal/line-file.ts';
import type { Disk } from '../src/journal/line-file.ts';
import type { SignerWorld, ValidAsk } from './asks.ts';
import { FEES, HUGE, codeOf, coinOf, inProcess, openMarket } from './market.ts';
import { FIELDS, mutantsOf } from './mutants.ts';
import type { Others } from './mutants.ts';

let s: SignerWorld;
let buyer: Trader;
let taproot: Trader;
let orders: readonly string[];

beforeAll(async () => {
  ({ s, buyer, taproot, orders } = await openMarket(2));
});

afterAll(() => s.stop());

const at = (index: number): string => orders[index] ?? '';

describe('mutants of a valid ask', () => {
  it.each([
    ['two lots, a P2WPKH buyer', () => buyer, 2, 1],
    ['one lot, a P2TR buyer', () => taproot, 1, 2],
  ])(
    '%s: 1,000 mutants, none is signed, the process lives and the ask itself is good',
    async (_name, who, count, seed) => {
      const valid = await s.valid(who(), orders.slice(0, count));
      const before = s.journal().length;
      const pid = s.world.exchange.signer.pid();
      const mutants = mutantsOf(valid, await others(valid), { count: 1000, seed });
      const codes = new Map<string, number>();
      const signed: unknown[] = [];
      const internal: unknown[] = [];
      const ofBytes = new Set<string>();
      const queue = mutants.values();
      const worker = async (): Promise<void> => {
        for (const mutant of queue) {
          const answer = await s.cosign(mutant.request);
          if (answer.ok) signed.push(mutant);
          if (codeOf(answer) === 'internal') internal.push(mutant.field);
          if (mutant.field === 'unsigned') ofBytes.add(codeOf(answer));
          codes.set(codeOf(answer), (codes.get(codeOf(answer)) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: 6 }, worker));
      expect(signed).toEqual([]);
      expect(internal).toEqual([]);
      expect(ofBytes).toEqual(new Set(['psbt-changed']));
      expect(new Set(mutants.map((mutant) => mutant.field)).size).toBe(FIELDS.length);
      expect(mutants.filter((mutant) => mutant.consistent).length).toBeGreaterThan(150);
      expect(codes.size).toBeGreaterThan(8);
      expect(s.journal()).toHaveLength(before);
      expect(s.world.exchange.signer.pid()).toBe(pid);
      expect(s.world.exchange.signer.starts()).toBe(1);
      // The mutants failed for what was changed in them: the ask they come from is good.
      const parts = inProcess(s);
      expect(await cosign(parts, valid.ask, () => false)).toHaveLength(1);
    },
  );
});

async function others(valid: ValidAsk): Promise<Others> {
  const pads = s.journal().flatMap((line) => line.makes);
  const lots = await s.seller.lots('sign');
  const coins = [valid.plan.pad.coin, ...valid.plan.lots.map((lot) => lot.coin), ...valid.plan.payments];
  const known = new Map<string, Coin>(
    [...coins, ...lots.map((lot) => lot.coin)].map((coin) => [coin.outpoint, coin]),
  );
  for (const point of pads.slice(0, 5)) known.set(point, { ...valid.plan.pad.coin, outpoint: point });
  const traders = [buyer, taproot, s.seller];
  return {
    points: [...known.keys()] as Outpoint[],
    scripts: [
      ...traders.map(({ script }) => bytesToHex(script)),
      bytesToHex(valid.plan.pad.coin.script),
      '6a0141',
      '51',
    ],
    keys: traders.map(({ publicKey }) => bytesToHex(publicKey)),
    coins: known,
  };
}

describe('signatures that leave something open', () => {
  it('ALL|ANYONECANPAY of a buyer is refused although it is valid', async () => {
    const prepared = await s.valid(buyer, [at(0)]);
    const { secp256k1 } = await import('@noble/curves/secp256k1.js');
    const { Transaction } = await import('@scure/btc-signer');
    const tx = Transaction.fromRaw(hexToBytes(prepared.ask.unsigned), { allowUnknownOutputs: true });
    const index = prepared.ask.plan.lots.length + 1;
    const coin = coinOf(prepared);
    const code = Uint8Array.from([0x76, 0xa9, 0x14, ...coin.script.subarray(2), 0x88, 0xac]);
    const digest = tx.preimageWitnessV0(index, code, 0x81, coin.value);
    const signature = secp256k1.sign(digest, buyer.key, { prehash: false, format: 'der' });
    const witness = [`${bytesToHex(signature)}81`, bytesToHex(buyer.publicKey)];
    const buyerWitnesses = prepared.ask.buyerWitnesses.map((one, input) => (input === index ? witness : one));
    expect(codeOf(await s.cosign({ ...prepared.ask, buyerWitnesses }))).toBe('sighash-not-allowed');
  });
});

describe('the journal comes first', () => {
  it('when the line cannot be written, no signature is given, and the pad stays free', async () => {
    const valid = await s.valid(buyer, [at(0)]);
    for (const broken of ['write', 'sync'] as const) {
      let fails = true;
      const fail = (): never => {
        throw new Error('EIO');
      };
      const disk: Disk = {
        ...realDisk,
        ...(broken === 'write'
          ? { write: (to, bytes) => (fails ? fail() : realDisk.write(to, bytes)) }
          : { sync: (to) => (fails ? fail() : realDisk.sync(to)) }),
      };
      const parts = inProcess(s, { disk });
      await expect(cosign(parts, valid.ask, () => false)).rejects.toThrow('trading-stopped');
      expect(parts.journal.recall.signedFor(valid.ask.plan.pad.coin)).toEqual([]);
      fails = false;
      const next = cosign(parts, valid.ask, () => false);
      if (broken === 'write') expect(await next).toHaveLength(1);
      else await expect(next).rejects.toThrow('trading-stopped');
    }
  });

  it('the disk has the line before the signature is there', async () => {
    const valid = await s.valid(buyer, [at(0)]);
    const events: string[] = [];
    const sync: Disk['sync'] = (to) => {
      realDisk.sync(to);
      events.push('on the disk');
    };
    const parts = inProcess(s, { disk: { ...realDisk, sync } });
    const secret = parts.key.secret;
    const key = {
      ...parts.key,
      get secret() {
        events.push('key used');
        return secret;
      },
    };
    await cosign({ ...parts, key }, valid.ask, () => false);
    expect(events).toEqual(['on the disk', 'key used']);
  });

  it('nothing is signed for an asker who has hung up, beyond a limit, or after a stop', async () => {
    const valid = await s.valid(buyer, [at(0)]);
    const refused = async (more: Partial<CosignParts>, gone = false): Promise<void> => {
      const parts = inProcess(s, more);
      const size = parts.journal.recall.size;
      await expect(cosign(parts, valid.ask, () => gone)).rejects.toThrow(
        /signer-refused|limit-reached|trading-stopped/,
      );
      expect(parts.journal.recall.size).toBe(size);
    };
    await refused({}, true);
    await refused({ limits: { ...HUGE, signatures: 1 } });
    await refused({ limits: { ...HUGE, stake: 599n } });
    await refused({ stopped: () => true });
    let asked = 0;
    await refused({ stopped: () => (asked += 1) > 1 });
    for (const tighter of [{ lowestRate: 3 }, { highestRate: 1 }, { highestFee: 100n }]) {
      const parts = inProcess(s);
      const world = { ...parts.world, fees: { ...FEES, ...tighter } };
      await expect(cosign({ ...parts, world }, valid.ask, () => false)).rejects.toThrow(/fee-too/);
    }
  });
});
