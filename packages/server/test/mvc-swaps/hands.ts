/** What people on MVC do without an exchange: pay SPACE, and give tokens to whomever they like, with the published contracts. */
import { checkScript, completePlan } from '@rialto/contracts';
import type { MvcTrader, PrivateMvcChain } from '@rialto/devnet/mvc';
import {
  TOKEN_OUTPUT_SATS,
  bodyOfInputs,
  bodyOfPlan,
  coinOf,
  nameMvcTransaction,
  p2pkhScriptSig,
  readFtScript,
  signMvcInput,
  withHolder,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcCoin, MvcPlan, MvcTransaction, TokenCheck } from '@rialto/mvc';
import { bytesToHex, sats } from '@rialto/protocols';
import type { TxOutput, Txid } from '@rialto/protocols';

const FEE = 40_000n;
const CHECK_SATS = sats(1_000n);

/** P2PKH coins of one person to these outputs, signed. */
export function paid(
  { secret }: Pick<MvcTrader, 'secret'>,
  coins: readonly MvcCoin[],
  outputs: readonly TxOutput[],
): MvcTransaction {
  const tx = bodyOfInputs(coins, outputs);
  const inputs = tx.inputs.map((input, index) => {
    const coin = coins[index];
    if (coin === undefined) throw new Error('a coin for each input');
    return { ...input, scriptSig: p2pkhScriptSig(signMvcInput({ tx, index, coin }, secret)) };
  });
  return nameMvcTransaction({ ...tx, inputs });
}

/** Coins of SPACE of somebody, the largest first. */
export const spaceOf = (chain: PrivateMvcChain, { script }: Pick<MvcTrader, 'script'>): MvcCoin[] =>
  chain
    .coins((one) => bytesToHex(one) === bytesToHex(script))
    .toSorted((a, b) => (a.value > b.value ? -1 : 1));

/** Coins of one kind of token that somebody's key or script holds. */
export const tokensOf = (chain: PrivateMvcChain, holder: Uint8Array, genesis: string): MvcCoin[] =>
  chain.coins((script) => {
    const token = readFtScript(script);
    return token?.holder === bytesToHex(holder) && token.genesis === genesis;
  });

interface Gift {
  /** Held by the giver's key. */
  readonly coin: MvcCoin;
  readonly to: Uint8Array;
  readonly units: bigint;
}

/** Tokens to any holder: the transaction that makes the check, and the one that gives them. Nothing is sent. */
export function transferred(
  chain: PrivateMvcChain,
  who: MvcTrader,
  { coin, to, units }: Gift,
): readonly [MvcTransaction, MvcTransaction] {
  const token = readFtScript(coin.script);
  // What waits may be gone with the block that is taken back.
  const [space] = spaceOf(chain, who).filter(({ outpoint }) => chain.coin(outpoint, false) !== undefined);
  if (token === undefined || space === undefined) throw new Error('a token, and SPACE to pay with');
  const receivers = [
    { holder: to, units },
    ...(token.amount > units ? [{ holder: who.hash, units: token.amount - units }] : []),
  ];
  const check: TokenCheck = {
    ...{ kind: 'transfer', token: { codehash: token.codehash, genesis: token.genesis } },
    ...{ inputs: [0], receivers, outputs: receivers.length + 1 },
  };
  const made = paid(
    who,
    [space],
    [
      { value: CHECK_SATS, script: checkScript(check) },
      { value: sats(space.value - CHECK_SATS - FEE), script: who.script },
    ],
  );
  const [checkCoin, pays] = [coinOf(made, 0), coinOf(made, 1)];
  const left = pays.value + coin.value + CHECK_SATS - FEE - TOKEN_OUTPUT_SATS * BigInt(receivers.length);
  const plan: MvcPlan = {
    inputs: [
      { role: 'user-token', coin },
      { role: 'user-space', coin: pays },
      { role: 'check', coin: checkCoin },
    ],
    outputs: [
      ...receivers.map((one) => ({
        value: TOKEN_OUTPUT_SATS,
        script: withHolder(coin.script, one.holder, one.units),
      })),
      { value: sats(left), script: who.script },
    ],
    ...{ checks: [check], fee: sats(FEE) },
  };
  const tx = bodyOfPlan(plan);
  const signatures = new Map(
    [coin, pays].map((one, index) => [index, signMvcInput({ tx, index, coin: one }, who.secret)] as const),
  );
  const txOf = (txid: Txid): MvcTransaction => {
    const found = txid === made.txid ? made : chain.transaction(txid)?.tx;
    if (found === undefined) throw new Error(`the chain has ${txid}`);
    return found;
  };
  return [made, nameMvcTransaction(completePlan({ plan, signatures, txOf }))];
}

/** Sends, and demands that all of it is taken. */
export function sendAll(chain: PrivateMvcChain, ...all: readonly MvcTransaction[]): void {
  for (const { result, reason } of chain.send(all.map(writeMvcTransaction)))
    if (result !== 'accepted') throw new Error(`${result}: ${reason ?? ''}`);
}
