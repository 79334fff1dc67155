/** What people pay in: sats and tokens, with an id or without, and what they rather do with the same coins. */
import type { WireBridgeTerms } from '@rialto/contract';
import { bridgeBackingId } from '@rialto/market';
import type { BridgeDirection } from '@rialto/market';
import { TOKEN_OUTPUT_SATS, bodyOfInputs, coinOf, nameMvcTransaction, withHolder } from '@rialto/mvc';
import type { MvcCoin, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, concatBytes, hexToBytes, outpoint, sats, spentPoint } from '@rialto/protocols';
import type { Outpoint, Transaction, TxOutput } from '@rialto/protocols';
import { ALICE, ALICE_MVC, BOB, MALLORY, btcScript, idOf, mvcScript } from '../orders.ts';
import type { Order } from '../orders.ts';
import { btcTransaction } from './base.ts';
import type { ChainTx, ModelChain } from './chain.ts';
import { tokenOn } from './nodes.ts';
import type { Random } from './random.ts';
import type { Side } from './rules.ts';
import type { Paid, World } from './world.ts';

export function orderOf(random: Random, side: Side, more: Partial<WireBridgeTerms> = {}): Order {
  const direction: BridgeDirection = side === 'btc' ? 'mint' : 'redeem';
  const [receiver, refund] =
    side === 'btc' ? [mvcScript(ALICE_MVC), btcScript(BOB)] : [btcScript(ALICE), mvcScript(ALICE_MVC)];
  const nonce = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
  const terms: WireBridgeTerms = {
    ...{ net: 'regtest', direction, asset: 'btc', amount: 'any', least: '1', receiver, refund },
    ...{ nonce, expires: 100_000, ...more },
  };
  return { terms, id: idOf(terms) };
}

/** Coins of somebody that nothing waiting spends, in blocks. */
function free(
  chain: Pick<ModelChain<ChainTx>, 'coins' | 'waiting'>,
  of: (script: Uint8Array) => boolean,
): Outpoint[] {
  const taken = new Set(chain.waiting.flatMap(({ inputs }) => inputs.map(spentPoint)));
  const found = [...chain.coins.values()].filter(
    ({ outpoint: point, script }) => !taken.has(point) && of(script),
  );
  return found.map(({ outpoint: point }) => point);
}

const same = (script: Uint8Array) => (one: Uint8Array) => bytesToHex(one) === bytesToHex(script);

const splitOf = (point: Outpoint) => ({
  txid: point.slice(0, 64) as Transaction['txid'],
  vout: Number(point.slice(65)),
});

const MONEY = 4_000_000n;

interface Wish {
  readonly amount: bigint;
  readonly order?: Order | undefined;
  readonly isHidden?: boolean;
  readonly isMixed?: boolean;
  /** Several people pay together. */
  readonly together?: boolean;
}

/** Sats to the locked script, in the mempool; undefined where nobody has money left. */
export function paySats(
  world: World,
  { amount, order, isHidden = false, isMixed = false, together = false }: Wish,
): Paid | undefined {
  const { chain } = world.btc;
  const worth = (script: Uint8Array) =>
    free(chain, same(script)).filter((point) => (chain.coins.get(point)?.value ?? 0n) > MONEY);
  const points = [worth(ALICE.script)[0], together ? worth(BOB.script)[0] : undefined].flatMap(
    (one) => one ?? [],
  );
  if (points.length < (together ? 2 : 1)) return undefined;
  const held = points.reduce((sum, point) => sum + (chain.coins.get(point)?.value ?? 0n), 0n);
  const message = order === undefined ? [] : [{ value: sats(0n), script: hexToBytes(`6a10${order.id}`) }];
  const tx = sendSats(world, points, [
    { value: sats(amount), script: world.keys.locked.script.script },
    ...message,
    { value: sats(held - amount - 1_000n), script: ALICE.script },
  ]);
  if (isMixed) world.btc.mixed.add(outpoint(tx.txid, 0));
  const paid: Paid = {
    ...{ name: `btc:${tx.txid}:0`, side: 'btc', of: tx.txid, vout: 0, amount, order, isHidden, isMixed },
    sender: together ? undefined : btcScript(ALICE),
  };
  world.paid.set(paid.name, paid);
  return paid;
}

function sendSats({ btc }: World, points: readonly Outpoint[], outputs: readonly TxOutput[]): Transaction {
  const { raw, tx } = btcTransaction(points.map(splitOf), outputs);
  btc.raws.set(tx.txid, raw);
  btc.chain.send(tx);
  return tx;
}

