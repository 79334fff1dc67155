/**
 * Swaps of pools, written down as fills. Inside their block where the index knows their token already; of a run of blocks that are read
 * together it is told with the last, so what is missing then is written at the tip.
 */
import { rateE18 } from '@rialto/market';
import { amount, hexToBytes, sats } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import type { Tx } from '../../store/database.ts';
import { insertFills } from '../../store/orders/fill-store.ts';
import type { NewFill } from '../../store/orders/fill-store.ts';
import { swapsWithoutFill } from '../../store/pools/pool-figures.ts';
import type { UntoldSwap } from '../../store/pools/pool-figures.ts';

/** Of all blocks from this height on. */
export async function recordSwaps(tx: Tx, network: Network, from: number): Promise<void> {
  const swaps = await swapsWithoutFill(tx, from);
  await insertFills(
    tx,
    swaps.map((swap) => fillOf(swap, network)),
  );
}

/** Nobody is kept out of the figures: to trade with a pool oneself and back costs its fee twice. */
function fillOf({ move, pool, token }: UntoldSwap, network: Network): NewFill {
  const address = (script: string): string =>
    script === '' ? '' : (scriptToAddress(hexToBytes(script), network) ?? '');
  const isBuy = move.d1 > 0n;
  const [units, paid] = isBuy ? [-move.d2, move.d1] : [move.d2, -move.d1];
  const [user, own] = [address(move.script), address(pool.script)];
  const { txid, height, place, at, serviceFee } = move;
  return {
    kind: 'pool',
    reference: txid,
    side: isBuy ? 'ask' : 'bid',
    market: token.kind === 'runes' ? 'runes' : 'brc20',
    assetId: token.asset,
    tick: token.name,
    decimals: token.decimals,
    amount: units,
    sats: paid,
    rateE18: rateE18(sats(paid), amount(units), token.decimals),
    serviceFee,
    feePaidBy: serviceFee > 0n ? user : '',
    buyer: isBuy ? user : own,
    seller: isBuy ? own : user,
    ...{ txid, height, place, at },
    excluded: null,
  };
}
