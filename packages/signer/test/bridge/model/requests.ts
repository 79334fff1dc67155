/** Exits as a server asks for them, and what comes of the answers: transactions that anybody can send. */
import { checkScript } from '@rialto/contracts';
import type { BridgeGiveRequest, BridgePayRequest, SignerAnswer } from '@rialto/contract';
import {
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  bridgeTransferFees,
  checkOfBridgeTransfer,
  keyHashOf,
  nameMvcTransaction,
  planBridgeTransferOver,
  readMvcTransaction,
} from '@rialto/mvc';
import type { BridgeTransferRequest, MvcTransaction } from '@rialto/mvc';
import { bridgeRefundId } from '@rialto/market';
import { hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { ALICE_MVC } from '../orders.ts';
import { requireRight } from './judge.ts';
import { mvcCoinAt } from './payments.ts';
import { goesBack, paysOut } from './rules.ts';
import type { Kind, Side } from './rules.ts';
import { chainOf, pointOf } from './world.ts';
import type { Build, Paid, World } from './world.ts';

export interface Wanted {
  readonly kind: Kind;
  /** Names of the bridge's coins, and the coins that pay. */
  readonly spends: readonly string[];
  readonly paying: readonly Outpoint[];
  readonly rate: number;
  /** A liar names others. */
  readonly terms?: Paid['order'];
  readonly at?: Outpoint;
}

export const sideOfExit = (side: Side, kind: Kind): Side =>
  (side === 'btc') === (kind === 'refund') ? 'btc' : 'mvc';

/** @param gone whoever asked is no longer there. @returns what was signed, checked against the rules; or why not */
export async function askExit(
  world: World,
  paid: Paid,
  wanted: Wanted,
  gone = false,
): Promise<Build | Refusal> {
  const { kind } = wanted;
  const at = wanted.at ?? pointOf(world, paid);
  if (at === undefined) return new Refusal('bridge-deposit-waits');
  const order = wanted.terms ?? (paid.isHidden ? undefined : paid.order);
  const exit = {
    asset: 'btc',
    deposit: paid.name,
    at,
    kind,
    ...(order === undefined ? {} : { terms: order.terms }),
  };
  const side = sideOfExit(paid.side, kind);
  return side === 'btc'
    ? askPay(world, paid, { ...wanted, exit }, gone)
    : askGive(world, paid, { ...wanted, exit, id: kind === 'payout' ? order?.id : undefined }, gone);
}

type Exit = Pick<BridgePayRequest, 'asset' | 'deposit' | 'at' | 'kind' | 'terms'>;

async function askPay(
  world: World,
  paid: Paid,
  { exit, kind, spends, paying, rate }: Wanted & { readonly exit: Exit },
  gone: boolean,
): Promise<Build | Refusal> {
  const pay = { ...exit, locked: spends, fees: paying, feeRateSatVb: rate };
  const answer = await world.ask<'bridgePay'>({ op: 'bridgePay', pay }, gone);
  if (answer instanceof Refusal) return answer;
  const tx = readTransaction(hexToBytes(answer.raw));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  world.btc.raws.set(tx.txid, hexToBytes(answer.raw));
  return signed(world, { id: tx.txid, paid, kind, side: 'btc', out: BigInt(answer.out), spends, txs: [tx] });
}

async function askGive(
  world: World,
  paid: Paid,
  {
    exit,
    id,
    kind,
    spends,
    paying,
    rate,
    terms,
  }: Wanted & { readonly exit: Exit; readonly id: string | undefined },
  gone: boolean,
): Promise<Build | Refusal> {
  const points = spends.flatMap((name) => {
    const [of = '', vout] = name.split(':');
    return pointOf(world, { side: 'mvc', of, vout: Number(vout) }) ?? [];
  });
  const script = kind === 'payout' ? exit.terms?.receiver : (exit.terms?.refund ?? paid.sender);
  const units = kind === 'payout' ? paysOut('btc', paid.amount) : goesBack('mvc', paid.amount);
  const transfer = transferOf(world, { points, paying, script, units, id: id ?? bridgeRefundId(paid.name) });
  let give: BridgeGiveRequest;
  try {
    const check = checkOfBridgeTransfer(transfer);
    const fees = bridgeTransferFees(check, paying.length, BigInt(rate) * 200n);
    const [checkFee, fee] = [fees.check.toString(), fees.transfer.toString()];
    give = {
      ...exit,
      tokens: points,
      space: [...paying],
      checkScript: Buffer.from(checkScript(check)).toString('hex'),
      checkFee,
      fee,
      restCoins: 2,
    };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  const answer = await world.ask<'bridgeGive'>({ op: 'bridgeGive', give }, gone);
  if (answer instanceof Refusal) return answer;
  if (terms !== undefined && terms.id !== paid.order?.id) throw new Error('signed by terms of another order');
  const txs = completed(transfer, answer, give);
  return signed(world, { id: answer.core, paid, kind, side: 'mvc', out: BigInt(answer.out), spends, txs });
}

function transferOf(
  world: World,
  {
    points,
    paying,
    script,
    units,
    id,
  }: {
    readonly points: readonly Outpoint[];
    readonly paying: readonly Outpoint[];
    readonly script: string | undefined;
    readonly units: bigint;
    readonly id: string;
  },
): BridgeTransferRequest {
  const { token } = world.parts.trusted.asset('btc');
  const { stock, inlet, fees } = world.parts.keys('btc');
  return {
    token: { codehash: token.codehash, genesis: token.genesis },
    ...{ stock: stock.hash, inlet: inlet.hash, fees: fees.mvc.hash },
    tokens: points.map((point) => mvcCoinAt(world, point)),
    feeCoins: paying.map((point) => mvcCoinAt(world, point)),
    ...{ restCoins: 2, tokenSats: TOKEN_OUTPUT_SATS, units, id },
    receiver: (script === undefined ? undefined : keyHashOf(hexToBytes(script))) ?? ALICE_MVC.hash,
  };
}

/** Check and transfer, with what was signed where it was signed: what a contract reads besides is no part of what they are. */
function completed(
  transfer: BridgeTransferRequest,
  { check: raw, signed: halves, core }: SignerAnswer<'bridgeGive'>,
  { fee }: BridgeGiveRequest,
): readonly MvcTransaction[] {
  const check = readMvcTransaction(hexToBytes(raw));
  if (isFlaw(check)) throw new Error(check.flaw);
  const body = bodyOfPlan(planBridgeTransferOver(transfer, check, BigInt(fee)));
  const inputs = body.inputs.map((input, at) => {
    const half = halves.find(({ index }) => index === at);
    return half === undefined ? input : { ...input, scriptSig: hexToBytes(half.signature) };
  });
  const done = nameMvcTransaction({ ...body, inputs });
  if (done.core !== core) throw new Error('it is what was asked for');
  return [check, done];
}

function signed(world: World, build: Build): Build {
  const before = world.builds.get(build.id);
  if (before !== undefined) return before;
  requireRight(world, build);
  world.builds.set(build.id, build);
  return build;
}

/** Into the mempool, as far as it still fits. */
export function sendBuild(world: World, { side, txs }: Build, rather = false): boolean {
  const chain = chainOf(world, side);
  return txs.every((tx) => chain.placed.has(tx.txid) || chain.send(tx as never, rather));
}
