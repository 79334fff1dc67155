/** BRC-20 from the faucet: a real mint inscribed to the asking address, as much as the token's terms allow. */
import { randomBytes } from 'node:crypto';
import { bytesToHex, hexToBytes, isFlaw, isTxid, outpoint, parseBrc20Amount, sats } from '@rialto/protocols';
import type { Amount, Coin } from '@rialto/protocols';
import { acceptCommit, planMint, publicKeyOf } from '@rialto/psbt';
import type { Token } from '@rialto/contract';
import type { PrivateChain } from '../chain/private-chain.ts';
import { callApi } from '../market/api.ts';
import { signPsbt } from '../market/trader.ts';
import { BadRequest } from './bad-request.ts';
import { stranger } from './stranger.ts';

/** What a gift of tokens is worth at the market's price, in thousandths of a sat: enough for an order of one's own. */
const GIFT_MILLISATS = 120_000_000n;
const TOKENS = '1000';
const DECIMALS = 18;
const FEE_RATE = 2;
/** Pays a mint inscription and its fees with room to spare. */
const MINT_FUNDING = 6_000n;

/**
 * An amount the token's own terms allow in one mint.
 * @param given whole tokens as a number or digits; anything else means the usual gift
 */
export async function brc20Amount(origin: string, token: Token, given: unknown): Promise<Amount> {
  if (token.selfMint) throw new BadRequest(`Only its deployer mints ${token.ticker}.`);
  // Nothing minted is written 0, which no BRC-20 message may say.
  const minted = token.minted === '0' ? 0n : readAmount(token.minted);
  const left = readAmount(token.max) - minted;
  if (left <= 0n) throw new BadRequest(`All of ${token.ticker} is minted.`);
  const isGiven = typeof given === 'string' || typeof given === 'number';
  const asked = readAmount(isGiven ? String(given) : await usualGift(origin, token.ticker));
  const limit = readAmount(token.limit);
  const most = left < limit ? left : limit;
  return (asked < most ? asked : most) as Amount;
}

/** Tokens worth the usual gift, as one digit and zeros. */
async function usualGift(origin: string, tick: string): Promise<string> {
  const { results } = await callApi(origin, 'tickers', { query: { net: 'regtest', tick } });
  const price = /^([0-9]+)(?:\.([0-9]{1,3}))?/.exec(results[0]?.lastPrice ?? '');
  const milliSats = BigInt(`${price?.[1] ?? '0'}${(price?.[2] ?? '').padEnd(3, '0')}`);
  if (milliSats === 0n) return TOKENS;
  const exact = (GIFT_MILLISATS / milliSats || 1n).toString();
  return `${exact.slice(0, 1)}${'0'.repeat(exact.length - 1)}`;
}

function readAmount(written: string): Amount {
  const parsed = parseBrc20Amount(written, DECIMALS);
  if (isFlaw(parsed)) throw new BadRequest(`${written} is not an amount.`);
  return parsed;
}

/** A mint credits whom its inscription is made for, so the faucet needs no stock of BRC-20. */
export async function mintBrc20(
  chain: PrivateChain,
  destination: Uint8Array,
  request: { tick: string; amount: Amount },
): Promise<string[]> {
  const { key, script, address } = stranger();
  const funded = await chain.fund(address, MINT_FUNDING);
  if (!isTxid(funded.txid)) throw new Error('invariant: the node names transactions');
  // It waits in the mempool still, but it is our own and plain; package and block take parent and child together.
  const coin: Coin = {
    outpoint: outpoint(funded.txid, funded.vout),
    value: sats(funded.value),
    script,
    assets: [],
    height: await chain.height(),
  };
  const plan = planMint(request, {
    payer: { script, key: publicKeyOf(key), coins: [coin] },
    destination,
    revealKey: new Uint8Array(randomBytes(32)),
    feeRateSatVb: FEE_RATE,
  });
  const signed = signPsbt(bytesToHex(plan.commit.psbt), key, plan.commit.toSign);
  const commit = acceptCommit(plan, hexToBytes(signed));
  await chain.rpc('sendrawtransaction', [bytesToHex(commit.raw)]);
  await chain.rpc('sendrawtransaction', [bytesToHex(plan.reveal)]);
  return [commit.txid, plan.revealTxid];
}
