/**
 * A redeem from what is asked for to what is paid: the bridge's address is checked before the wallet opens, and what the wallet made, unsent, before
 * it is handed in. The wallet chooses the coins itself; it takes three of SPACE and twenty of a token at most.
 */
import { BRIDGE_CALLS_OF } from '@rialto/contract';
import type { AnswerOf } from '@rialto/contract';
import { formatBtc } from '@rialto/market';
import { hexToBytes, isFlaw } from '@rialto/protocols';
import { TOKEN_OUTPUT_SATS, readMvcTransaction, verifyBridgePayment } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { digitsOf, unitOfView } from '../../data/bridge/bridge-assets.ts';
import { call } from '../../data/calls/client.ts';
import { dropTerms } from '../../terms-store.ts';
import { WalletError } from '../../wallets/wallet.ts';
import type { TokenTransferred, Wallet } from '../../wallets/wallet.ts';
import { walletById } from '../../wallets/wallets.ts';
import { t } from '../../words.ts';
import { bytesIn, orInWords, userKeyOf } from '../mvc/checked-mvc.ts';
import { untilAnswered } from '../mvc/hand-in-mvc.ts';
import { differences } from './agreed.ts';
import { mayAskAgain } from './asked-again.ts';
import { MOST_TOKEN_COINS, tooManyCoins } from './wallet-limits.ts';
import type { RedeemIntent } from './bridge-intent.ts';
import { makeTerms } from './bridge-terms.ts';
import type { MadeTerms } from './bridge-terms.ts';
import { readyToPay } from './ready-to-pay.ts';

export type CreatedRedeem = AnswerOf<'bridgeRedeemBtc'>;

export interface RedeemToPay {
  readonly intent: RedeemIntent;
  readonly made: MadeTerms;
  readonly created: CreatedRedeem;
  /** Why it must not be paid, in words. */
  readonly mismatches: readonly string[];
}

/** Sat of MVC that a transfer of twenty coins costs at most, whatever the exchange says. */
const MOST_COSTS = 1_000_000n;
/** Sat for a byte. */
const FEE_RATE = 1;

/** @throws ApiError where the exchange makes no order of it; Error with a sentence for people: nothing can be paid */
export async function beginRedeem(intent: RedeemIntent, space: bigint): Promise<RedeemToPay> {
  const { asset, account } = intent;
  const made = makeTerms(intent);
  const name = BRIDGE_CALLS_OF[asset.network].redeem;
  const body = { terms: made.terms, publicKey: account.publicKey };
  const created = await call(name, { body });
  const wanting = [tooManyCoins(created) ?? [], tooLittle(created, space) ?? []].flat();
  return { intent, made, created, mismatches: [...differences(created, made, intent), ...wanting] };
}

function tooLittle({ needs }: CreatedRedeem, space: bigint): string | undefined {
  if (space >= BigInt(needs)) return undefined;
  const values = { needs: formatBtc(BigInt(needs)), space: formatBtc(space) };
  return t('You need {needs} SPACE for the network and have {space}.', values);
}

/**
 * Keeps the terms; no wallet is asked before what it returns is called.
 * @throws Error with a sentence for people: nothing can be paid
 */
export async function readyRedeem(redeem: RedeemToPay): Promise<() => Promise<string | undefined>> {
  const { intent, made, mismatches } = redeem;
  const { transferToken } = await walletById(intent.user.wallet);
  if (transferToken === undefined) throw new WalletError('unsupported', t('The wallet cannot do this.'));
  readyToPay(intent, made, mismatches);
  return () => payRedeem(transferToken, redeem);
}

/**
 * Asks the wallet, checks what it made, hands it in.
 * @returns the payment, or undefined where the exchange did not answer: it may have been sent
 * @throws WalletError what the wallet said; Error with a sentence for people: nothing was handed in
 */
async function payRedeem(
  transferToken: NonNullable<Wallet['transferToken']>,
  redeem: RedeemToPay,
): Promise<string | undefined> {
  const { asset } = redeem.intent;
  const { orderId } = redeem.made;
  const sent = await transferToken({
    token: { codehash: asset.targetTokenCodeHash, genesis: asset.targetTokenGenesis },
    ...{ decimals: digitsOf(asset), address: asset.inletAddress, units: unitsOf(redeem.intent) },
    ...{ note: orderId, feeRate: FEE_RATE },
  }).catch((error: unknown) => {
    // Of anything else it is not known whether the wallet has sent it.
    if (mayAskAgain('redeem', error)) dropTerms(orderId);
    throw error;
  });
  requireAgreed(sent, redeem);
  const name = BRIDGE_CALLS_OF[asset.network].payRedeem;
  const body = { orderId, txHexList: [sent.check, sent.transfer] };
  return (await untilAnswered(() => call(name, { body, idempotencyKey: orderId })))?.txid;
}

/** In sat: what lies under his own token coins pays too, and counts where he pays it. */
export function mostCostsOf({ needs, tokenCoins }: Pick<CreatedRedeem, 'needs' | 'tokenCoins'>): bigint {
  const said = BigInt(needs) + TOKEN_OUTPUT_SATS * BigInt(Math.min(tokenCoins, MOST_TOKEN_COINS));
  return said < MOST_COSTS ? said : MOST_COSTS;
}

/** Wrapped units. */
const unitsOf = ({ asset, quote }: RedeemIntent): bigint => quote.amount / unitOfView(asset);

/** @throws Error with a sentence for people: what the wallet made is not what was asked of it */
export function requireAgreed(sent: TokenTransferred, { intent, made, created }: RedeemToPay): void {
  const { asset } = intent;
  orInWords(() => {
    const [check, transfer] = [bytesIn(sent.check), bytesIn(sent.transfer)];
    const spent = spentBy([check, transfer]);
    const previous = created.previous.map(bytesIn).filter((raw) => spent.has(read(raw).txid));
    const agreed = {
      token: { codehash: asset.targetTokenCodeHash, genesis: asset.targetTokenGenesis },
      ...{ userKey: userKeyOf(intent), inlet: hexToBytes(asset.inletHash) },
      ...{ units: unitsOf(intent), id: made.orderId, mostCosts: mostCostsOf(created) },
    };
    verifyBridgePayment({ check, transfer, previous }, agreed);
  });
}

/** Of all coins of his the exchange gave the transactions; the wallet chose among them. */
const spentBy = (raws: readonly Uint8Array[]): ReadonlySet<string> =>
  new Set(raws.flatMap((raw) => read(raw).inputs.map(({ txid }) => txid)));

function read(raw: Uint8Array): MvcTransaction {
  const tx = readMvcTransaction(raw);
  if (isFlaw(tx)) throw new Refusal('bad-request');
  return tx;
}
