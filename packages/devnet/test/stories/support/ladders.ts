/** Ladders on a real chain: coins of the node, locks of every kind of address, fundings that are sent or held. */
import { protectedLock, signLadder, signProtected } from '@rialto/devnet';
import type { FundedCoin, PrivateChain, Trader } from '@rialto/devnet';
import { bytesToHex, mrc20Asset, outpoint, sats } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { LOCKED_LOT_VALUE, planFanOut, scriptToAddress, signFanOut, writeRescueFile } from '@rialto/psbt';
import type { RescueBid, RescueLock } from '@rialto/psbt';

export interface MadeLadder {
  readonly who: Trader;
  readonly bid: RescueBid;
  /** What its funding spends. */
  readonly coin: Coin;
}

interface Wish {
  readonly who: Trader;
  readonly prices: readonly bigint[];
  readonly internal?: boolean;
}

/** Signs ladders on coins that a block holds already. */
export async function makeLadders(chain: PrivateChain, wishes: readonly Wish[]): Promise<MadeLadder[]> {
  const funded = await chain.fundMany(wishes.map(({ who }) => ({ address: who.address, sats: 900_000n })));
  await chain.mine();
  const height = await chain.height();
  return wishes.map(({ who, prices, internal = false }, at) => {
    const coin = coinOf(funded[at], who, height);
    const { funding, locks } = signLadder(who, {
      coins: [coin],
      prices,
      asset: TOKEN,
      units: 100n,
      expiry: height + 2_016,
      internal,
    });
    return { who, bid: { funding: funding.raw, locks }, coin };
  });
}

function coinOf(paid: FundedCoin | undefined, who: Trader, height: number): Coin {
  if (paid === undefined) throw new Error('every bidder has a coin');
  const { txid, vout, value } = paid;
  return {
    outpoint: outpoint(txid as Txid, vout),
    value: sats(value),
    script: who.script,
    assets: [],
    height,
  };
}

const TOKEN = mrc20Asset(`${'ab'.repeat(32)}i0`);

/** A coin in the lock of a protected ask. What the token is matters to no node. */
export async function lockLot(chain: PrivateChain, who: Trader, exitAfter: number): Promise<RescueLock> {
  const expiry = (await chain.height()) + 4_000;
  const wanted = { asset: TOKEN, units: 100n, price: 80_000n, expiry, exitAfter };
  const address = scriptToAddress(protectedLock(who, wanted).script, 'regtest');
  if (address === undefined) throw new Error('a P2TR lock has an address');
  const { txid } = await chain.fund(address, LOCKED_LOT_VALUE);
  return signProtected(who, { ...wanted, txid: txid as Txid });
}

export async function publish(chain: PrivateChain, { bid }: MadeLadder): Promise<void> {
  await chain.rpc('sendrawtransaction', [bytesToHex(bid.funding ?? new Uint8Array())]);
}

/** Its owner spends the coin that the held funding would spend, as the page advises. */
export async function spendElsewhere(chain: PrivateChain, { who, coin }: MadeLadder): Promise<void> {
  const { script, key } = who;
  const plan = planFanOut({ script, coins: [coin], count: 1, value: sats(500_000n), feeRateSatVb: 2 });
  await chain.rpc('sendrawtransaction', [bytesToHex(signFanOut(plan, key).raw)]);
}

export const rescueText = (ladders: readonly MadeLadder[]): string =>
  writeRescueFile({ version: 1, network: 'regtest', bids: ladders.map(({ bid }) => bid) });
