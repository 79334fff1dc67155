/** An exit on Bitcoin: coins that are ours and in blocks, signed by the signer, which plans it itself (bridge §5). */
import { MOST_LOCKED_COINS } from '@rialto/contract';
import type { BridgePayRequest, SignerAnswer } from '@rialto/contract';
import { originAsset } from '@rialto/market';
import { DUST_FLOOR, hexToBytes } from '@rialto/protocols';
import type { AssetId, Outpoint } from '@rialto/protocols';
import { bridgePayoutVsize } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { ownAmong } from '../../store/bridge/deposit-store.ts';
import { namedCoins } from '../../store/bridge/exit-store.ts';
import type { NewExit } from '../../store/bridge/exit-store.ts';
import { lockedCoins, settledAmong } from '../../store/bridge/reserve-store.ts';
import type { ReserveCoin } from '../../store/bridge/reserve-coin.ts';
import type { BridgeContext } from '../context.ts';
import { askedOf, pointOf } from './exit-of.ts';
import type { Before, Exit } from './exit-of.ts';
import { envelopesOf } from '../../store/bridge/envelope-store.ts';
import { isReady, lotStates } from './prepared/lot-states.ts';
import { minedEnvelope } from './prepared/mined-envelopes.ts';
import { feeCoinsFor } from './fee-coins.ts';
import type { FeeCoin } from './fee-coins.ts';
import { pickCoins, withSmallCoins } from './pick-coins.ts';
import { heldBy } from './wait-of.ts';

/** Small coins go along while it costs no more than this part of the most: the rate may rise until a block has it. */
const CHEAP_PART = 4n;

/**
 * @throws Refusal bridge-short, bridge-deposit-waits (the coin of its message), bridge-fees-high, insufficient-funds (the fee wallet), as the signer
 */
export async function payExit(context: BridgeContext, exit: Exit, before?: Before): Promise<NewExit> {
  const { custody, chain } = context;
  const { known, deposit } = exit;
  const spending = { before, named: await namedCoins(context.store.db) };
  const envelope = await envelopeFor(context, exit);
  const rate = (await context.plans()).avg;
  const costOf = costsAt(exit, rate);
  const { picked, along } = await lockedFor(context, exit, spending);
  const paying = await feesFor(context, exit, {
    ...spending,
    costOf: (feeCoins) => costOf(picked.length, feeCoins),
  });
  const held = paying.reduce((sum, { value }) => sum + value, 0n) - besideFee(exit);
  const isCheap = (count: number): boolean => {
    const cost = costOf(count, paying.length);
    return cost <= held && cost * CHEAP_PART <= known.asset.mostPayoutFee;
  };
  let most = picked.length;
  // What one of several signers does not take another has written down by then, and no build goes without it any more.
  const isShared = known.keys.signers !== undefined;
  while (!isShared && most < MOST_LOCKED_COINS && isCheap(most + 1)) most += 1;
  const fees = paying.map(({ outpoint }) => outpoint);
  const pay = { ...askedOf(exit), fees, feeRateSatVb: rate, ...(envelope === undefined ? {} : { envelope }) };
  const { locked, raw, txid, out } = await signed(custody, pay, [along(most), picked]);
  const { height } = await chain.tip();
  return {
    ...{ id: txid, txid, deposit: deposit.name, asset: known.asset.id, chain: 'btc', kind: exit.kind },
    ...{ raw, inputs: [...locked], fees, feeRate: rate, out: BigInt(out), sinceHeight: height },
  };
}

/** With small coins, else without: one that the signer does not take, or that makes it too dear, holds up no payout. */
async function signed(
  custody: BridgeContext['custody'],
  pay: Omit<BridgePayRequest, 'locked'>,
  [all, picked]: readonly [readonly string[], readonly string[]],
): Promise<SignerAnswer<'bridgePay'> & { readonly locked: readonly string[] }> {
  try {
    return { ...(await custody.pay({ ...pay, locked: points(all) })), locked: all };
  } catch (error) {
    if (all.length === picked.length || ['asset', 'rule'].includes(heldBy(error).by)) throw error;
    return { ...(await custody.pay({ ...pay, locked: points(picked) })), locked: picked };
  }
}

const points = (of: readonly string[]): Outpoint[] => of.map((point) => point as Outpoint);

/** MRC-20 is paid out by a message of its own; it goes back natively. */
const hasMessage = ({ known: { asset }, kind }: Exit): boolean =>
  asset.origin.network === 'MRC20' && kind === 'payout';