/** The operator puts sats in. */
export function backSats(world: World, amount: bigint): void {
  const [point] = free(world.btc.chain, same(BOB.script));
  if (point === undefined) throw new Error('the operator has no money left');
  const held = world.btc.chain.coins.get(point)?.value ?? 0n;
  const { txid } = sendSats(
    world,
    [point],
    [
      { value: sats(amount), script: world.keys.locked.script.script },
      { value: sats(0n), script: hexToBytes(`6a10${bridgeBackingId('btc')}`) },
      { value: sats(held - amount - 1_000n), script: BOB.script },
    ],
  );
  world.backing.add(txid);
}

export function mvcCoinAt({ mvc }: World, point: Outpoint): MvcCoin {
  const { txid, vout } = splitOf(point);
  const tx = mvc.seen.get(txid);
  if (tx === undefined) throw new Error(`no coin ${point}`);
  return coinOf(tx, vout);
}

export const tokensOf = (world: World, hash: Uint8Array): Outpoint[] =>
  free(world.mvc, (script) => tokenOn(script)?.holder === bytesToHex(hash));

/** OP_FALSE, OP_RETURN, the digits as text. */
const messageOf = (id: string): TxOutput => ({
  value: sats(0n),
  script: Uint8Array.from([0x00, 0x6a, 0x20, ...new TextEncoder().encode(id)]),
});

/** Tokens to the inlet, or to the stock by mistake; undefined where Alice has too few. */
export function payTokens(
  world: World,
  { amount, order, isHidden = false, to = 'inlet' }: Wish & { readonly to?: 'inlet' | 'stock' },
): Paid | undefined {
  const coins: MvcCoin[] = [];
  let held = 0n;
  for (const point of tokensOf(world, ALICE_MVC.hash)) {
    if (held >= amount) break;
    const coin = mvcCoinAt(world, point);
    coins.push(coin);
    held += tokenOn(coin.script)?.amount ?? 0n;
  }
  const [space] = free(world.mvc, same(ALICE_MVC.script));
  const [first] = coins;
  if (held < amount || space === undefined || first === undefined) return undefined;
  const paying = mvcCoinAt(world, space);
  const token = (hash: Uint8Array, units: bigint): TxOutput => ({
    value: TOKEN_OUTPUT_SATS,
    script: withHolder(first.script, hash, units),
  });
  const tx = nameMvcTransaction(
    bodyOfInputs(
      [...coins, paying],
      [
        token(world.keys[to].hash, amount),
        ...(held > amount ? [token(ALICE_MVC.hash, held - amount)] : []),
        ...(order === undefined ? [] : [messageOf(order.id)]),
        { value: sats(paying.value - 10_000n), script: ALICE_MVC.script },
      ],
    ),
  );
  world.mvc.send(tx);
  const paid: Paid = {
    ...{
      name: `mvc:${tx.core}:0`,
      side: 'mvc',
      of: tx.core,
      vout: 0,
      amount,
      order,
      isHidden,
      isMixed: false,
    },
    sender: mvcScript(ALICE_MVC),
  };
  world.paid.set(paid.name, paid);
  return paid;
}

/** The same coins to Mallory, or home: whoever paid in would rather have them. */
export function takenBack(world: World, { side, of }: Paid): Transaction | MvcTransaction | undefined {
  if (side === 'btc') {
    const tx = world.btc.chain.one(of);
    const points = tx?.inputs.map(spentPoint) ?? [];
    const { raw, tx: other } = btcTransaction(points.map(splitOf), [
      { value: sats(MONEY), script: MALLORY.script },
    ]);
    world.btc.raws.set(other.txid, raw);
    return other;
  }
  const tx = world.mvc.one(of);
  const coins = tx?.inputs.map((input) => mvcCoinAt(world, spentPoint(input))) ?? [];
  const home = coins.map(({ value, script }) => ({ value, script }));
  return nameMvcTransaction({ ...bodyOfInputs(coins, home), locktime: 1 });
}

/** The same transaction under another id, as a miner of MVC can make it. */
export function twinOf(tx: MvcTransaction): MvcTransaction {
  const [input, ...others] = tx.inputs;
  if (input === undefined) return tx;
  const scriptSig = concatBytes(Uint8Array.of(0x51), input.scriptSig);
  return nameMvcTransaction({ ...tx, inputs: [{ ...input, scriptSig }, ...others] });
}
