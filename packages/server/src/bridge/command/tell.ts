/** What `npm run bridge` says of an asset, a line each. */
import { bridgeSignersOf } from '@rialto/contract';
import type { BridgeKeys } from '@rialto/contract';
import { bridgeBackingId, originId } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { mvcAddress } from '@rialto/mvc';
import { hexToBytes } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import type { Books } from '../../store/bridge/books-store.ts';
import { differenceOf } from '../equation.ts';

export function keyLines(network: Network, id: string, keys: BridgeKeys): string[] {
  const onBtc = (script: string): string => scriptToAddress(hexToBytes(script), network) ?? '';
  const onMvc = (hash: string): string => mvcAddress(hexToBytes(hash), network);
  return [
    `  locked on Bitcoin       ${onBtc(keys.lockedScript)}  ${keys.lockedScript}`,
    `  its own locked key      ${keys.lockedKey}`,
    `  fees on Bitcoin         ${onBtc(keys.feeScript)}  ${keys.feeScript}`,
    `  stock on MVC            ${onMvc(keys.stockHash)}  ${keys.stockHash}`,
    `  redeems on MVC          ${onMvc(keys.inletHash)}  ${keys.inletHash}`,
    `  fees on MVC, in SPACE   ${onMvc(keys.feeHash)}  ${keys.feeHash}`,
    `  backing id              ${bridgeBackingId(id)}`,
  ];
}

/** What the file of an asset says where all signers of BRIDGE_SIGNER_SOCKETS are to lock it together. */
export function signerLines(first: BridgeKeys, others: readonly BridgeKeys[]): string[] {
  if (others.length === 0) return [];
  const alone =
    first.signers === undefined ? ['  what is locked there is locked by the first signer alone'] : [];
  return [
    ...alone,
    '  for an asset that all signers lock together, in its file:',
    `  "signers": ${JSON.stringify(bridgeSignersOf(first, others))}`,
  ];
}

const NAMES = { RUNES: 'rune', MRC20: 'MRC-20', BRC20: 'BRC-20' } as const;

const originName = (origin: BridgeAsset['origin']): string =>
  origin.network === 'BTC' ? 'BTC' : `${NAMES[origin.network]} ${originId(origin)}`;

/** @param why it is stopped; empty where it is open */
export function assetLines(asset: BridgeAsset, why: readonly string[]): string[] {
  const { id, symbol, decimals, trim, origin, token, minimum, maximum } = asset;
  const from = originName(origin);
  return [
    `${id}  ${symbol} (${from}) as ${token.symbol}`,
    `  ${decimals} decimals, the token ${decimals - trim}; orders of ${minimum} to ${maximum}`,
    ...why.map((one) => `  not open: ${one}`),
  ];
}

/** @param books undefined while an index has no block yet */
export function bookLines(books: Books | undefined): string[] {
  if (books === undefined) return ['  no sums yet: the exchange is still reading the blocks'];
  const { btc, mvc, locked, wrapped, owed } = books;
  return [
    `  block ${btc.height} of Bitcoin, ${mvc.height} of MVC`,
    `  locked ${locked}, wrapped ${wrapped}, owed ${owed}, difference ${differenceOf(books)}`,
  ];
}
