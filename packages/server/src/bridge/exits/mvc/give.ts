/** An exit on MVC: tokens of the stock and settled inlet coins, a check, and what is needed of SPACE; the signer signs, the contracts get what they ask for (bridge §5). */
import type { BridgeGiveRequest } from '@rialto/contract';
import { unitOf } from '@rialto/market';
import { checkOfBridgeTransfer, writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { bytesToHex, invariant } from '@rialto/protocols';
import { ownAmong } from '../../../store/bridge/deposit-store.ts';
import { namedCoins } from '../../../store/bridge/exit-store.ts';
import type { NewExit } from '../../../store/bridge/exit-store.ts';
import { tokenCoins } from '../../../store/bridge/mvc-coin-store.ts';
import type { FreeToken } from '../../../store/bridge/mvc-coin-store.ts';
import { settledAmong } from '../../../store/bridge/reserve-store.ts';
import type { BridgeContext } from '../../context.ts';
import { askedOf } from '../exit-of.ts';
import type { Before, Exit } from '../exit-of.ts';
import { pickCoins } from '../pick-coins.ts';
import { allPointsNow, coinName } from './coin-names.ts';
import { completed, requestOf } from './complete.ts';
import { restCoinsOf } from './rest-coins.ts';
import { spaceFor } from './space-for.ts';

const MOST_COINS = 20;

/** @throws Refusal bridge-short, insufficient-funds (SPACE of the fee wallet), as the signer; coin-unknown, node-down, mvc-closed */
export async function giveExit(context: BridgeContext, exit: Exit, before?: Before): Promise<NewExit> {
  const { mvc, custody } = context;
  const { known, deposit, kind } = exit;
  const named = await namedCoins(context.store.db);
  const { tokens, restCoins } = await tokensFor(context, exit, named, before);
  const points = await allPointsNow(context, tokens);
  const request = await requestOf(context, exit, points, restCoins);
  const check = checkOfBridgeTransfer(request);
  const { space, fees } = await spaceFor(context, known, { check, named, before, tokens: request.tokens });
  const give: BridgeGiveRequest = {
    ...{ ...askedOf(exit), tokens: points, space: space.map(({ outpoint }) => outpoint), restCoins },
    checkScript: bytesToHex(await mvc.contracts.checkScript(check)),
    ...{ checkFee: fees.check.toString(), fee: fees.transfer.toString() },
  };
  const { core, out, ...signed } = await custody.give(give);
  const made = await completed(context, exit, give, signed);
  invariant(made.transfer.core === core, 'the transfer is the one that was signed');
  const tip = await mvc.ledger.tip();
  return {
    ...{ id: core, txid: made.transfer.txid, deposit: deposit.name, asset: known.asset.id, chain: 'mvc' },
    ...{ kind, inputs: [...tokens], fees: space.map(coinName), out: BigInt(out) },
    sinceHeight: tip?.height ?? 0,
    ...{ raw: hexOf(made.transfer), checkRaw: hexOf(made.check), checkCore: made.check.core, feeRate: 0 },
  };
}

const hexOf = (tx: MvcTransaction): string => bytesToHex(writeMvcTransaction(tx));

/** Names of the coins that hold what leaves, and into how many coins their rest goes. */
async function tokensFor(
  { store }: BridgeContext,
  { known, deposit, kind, out }: Exit,
  named: ReadonlySet<string>,
  before: Before | undefined,
): Promise<{ readonly tokens: readonly string[]; readonly restCoins: 1 | 2 }> {
  if (kind === 'refund') return { tokens: before?.inputs ?? [nameOf(deposit)], restCoins: 1 };
  const { db } = store;
  const { asset, keys } = known;
  const all = await tokenCoins(db, [keys.stockHash, keys.inletHash], asset.token);
  const [own, settled] = await Promise.all([ownAmong(db, asset.id), settledAmong(db, asset.id)]);
  const isOurs = ({ name }: FreeToken): boolean => own.has(name) || settled.has(name);
  const free = all.filter((coin) => isOurs(coin) && !named.has(nameOf(coin)));
  const unit = unitOf(asset);
  const [needed, largest] = [out / unit, asset.maximum / unit];
  const picked =
    before === undefined
      ? pickCoins(free, { holds: ({ units }) => units, needed, most: MOST_COINS })
      : all.filter((coin) => before.inputs.includes(nameOf(coin)));
  const rest = picked.reduce((sum, { units }) => sum + units, 0n) - needed;
  const others = free.filter((coin) => !picked.includes(coin));
  return {
    tokens: before?.inputs ?? picked.map(nameOf),
    restCoins: restCoinsOf(rest, { others, largest }),
  };
}

/** Without its chain. */
const nameOf = ({ name }: { readonly name: string }): string => name.slice('mvc:'.length);
