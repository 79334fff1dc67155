/** The signer's name under the reserves: it writes the statement itself, from its own nodes and journal, and signs no other (bridge §8). */
import type { SignerAnswer } from '@rialto/contract';
import { bridgeStatement, bridgeStatementHash, tierOf } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { signByOutputKey, signSchnorr } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { PlacesAt } from './books/places.ts';
import { isSettled } from './coins/held.ts';
import type { Held } from './coins/held.ts';
import { requireBooks } from './exits/equations.ts';
import { assetInTurn } from './in-turn.ts';
import type { BridgeParts } from './parts.ts';

/**
 * BIP-340 over the hash of a text, which is no transaction’s: by the key that the locked script shows, of several signers by our own.
 * @param statement as the server has it, to the letter
 * @throws Refusal bridge-asset-unknown, syncing, bridge-break where the equations do not hold, effects-differ for another statement than ours
 */
export function signedState(
  parts: BridgeParts,
  { asset: id, statement }: { readonly asset: string; readonly statement: string },
): Promise<SignerAnswer<'bridgeState'>> {
  // Only exits of the asset change what its statement says.
  return assetInTurn(parts, id, async () => {
    const own = await ownStatement(parts, parts.trusted.asset(id));
    if (own !== statement) throw otherThan(own, statement);
    const { locked, signers } = parts.keys(id);
    const sign = signers === undefined ? signByOutputKey : signSchnorr;
    return { signature: bytesToHex(sign(bridgeStatementHash(own), locked.secret)) };
  });
}

async function ownStatement(parts: BridgeParts, asset: BridgeAsset): Promise<string> {
  // A chain that stands still holds what it held.
  const tips = await parts.requireTips('be-old');
  const places = await parts.places(asset.id, tips);
  const [locked, tokens] = [await parts.held.locked(asset, tips), await parts.held.tokens(asset, tips)];
  const balance = await parts.held.balance(asset, tips);
  const { recall } = parts.journal;
  const books = requireBooks({ asset, recall, places, locked, tokens, balance });
  const isToken = asset.origin.network !== 'BTC';
  return bridgeStatement(parts.network, tips, {
    asset: asset.id,
    ...{ locked: books.locked.toString(), wrapped: books.wrapped.toString(), owed: books.owed.toString() },
    supply: asset.token.supply.toString(),
    available: balance?.available.toString() ?? null,
    // What has anything else on it counts for nothing. Of BRC-20 lots are told, whatever lies beside them: what is paid in lies on no coin.
    coins: locked
      .filter(({ isMixed, inLots = 0n }) => (balance === undefined ? !isMixed : inLots > 0n))
      .map((one) =>
        balance === undefined
          ? statedOf(one, isToken ? one.units : 0n, isOurs('mvc'))
          : statedOf(one, one.inLots ?? 0n, () => true),
      ),
    tokens: tokens.map((one) => statedOf(one, one.units, isOurs('btc'))),
  });

  function isOurs(left: 'btc' | 'mvc'): (one: Held) => boolean {
    const needed = (amount: bigint): number => tierOf(asset, amount)[left];
    const at: Pick<PlacesAt, 'depthOf'> = places;
    return (one) => isSettled(one, { recall, places: at, needed });
  }
}

const statedOf = (one: Held, units: bigint, isOurs: (one: Held) => boolean) => ({
  ...{ outpoint: one.point, value: one.value.toString(), units: units.toString(), height: one.height },
  settled: isOurs(one),
});

/** By the first line that is another one; of another block it may be true, and is asked again. */
function otherThan(own: string, theirs: string): Refusal {
  const [lines, others] = [own, theirs].map((text) => text.split('\n'));
  const at = lines?.findIndex((line, index) => line !== others?.[index]) ?? -1;
  const [line, other] = [lines?.[at] ?? 'no more', others?.[at]?.slice(0, MOST_SHOWN) ?? 'nothing'];
  const isBlock = /^(btc|mvc) /.test(line) && other.startsWith(line.slice(0, 4));
  return new Refusal(isBlock ? 'syncing' : 'effects-differ', `${other}, and it is ${line}`);
}

const MOST_SHOWN = 120;
