/** What the signer says of the bridge without paying anybody: its keys, its assets, and what it signed. */
import type { SignerAnswer } from '@rialto/contract';
import { BridgeGiveRequest, BridgePayRequest } from '@rialto/contract';
import type { BridgeLine } from './books/lines.ts';
import { toldKeys } from './keys.ts';
import type { BridgeParts } from './parts.ts';

export function toldAssets(parts: BridgeParts): SignerAnswer<'bridgeAssets'> {
  return {
    assets: parts.trusted.all().map(({ asset, file }) => ({
      ...toldKeys(parts.keys(asset.id)),
      ...{
        asset: asset.id,
        file,
        paused: parts.stops.isPaused(asset.id) || !parts.source.btc.units.isOpen(asset),
        finds: parts.findings.of(asset.id),
      },
    })),
    stopped: parts.stopped() ? 'operator' : parts.stops.stopped(),
  };
}

/** All builds of these deposits, the oldest first: what was signed once can always be sent again. */
export function toldSigned(
  { journal }: Pick<BridgeParts, 'journal'>,
  deposits: readonly string[],
): SignerAnswer<'bridgeSigned'> {
  const exits = [...new Set(deposits)].flatMap((deposit) => journal.recall.exits(deposit));
  return { exits: exits.map(toldExit) };
}

function toldExit(line: BridgeLine): SignerAnswer<'bridgeSigned'>['exits'][number] {
  const { asset, deposit, exit: kind, chain, id, out, raw, request } = line;
  const give = chain === 'mvc' ? BridgeGiveRequest.parse(JSON.parse(request)) : undefined;
  return {
    ...{ asset, deposit, kind, chain, id, out },
    ...(raw === undefined ? {} : { raw }),
    ...(chain === 'btc' ? { pay: BridgePayRequest.parse(JSON.parse(request)) } : {}),
    ...(give === undefined ? {} : { give }),
  };
}
