/** Makes a lot to sell: a BRC-20 transfer inscription, commit and reveal in one package. On the private chain only, whose node takes packages from anybody. */
import { randomBytes } from 'node:crypto';
import { coinFromWire } from '@rialto/contract';
import type { TokenBalance } from '@rialto/contract';
import { amount as units, bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Amount, Coin } from '@rialto/protocols';
import { acceptCommit, planTransfer } from '@rialto/psbt';
import { unitsOf } from './acts.ts';
import type { Bot } from './acts.ts';

const MAX_COINS = '100';
const SEND_MS = 30_000;

/** @returns the inscription's id; it can be offered when a block holds it */
export async function inscribe(
  bot: Bot,
  { tick, amount }: { tick: string; amount: string },
): Promise<string> {
  const { call, account, net } = bot;
  if (bot.book !== 'brc20') throw new Error('A coin of this book is a lot as it is: nothing is inscribed.');
  if (net !== 'regtest') throw new Error('Inscribe with a wallet: this is for the private chain.');
  const { address, script, publicKey } = account;
  const balance = await call('tokenBalance', { params: { book: 'brc20', address, tick }, query: { net } });
  const plan = planTransfer(
    // As its deployer wrote it; more than is available would be an inscription that moves nothing.
    { tick: balance.token, amount: unitsOf(amount, balance.decimals), available: availableOf(balance) },
    {
      payer: { script, key: publicKey, coins: await payingCoins(bot) },
      destination: script,
      revealKey: new Uint8Array(randomBytes(32)),
      feeRateSatVb: (await call('recommendedFees', { query: { net } })).halfHourFee,
    },
  );
  const signed = account.signPsbt(bytesToHex(plan.commit.psbt), plan.commit.toSign);
  // Reads the signed commit back and checks it before it leaves.
  const commit = acceptCommit(plan, hexToBytes(signed));
  await send(bot.origin, [bytesToHex(commit.raw), bytesToHex(plan.reveal)]);
  return plan.inscriptionId;
}

/** Nothing is written 0, which no amount of a message may be. */
function availableOf({ availableBalance, decimals }: TokenBalance): Amount {
  return availableBalance === '0' ? units(0n) : unitsOf(availableBalance, decimals);
}

/** Confirmed clean coins that are in no order. */
async function payingCoins({ call, account, net }: Bot): Promise<Coin[]> {
  const { address, script } = account;
  const { list } = await call('addressCoins', { query: { net, address, size: MAX_COINS } });
  return list.flatMap(({ txId, vout, satoshis: value, height, assets, lockedBy }) =>
    lockedBy !== undefined || height === undefined
      ? []
      : [coinFromWire({ outpoint: `${txId}:${vout}`, value, script: bytesToHex(script), assets, height })],
  );
}

async function send(origin: string, rawTransactions: readonly string[]): Promise<void> {
  const answer = await fetch(`${origin}/demo/package`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rawTransactions }),
    signal: AbortSignal.timeout(SEND_MS),
  });
  if (!answer.ok) throw new Error(`The node did not take the inscription: ${await answer.text()}`);
}
