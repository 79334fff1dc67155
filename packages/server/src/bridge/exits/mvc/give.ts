/** An exit on MVC: tokens of the stock and settled inlet coins, a check, and what is needed of SPACE; the signer signs, the contracts get what they ask for (bridge §5). */
import type { BridgeGiveRequest } from '@rialto/contract';
import { unitOf } from '@rialto/market';
import {
  TOKEN_OUTPUT_SATS,
  bridgeTransferFees,
  bridgeTransferNeeds,
  checkOfBridgeTransfer,
  keyHashOf,
  planBridgeTransferOver,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { BridgeTransferRequest, MvcSignature, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { coinAt, readOurs, transactionsOf } from '../../mvc/swaps/plan-act.ts';
import { wholeSwap } from '../../mvc/swaps/whole-swap.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { tokenCoins } from '../../store/bridge/coin-store.ts';
import type { FreeToken } from '../../store/bridge/coin-store.ts';
import { ownAmong } from '../../store/bridge/deposit-store.ts';
import { namedCoins } from '../../store/bridge/exit-store.ts';
import type { NewExit } from '../../store/bridge/exit-store.ts';
import { settledAmong } from '../../store/bridge/reserve-store.ts';
import type { BridgeContext } from '../context.ts';
import { askedOf, pickCoins, pointOf } from './exit-of.ts';
import type { Exit } from './exit-of.ts';
import type { Before } from './pay.ts';

const MOST_COINS = 20;
/** While there are fewer inventory coins, what is left of one is made two: one coin is one mint in a block. */
const ENOUGH_COINS = 12;

/** @throws Refusal bridge-short, insufficient-funds (SPACE of the fee wallet), as the signer; coin-unknown, node-down, mvc-closed */
export async function giveExit(context: BridgeContext, exit: Exit, before?: Before): Promise<NewExit> {
  const { mvc, custody } = context;
  const { known, deposit, kind } = exit;
  const named = await namedCoins(context.store.db);
  const { tokens, inventory } = await tokensFor(context, exit, named, before);
  const restCoins = kind === 'payout' && inventory < ENOUGH_COINS ? 2 : 1;
  const request = await requestOf(context, exit, tokens, restCoins);
  const check = checkOfBridgeTransfer(request);
  const { space, fees } = await spaceFor(context, known, { check, named, before, tokens: request.tokens });
  const give: BridgeGiveRequest = {
    ...{ ...askedOf(exit), tokens: points(tokens), space: points(space), restCoins },
    checkScript: bytesToHex(await mvc.contracts.checkScript(check)),
    ...{ checkFee: fees.check.toString(), fee: fees.transfer.toString() },
  };
  const { core, out, ...signed } = await custody.give(give);
  const made = await completed(context, exit, give, signed);
  invariant(made.transfer.core === core, 'the transfer is the one that was signed');
  const tip = await mvc.ledger.tip();
  return {
    ...{ id: core, txid: made.transfer.txid, deposit: deposit.name, asset: known.asset.id, chain: 'mvc' },
    ...{ kind, inputs: [...tokens], fees: [...space], out: BigInt(out), sinceHeight: tip?.height ?? 0 },
    ...{ raw: hexOf(made.transfer), checkRaw: hexOf(made.check), checkCore: made.check.core, feeRate: 0 },
  };
}

const points = (of: readonly string[]): Outpoint[] => of.map((point) => point as Outpoint);

const hexOf = (tx: MvcTransaction): string => bytesToHex(writeMvcTransaction(tx));

async function tokensFor(
  { store }: BridgeContext,
  { known, deposit, kind, out }: Exit,
  named: ReadonlySet<string>,
  before: Before | undefined,
): Promise<{ readonly tokens: readonly string[]; readonly inventory: number }> {
  const { db } = store;
  const { asset, keys } = known;
  const all = await tokenCoins(db, [keys.stockHash, keys.inletHash], asset.token);
  const [own, settled] = await Promise.all([ownAmong(db, asset.id), settledAmong(db, asset.id)]);
  const isOurs = ({ name }: FreeToken): boolean => own.has(name) || settled.has(name);
  const free = all.filter((coin) => isOurs(coin) && !named.has(coin.outpoint));
  if (before !== undefined) return { tokens: before.inputs, inventory: free.length };
  if (kind === 'refund') return { tokens: [pointOf(deposit)], inventory: free.length };
  const needed = out / unitOf(asset);
  const picked = pickCoins(free, { holds: ({ units }) => units, needed, most: MOST_COINS });
  return { tokens: picked.map((coin) => coin.outpoint), inventory: free.length };
}

async function requestOf(
  context: BridgeContext,
  { known, receiver, out, id }: Pick<Exit, 'known' | 'receiver' | 'out' | 'id'>,
  tokens: readonly string[],
  restCoins: 1 | 2,
): Promise<Omit<BridgeTransferRequest, 'feeCoins'>> {
  const { asset, keys } = known;
  const transactions = await transactionsOf(context.mvc, points(tokens));
  const holder = keyHashOf(hexToBytes(receiver));
  invariant(holder !== undefined, 'a receiver on MVC is the hash of a key');
  return {
    token: { codehash: asset.token.codehash, genesis: asset.token.genesis },
    ...{ stock: hexToBytes(keys.stockHash), inlet: hexToBytes(keys.inletHash) },
    fees: hexToBytes(keys.feeHash),
    tokens: tokens.map((point) => coinAt(transactions, point as Outpoint)),
    ...{ receiver: holder, units: out / unitOf(asset), restCoins, id, tokenSats: TOKEN_OUTPUT_SATS },
  };
}

interface Spending {
  readonly check: ReturnType<typeof checkOfBridgeTransfer>;
  readonly named: ReadonlySet<string>;
  readonly before: Before | undefined;
  readonly tokens: BridgeTransferRequest['tokens'];
}

const MOST_LOOKED_AT = 200;

/** The fewest coins of SPACE that pay for both transactions. */
async function spaceFor(
  { mvc }: BridgeContext,
  { keys }: KnownAsset,
  { check, named, before, tokens }: Spending,
) {
  const again = new Set(before?.fees ?? []);
  const all = await mvc.ledger.spaceOf(hexToBytes(keys.feeHash), MOST_LOOKED_AT);
  const free = all.filter(
    ({ outpoint, height }) => height !== undefined && (again.has(outpoint) || !named.has(outpoint)),
  );
  const held = tokens.reduce((sum, { value }) => sum + value, 0n);
  const space: string[] = [];
  let sum = 0n;
  for (const { outpoint, value } of free) {
    space.push(outpoint);
    sum += value;
    const fees = bridgeTransferFees(check, space.length, mvc.settings.feeRate);
    if (sum >= bridgeTransferNeeds(fees, check, held)) return { space, fees };
    if (space.length === MOST_COINS) break;
  }
  throw new Refusal('insufficient-funds', `the fee wallet of the bridge has ${sum} sat of SPACE free`);
}

type Signed = Pick<Awaited<ReturnType<BridgeContext['custody']['give']>>, 'check' | 'signed'>;

/** Both transactions as they go out, from what the signer has signed. */
export async function completed(
  context: BridgeContext,
  exit: Exit,
  give: BridgeGiveRequest,
  { check: checkRaw, signed }: Signed,
): Promise<{ readonly check: MvcTransaction; readonly transfer: MvcTransaction }> {
  const { mvc } = context;
  const check = readOurs(hexToBytes(checkRaw));
  const request = await requestOf(context, exit, give.tokens, give.restCoins);
  const plan = planBridgeTransferOver(request, check, BigInt(give.fee));
  const signatures = new Map(
    signed.map(({ index, signature, publicKey }): [number, MvcSignature] => [
      index,
      { signature: hexToBytes(signature), publicKey: hexToBytes(publicKey) },
    ]),
  );
  const transactions = await transactionsOf(mvc, points(give.tokens));
  const transfer = await wholeSwap(mvc, { plan, check, known: transactions }, signatures);
  return { check, transfer };
}
