/** A standing bid: the bot need not be there. Every lock is made again from its ticket before anything is signed, and its way home is saved first. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { coinFromWire, ticketFromWire } from '@rialto/contract';
import type { BidKey, BidPsbt, PreparedBid, TokenBalance } from '@rialto/contract';
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import {
  acceptExit,
  acceptFunding,
  acceptPromise,
  checkLadder,
  readSpend,
  statesValues,
  stripPsbt,
  unsignedOf,
  writeRescueFile,
} from '@rialto/psbt';
import type { FundingPlan, LockedCoin } from '@rialto/psbt';
import { login, unitsOf } from './acts.ts';
import type { Bot } from './acts.ts';

interface Rung {
  readonly amount: string;
  /** For all of it, in sat. */
  readonly price: bigint;
}

interface Placed {
  readonly bidId: string;
  readonly orderIds: readonly string[];
  /** The file that brings the money home without the exchange: keep it. */
  readonly rescue: string;
}

/** Blocks for which the money may lie in a lock, whatever the exchange would like: a week. */
const MOST_EXIT_BLOCKS = 1_008;
/** Blocks for which a bid may stand: two weeks. */
const MOST_EXPIRY_BLOCKS = 2_016;

/**
 * Places a ladder of bids. Nothing is sent to the network: the first sale into it publishes its funding.
 * @param most.maxSats all it may cost, the prices and the fee
 */
export async function bid(
  bot: Bot,
  { tick, maxSats }: { tick: string; maxSats: bigint },
  rungs: readonly Rung[],
): Promise<Placed> {
  const { call, account, net, book } = bot;
  const { address } = account;
  const params = { book };
  const session = await login(bot);
  const terms = await call('bidKey', { params, query: { net }, session });
  requireBounded(terms);
  const token = await call('tokenBalance', { params: { book, address, tick }, query: { net } });
  const { height } = await call('health', {});
  const feeRate = (await call('recommendedFees', { query: { net } })).halfHourFee;
  const wanted = rungs.map(({ amount, price }) => ({ coinAmount: amount, amount: price.toString() }));
  const publicKey = bytesToHex(account.publicKey);
  const asked = { net, address, publicKey, tick, assetId: token.assetId, rungs: wanted, feeRate };
  const prepared = await call('prepareBid', { params, body: asked, session });
  const ladder = requireBid(bot, prepared, { rungs, terms, token, height, feeRate, maxSats });
  const signed = signAll(bot, prepared, ladder);
  const { bidId } = prepared;
  const rescue = resolve(`rescue-${bidId}.json`);
  // Before the exchange has a signature: whatever happens then, the money comes home.
  writeFileSync(rescue, signed.rescue, { mode: 0o600 });
  const { fundingPsbt, promisePsbts, exitPsbts } = signed;
  const body = { net, address, bidId, fundingPsbt, promisePsbts, exitPsbts };
  const { orderIds } = await call('pushBid', { params, body, session });
  return { bidId, orderIds, rescue };
}

/** The exchange says for how long; that it may not be for ever is for the bot to say. */
function requireBounded({ exitAfter, expiryBlocks }: BidKey): void {
  if (exitAfter > MOST_EXIT_BLOCKS)
    throw new Error(`Not signed: locked for ${exitAfter} blocks, and ${MOST_EXIT_BLOCKS} is the most.`);
  if (expiryBlocks > MOST_EXPIRY_BLOCKS)
    throw new Error(`Not signed: good for ${expiryBlocks} blocks, and ${MOST_EXPIRY_BLOCKS} is the most.`);
}

interface Asked {
  readonly rungs: readonly Rung[];
  readonly terms: BidKey;
  readonly token: TokenBalance;
  readonly height: number;
  readonly feeRate: number;
  readonly maxSats: bigint;
}

interface CheckedLadder {
  readonly plan: FundingPlan;
  readonly locks: readonly LockedCoin[];
}

/** The tickets are the rungs that were asked for, the funding pays their locks and nothing else, both halves are theirs. Throws when not. */
function requireBid({ account }: Bot, prepared: PreparedBid, asked: Asked): CheckedLadder {
  const { rungs, terms, token, height, feeRate: feeRateSatVb, maxSats } = asked;
  const { script: bidderScript, publicKey: bidderKey, lockKey: key } = account;
  const coins = prepared.funding.coins.map(coinFromWire);
  const signing = bytesOf(prepared.funding);
  const read = readSpend(unsignedOf(signing.psbt), coins);
  const { mismatches, locks } = checkLadder(
    {
      tickets: prepared.tickets.map(ticketFromWire),
      funding: { read, signing },
      promises: prepared.promises.map(bytesOf),
      exits: prepared.exits.map(bytesOf),
    },
    {
      ...{ bidderScript, key, feeRateSatVb, exitAfter: terms.exitAfter },
      exchange: hexToBytes(terms.platformPublicKey),
      expiry: { from: height + 1, to: height + terms.expiryBlocks + LEEWAY },
      rungs: rungs.map(({ amount, price }) => ({
        asset: token.assetId as AssetId,
        amount: unitsOf(amount, token.decimals),
        price: sats(price),
      })),
      fee: BigInt(prepared.fees.networkFee),
    },
  );
  const wrong: string[] = mismatches.map(({ code }) => code);
  if (!statesValues(signing.psbt, read.coins)) wrong.push('values-differ');
  if (wrong.length > 0) throw new Error(`Not signed: ${wrong.join(', ')}.`);
  const change = read.tx.outputs[0]?.value ?? sats(0n);
  const payments = read.coins;
  const costs = payments.reduce((sum, { value }) => sum + value, 0n) - change;
  if (costs > maxSats) throw new Error(`Not signed: it costs ${costs} sat, and ${maxSats} is the most.`);
  return {
    locks,
    plan: { bidderScript, bidderKey, payments, locks: locks.map(({ lock }) => lock), change, feeRateSatVb },
  };
}

/** Blocks that may come while the answer is on its way. */
const LEEWAY = 6;

const bytesOf = ({ psbtRaw, toSignInputs: toSign }: BidPsbt) => ({ psbt: hexToBytes(psbtRaw), toSign });

interface Signed {
  readonly fundingPsbt: string;
  readonly promisePsbts: string[];
  readonly exitPsbts: string[];
  readonly rescue: string;
}

/** Signs all of it, and proves each half on its own lock. */
function signAll({ account, net }: Bot, prepared: PreparedBid, { plan, locks }: CheckedLadder): Signed {
  const { funding: own, promises, exits } = prepared;
  const bare = (signed: string): string => bytesToHex(stripPsbt(hexToBytes(signed)));
  const signHalf = ({ psbtRaw, toSignInputs }: BidPsbt): string =>
    bare(account.signLock(psbtRaw, toSignInputs));
  const fundingPsbt = bare(account.signPsbt(own.psbtRaw, own.toSignInputs));
  const [promisePsbts, exitPsbts] = [promises.map(signHalf), exits.map(signHalf)];
  const funding = acceptFunding(plan, hexToBytes(fundingPsbt)).raw;
  const home = locks.map(({ lock, coin }, at) => {
    acceptPromise(lock, coin, hexToBytes(promisePsbts[at] ?? ''));
    return { lock, coin, exit: acceptExit(lock, coin, hexToBytes(exitPsbts[at] ?? '')).raw };
  });
  const rescue = writeRescueFile({ version: 1, network: net, bids: [{ funding, locks: home }] });
  return { fundingPsbt, promisePsbts, exitPsbts, rescue };
}
