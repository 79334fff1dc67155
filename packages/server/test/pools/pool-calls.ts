/** What a wallet asks of a pool: an act built, signed as it stands, handed in. For room tests and the bench. */
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';

export const net = 'regtest';
export type Built = AnswerOf<'build1x'>;
export type Build = 'build1x' | 'build2x' | 'buildX1' | 'buildX2' | 'buildInit' | 'buildAdd' | 'buildRemove';
export type Rest<Name extends Build> = Omit<
  BodyOf<Name>,
  'net' | 'address' | 'pubkey' | 'feeRate' | 'token1' | 'token2'
> & {
  readonly feeRate?: number;
};

export interface PoolPlace {
  readonly world: Pick<World, 'origin'>;
  /** Under which part of the path its pool is. */
  readonly kind: 'runes' | 'swap';
  /** The id of the rune that is traded, or the tick. */
  readonly rune: string;
}

export async function build<Name extends Build>(
  { world, kind, rune }: PoolPlace,
  who: Trader,
  name: Name,
  body: Rest<Name>,
): Promise<Built> {
  const own = { net, address: who.address, pubkey: bytesToHex(who.publicKey), feeRate: 2 } as const;
  const asked = { token1: 'btc', token2: rune, ...own, ...body } as unknown as BodyOf<'build1x'>;
  // All builds answer alike, and ask alike but for the amounts.
  return callApi(world.origin, name as 'build1x', {
    params: { kind },
    body: asked,
    headers: who.headers(),
  });
}

/** Signed as a wallet signs it. */
export const signed = (who: Trader, { rawPsbt, toSignInputs }: Built): string =>
  who.sign(rawPsbt ?? '', toSignInputs);

export function handIn(
  { world, kind }: Pick<PoolPlace, 'world' | 'kind'>,
  who: Trader,
  { buildId, rawPsbt }: { readonly buildId: string; readonly rawPsbt: string },
): Promise<AnswerOf<'submitTask'>> {
  const body = { buildId, rawPsbt, address: who.address };
  return callApi(world.origin, 'submitTask', { params: { kind }, body, headers: who.headers() });
}

export const submit = (place: PoolPlace, who: Trader, built: Built): Promise<AnswerOf<'submitTask'>> =>
  handIn(place, who, { buildId: built.buildId, rawPsbt: signed(who, built) });
