/** Exits as a server asks for them: it picks the coins, gets the signatures, and sends what comes of it. */
import { checkScript } from '@rialto/contracts';
import type { BridgeGiveRequest, BridgePayRequest, MvcSigned, WireBridgeTerms } from '@rialto/contract';
import { bridgeQuote, bridgeRefundId, refundOf, unitOf } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import {
  TOKEN_OUTPUT_SATS,
  bridgeTransferFees,
  checkOfBridgeTransfer,
  keyHashOf,
  planBridgeTransferOver,
  readMvcTransaction,
} from '@rialto/mvc';
import type { BridgeTransferRequest, MvcCoin, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw, outpoint, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { BRIDGE_ENVELOPE_AT, BRIDGE_LOT_AT } from '@rialto/psbt';
import { accepted, coinsOf, txOn } from '../mvc/people.ts';
import { ALICE_MVC, completed, idOf, mvcScript, order, payIn, redeemIn } from './orders.ts';
import type { PaidIn } from './orders.ts';
import { told } from './stage.ts';
import type { AssetId, Stage } from './stage.ts';

const assetOf = ({ parts }: Stage, asset: AssetId): BridgeAsset => parts.trusted.asset(asset);

interface Wanted {
  readonly kind?: 'payout' | 'refund';
  readonly terms?: WireBridgeTerms;
  /** The coins of ours that it spends. */
  readonly spends?: readonly Outpoint[];
  /** Of the coins that pay for it, which one. */
  readonly fee?: number;
  /** And how many from there on. */
  readonly paying?: number;
  /** Or these. */
  readonly space?: readonly Outpoint[];
  /** Who gets a refund, where terms do not say so. */
  readonly to?: string;
  readonly amount?: bigint;
  /** The coin of its message. */
  readonly envelope?: Outpoint;
}

const coinsOn = ({ btc }: Stage, script: Uint8Array): Outpoint[] =>
  [...btc.settled.values()]
    .filter((one) => bytesToHex(one.script) === bytesToHex(script))
    .map(({ outpoint }) => outpoint);

/** Ours, or paid out. */
const settledOn = (stage: Stage, script: Uint8Array): Outpoint[] => {
  const { recall } = stage.parts.journal;
  return coinsOn(stage, script).filter(
    (point) =>
      recall.exit(point.slice(0, 64)) !== undefined ||
      recall.exits(`btc:${point}`).some(({ exit }) => exit === 'payout'),
  );
};

/** A redeem paid out, or a mint refunded. */
export function payRequest(
  stage: Stage,
  { asset, deposit, at }: PaidIn,
  { kind = 'payout', terms, spends, fee = 0, envelope }: Wanted = {},
): { readonly op: 'bridgePay'; readonly pay: BridgePayRequest } {
  const keys = stage.keys(asset);
  const fees = coinsOn(stage, keys.fees.btc.script.script).slice(fee, fee + 1);
  const locked = spends ?? (kind === 'refund' ? [at] : settledOn(stage, keys.locked.script.script));
  const coins = { locked: [...locked], fees, ...(envelope === undefined ? {} : { envelope }) };
  const pay = { asset, deposit, at, kind, ...coins, feeRateSatVb: rateFor(stage) };
  return { op: 'bridgePay', pay: terms === undefined ? pay : { ...pay, terms } };
}

/** Of three keys a payout is so large that at three sat a vbyte it costs more than a refund may. */
const rateFor = ({ others }: Stage): number => (others.length > 1 ? 2 : 3);

export interface Paid {
  readonly raw: string;
  readonly txid: Txid;
  readonly out: string;
}

/** What its message is locked in, before MRC-20 is paid out; or the lot that BRC-20 leaves with. */
export function envelopeRequest(
  stage: Stage,
  { asset, deposit, at }: PaidIn,
  { terms, kind = 'payout', fee = 0 }: Pick<Wanted, 'terms' | 'kind' | 'fee'>,
) {
  const fees = coinsOn(stage, stage.keys(asset).fees.btc.script.script).slice(fee, fee + 1);
  const envelope = { asset, deposit, at, kind, terms, fees, feeRateSatVb: 3 };
  return { op: 'bridgeEnvelope', envelope } as const;
}

export interface MadeLot extends Paid {
  readonly lot: { readonly raw: string; readonly txid: Txid };
}

/** Three blocks deep, unless it is said otherwise. */
export async function lotted(stage: Stage, paid: PaidIn, wanted: Wanted, blocks = 3): Promise<Outpoint> {
  const { raw, lot } = await told<MadeLot>(stage.ask(envelopeRequest(stage, paid, wanted)));
  stage.btc.send(hexToBytes(raw));
  stage.btc.send(hexToBytes(lot.raw));
  stage.btc.mine(blocks);
  return outpoint(lot.txid, BRIDGE_LOT_AT);
}

/** In a block. */
export async function enveloped(stage: Stage, paid: PaidIn, wanted: Wanted): Promise<Outpoint> {
  const made = await told<Paid>(stage.ask(envelopeRequest(stage, paid, wanted)));
  stage.btc.send(hexToBytes(made.raw));
  stage.btc.mine();
  return outpoint(made.txid, BRIDGE_ENVELOPE_AT);
}

export async function pay(stage: Stage, paid: PaidIn, wanted: Wanted = {}): Promise<Paid> {
  const isMessage = paid.asset === 'mrc20' && wanted.kind !== 'refund' && wanted.envelope === undefined;
  const isLot = paid.asset === 'brc20' && wanted.spends === undefined;
  const shown = {
    ...(isMessage ? { envelope: await enveloped(stage, paid, wanted) } : {}),
    ...(isLot ? { spends: [await lotted(stage, paid, wanted)] } : {}),
  };
  return told<Paid>(stage.ask(payRequest(stage, paid, { ...wanted, ...shown })));
}

/** Tokens of ours, in blocks. */
const stockCoins = (stage: Stage, asset: AssetId): Promise<MvcCoin[]> =>
  stage.index
    .settledTokens([stage.keys(asset).stock.hash], assetOf(stage, asset).token)
    .then((rows) => rows.map(({ outpoint }) => coinAt(stage, outpoint)));

export function coinAt({ mvc }: Stage, point: Outpoint): MvcCoin {
  const { txid, vout } = splitOutpoint(point);
  const found = coinsOf(txOn(mvc)(txid))[vout];
  if (found === undefined) throw new Error(`no coin ${point}`);
  return found;
}

const feeSpace = ({ mvc, keys }: Stage): MvcCoin[] => {
  const script = bytesToHex(keys('btc').fees.mvc.p2pkh);
  return mvc.coins((one) => bytesToHex(one) === script);
};

/** A mint paid out, or a redeem refunded. */
export async function giveRequest(
  stage: Stage,
  paid: PaidIn,
  wanted: Wanted = {},
): Promise<{ readonly op: 'bridgeGive'; readonly give: BridgeGiveRequest }> {
  const { asset, deposit, at } = paid;
  const { kind = 'payout', terms, spends, fee = 0, paying = 1 } = wanted;
  const tokens = (spends ?? (kind === 'refund' ? [at] : undefined))?.map((point) => coinAt(stage, point));
  const space =
    wanted.space?.map((point) => coinAt(stage, point)) ?? feeSpace(stage).slice(fee, fee + paying);
  const transfer = transferOf(stage, paid, wanted, {
    tokens: tokens ?? (await stockCoins(stage, asset)).slice(0, 1),
    space,
  });
  const check = checkOfBridgeTransfer(transfer);
  const fees = bridgeTransferFees(check, space.length, 1_000n);
  const give: BridgeGiveRequest = {
    ...{ asset, deposit, at, kind, restCoins: 2 },
    tokens: transfer.tokens.map(({ outpoint }) => outpoint),
    space: space.map(({ outpoint }) => outpoint),
    checkScript: bytesToHex(checkScript(check)),
    ...{ checkFee: fees.check.toString(), fee: fees.transfer.toString() },
    ...(terms === undefined ? {} : { terms }),
  };
  return { op: 'bridgeGive', give };
}

function transferOf(
  stage: Stage,
  { asset: name, deposit, at }: PaidIn,
  { kind = 'payout', terms, to, amount }: Wanted,
  coins: { readonly tokens: readonly MvcCoin[]; readonly space: readonly MvcCoin[] },
): BridgeTransferRequest {
  const asset = assetOf(stage, name);
  const keys = stage.keys(name);
  const came = amount ?? amountOf(stage, { asset: name, deposit, at });
  const out = kind === 'payout' ? bridgeQuote(asset, 'mint', came).out : refundOf(asset, 'redeem', came);
  const script = to ?? (kind === 'payout' ? terms?.receiver : terms?.refund) ?? mvcScript(ALICE_MVC);
  return {
    token: { codehash: asset.token.codehash, genesis: asset.token.genesis },
    ...{ stock: keys.stock.hash, inlet: keys.inlet.hash, fees: keys.fees.mvc.hash },
    ...{ tokens: coins.tokens, feeCoins: coins.space, restCoins: 2, tokenSats: TOKEN_OUTPUT_SATS },
    receiver: keyHashOf(hexToBytes(script)) ?? ALICE_MVC.hash,
    units: out / unitOf(asset),
    id: kind === 'payout' && terms !== undefined ? idOf(terms) : bridgeRefundId(deposit),
  };
}

/** Origin units of a deposit. */
function amountOf(stage: Stage, { asset: name, deposit, at }: PaidIn): bigint {
  const asset = assetOf(stage, name);
  if (deposit.startsWith('btc:')) {
    const coin = stage.btc.coinAt(at);
    const [held] = coin?.assets ?? [];
    if (name === 'brc20') return stage.btc.tokens.landed.get(at)?.amount ?? 0n;
    const isToken = held?.kind === 'rune' || held?.kind === 'mrc20';
    return name === 'btc' ? (coin?.value ?? 0n) : isToken ? held.amount : 0n;
  }
  const script = coinAt(stage, at).script;
  return unitsIn(script) * unitOf(asset);
}

const unitsIn = (script: Uint8Array): bigint =>
  new DataView(script.buffer, script.byteOffset, script.length).getBigUint64(script.length - 170 + 81, true);

interface Given {
  readonly check: string;
  readonly signed: readonly MvcSigned[];
  readonly core: string;
  readonly out: string;
}

export interface Gave {
  readonly asked: BridgeGiveRequest;
  readonly answer: Given;
  readonly check: MvcTransaction;
  readonly transfer: MvcTransaction;
}

/** From the request to both transactions, completed; not sent. */
export async function give(stage: Stage, paid: PaidIn, wanted: Wanted = {}): Promise<Gave> {
  const request = await giveRequest(stage, paid, wanted);
  const answer = await told<Given>(stage.ask(request));
  return whole(stage, paid, wanted, { asked: request.give, answer });
}

/** Planned again by what the test itself knows is owed. */
export function whole(
  stage: Stage,
  paid: PaidIn,
  wanted: Wanted,
  { asked, answer }: Pick<Gave, 'asked' | 'answer'>,
): Gave {
  const check = readMvcTransaction(hexToBytes(answer.check));
  if (isFlaw(check)) throw new Error(check.flaw);
  const tokens = asked.tokens.map((point) => coinAt(stage, point));
  const transfer = transferOf(stage, paid, wanted, { tokens, space: [] });
  const plan = planBridgeTransferOver({ ...transfer, restCoins: asked.restCoins }, check, BigInt(asked.fee));
  const signatures = new Map(
    answer.signed.map(({ index, signature, publicKey }) => [
      index,
      { signature: hexToBytes(signature), publicKey: hexToBytes(publicKey) },
    ]),
  );
  return { asked, answer, check, transfer: completed(stage, plan, { signatures, check }) };
}

export const send = ({ mvc }: Stage, { check, transfer }: Gave): void => {
  accepted(mvc, check, transfer);
};

export const mineMvc = ({ mvc }: Stage, blocks = 1): void => {
  for (let at = 0; at < blocks; at += 1) mvc.mine();
};

/** A mint from the payment to the payout, deep enough on both chains for everything. */
export async function minted(
  stage: Stage,
  asset: AssetId,
  amount: bigint,
): Promise<PaidIn & { readonly gave: Gave }> {
  const { terms, id } = order(asset, 'mint');
  const paid = payIn(stage, { asset, amount, id });
  stage.btc.mine(3);
  const gave = await give(stage, paid, { terms });
  send(stage, gave);
  mineMvc(stage, 4);
  return { ...paid, gave };
}

interface Wish {
  readonly asset?: AssetId;
  readonly amount?: bigint;
  readonly terms?: Partial<WireBridgeTerms>;
}

/** A mint that is paid in and deep enough. */
export function mintPaid(
  stage: Stage,
  { asset = 'btc', amount = 200_000n, ...more }: Wish = {},
): PaidIn & { readonly terms: WireBridgeTerms } {
  const { terms, id } = order(asset, 'mint', more.terms);
  const paid = payIn(stage, { asset, amount, id });
  stage.btc.mine(3);
  return { ...paid, terms };
}

/** A redeem that is paid in and deep enough; whoever pays has been minted tokens before. */
export function redeemPaid(
  stage: Stage,
  { asset = 'btc', amount = 100_000n, ...more }: Wish = {},
): PaidIn & { readonly terms: WireBridgeTerms } {
  const { terms, id } = order(asset, 'redeem', more.terms);
  const paid = redeemIn(stage, { asset, units: amount / unitOf(assetOf(stage, asset)), id });
  mineMvc(stage, 4);
  return { ...paid, terms };
}