/** @throws Refusal bridge-deposit-waits while no block has it */
async function envelopeFor(context: BridgeContext, exit: Exit): Promise<Outpoint | undefined> {
  if (!hasMessage(exit)) return undefined;
  const rows = await envelopesOf(context.store.db, [exit.deposit.name]);
  const mined = await minedEnvelope(context, rows);
  if (mined === undefined) throw new Refusal('bridge-deposit-waits', 'no block has the coin of its message');
  return mined;
}

const paysOf = ({ known: { asset } }: Exit): 'sats' | AssetId => originAsset(asset.origin);

/** Sat for the miners, by how many coins of each kind are spent. */
function costsAt(exit: Exit, rate: number): (locked: number, fees: number) => bigint {
  const [pays, receiver] = [paysOf(exit), hexToBytes(exit.receiver)];
  const signers = exit.known.keys.signers?.length ?? 1;
  const enveloped = hasMessage(exit);
  return (lockedCoins, feeCoins) =>
    BigInt(
      Math.ceil(bridgePayoutVsize({ pays, receiver, lockedCoins, feeCoins, signers, enveloped }) * rate),
    );
}

/** What fee coins hold beside the fee: their change, and what is lent under the token that leaves and, at most, under what stays. */
const besideFee = (exit: Exit): bigint => (paysOf(exit) === 'sats' ? DUST_FLOOR : 3n * DUST_FLOOR);

interface Spending {
  readonly named: ReadonlySet<string>;
  readonly before: Before | undefined;
}

interface Locked {
  readonly picked: readonly string[];
  /** The same and small ones, so many in all. */
  readonly along: (most: number) => readonly string[];
}

const theseAlone = (picked: readonly string[]): Locked => ({ picked, along: () => picked });

/** Ours, in blocks, named by no other exit; of a refund the deposit itself. */
async function lockedFor(context: BridgeContext, exit: Exit, { named, before }: Spending): Promise<Locked> {
  const { store } = context;
  const { known, deposit, kind, out } = exit;
  if (before !== undefined) return theseAlone(before.inputs);
  if (known.asset.origin.network === 'BRC20') return theseAlone([await lotFor(context, exit, named)]);
  if (kind === 'refund') return theseAlone([pointOf(deposit)]);
  const { db } = store;
  const { asset } = known;
  const [all, own, settled] = await Promise.all([
    lockedCoins(db, known),
    ownAmong(db, asset.id),
    settledAmong(db, asset.id),
  ]);
  const isToken = asset.origin.network !== 'BTC';
  const holds = (coin: ReserveCoin): bigint => (isToken ? coin.units : coin.value);
  const isOurs = ({ name, pure }: ReserveCoin): boolean => pure && (own.has(name) || settled.has(name));
  const free = all.filter((coin) => isOurs(coin) && !named.has(coin.outpoint) && holds(coin) > 0n);
  const fits = (left: bigint): boolean => isToken || left === 0n || left >= DUST_FLOOR;
  const picking = { holds, needed: out, fits };
  const picked = pickCoins(free, { ...picking, most: MOST_LOCKED_COINS });
  const namesOf = (coins: readonly ReserveCoin[]): string[] => coins.map(({ outpoint }) => outpoint);
  return {
    picked: namesOf(picked),
    along: (most) => namesOf(withSmallCoins(picked, free, { ...picking, most })),
  };
}

/** The lot that was made for it. @throws Refusal bridge-deposit-waits while it is not three blocks deep */
async function lotFor(
  context: BridgeContext,
  { known, deposit, out }: Exit,
  named: ReadonlySet<string>,
): Promise<Outpoint> {
  const rows = await envelopesOf(context.store.db, [deposit.name]);
  const lots = (await lotStates(context, known, rows)).filter(isReady);
  const lot = lots.find(({ row, point }) => row.out === out && !named.has(point));
  if (lot === undefined) throw new Refusal('bridge-deposit-waits', 'its lot is not three blocks deep');
  return lot.point;
}

/** @throws Refusal bridge-fees-high, as `feeCoinsFor` */
async function feesFor(
  context: BridgeContext,
  exit: Exit,
  { costOf, ...spending }: Spending & { readonly costOf: (feeCoins: number) => bigint },
): Promise<readonly FeeCoin[]> {
  const { mostPayoutFee } = exit.known.asset;
  const requireCheap = (feeCoins: number): void => {
    const cost = costOf(feeCoins);
    if (cost > mostPayoutFee) throw new Refusal('bridge-fees-high', `${cost} sat`);
  };
  requireCheap(1);
  const needOf = (feeCoins: number): bigint => costOf(feeCoins) + besideFee(exit);
  const fees = await feeCoinsFor(context, exit, { ...spending, needOf });
  requireCheap(fees.length);
  return fees;
}
