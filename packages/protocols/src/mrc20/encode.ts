/** The contents of MRC-20 PINs as the exchange writes them (metaid §3 to §5, §8). */
import type { Amount } from '../units.ts';
import { formatMrc20Amount } from './amount.ts';
import type { Mrc20Deploy } from './deploy.ts';

/** Content of a deploy PIN. Decimals are always written, because an absent one reads as 0. */
export function encodeMrc20Deploy(deploy: Omit<Mrc20Deploy, 'op' | 'tick'>): string {
  const { display, tokenName, metadata, type, beginHeight, endHeight, pinCheck, payCheck } = deploy;
  return JSON.stringify({
    tick: display,
    tokenName,
    decimals: deploy.decimals.toString(),
    amtPerMint: deploy.amountPerMint.toString(),
    mintCount: deploy.mintCount.toString(),
    premineCount: deploy.premineCount.toString(),
    beginHeight,
    endHeight,
    metadata,
    type,
    pinCheck,
    ...(payCheck === undefined ? {} : { payCheck }),
  });
}

/** Content of a mint PIN; the tokens go to output `vout`. */
export function encodeMrc20Mint(id: string, vout: number): string {
  return JSON.stringify({ id, vout: vout.toString() });
}

/** Content of a transfer PIN, amounts in smallest units. */
export function encodeMrc20Transfer(
  sends: readonly { id: string; amount: Amount; decimals: number; vout: number }[],
): string {
  return JSON.stringify(
    sends.map(({ id, amount, decimals, vout }) => ({
      vout,
      id,
      amount: formatMrc20Amount(amount, decimals),
    })),
  );
}
