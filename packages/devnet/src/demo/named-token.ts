/** Which token a caller means: by its asset id, by the tick of a BRC-20 or MRC-20 token, or by the name of a rune. */
import type { Mrc20Token, Rune, Token } from '@rialto/contract';
import { foldTick, splitAsset } from '@rialto/protocols';
import { callApi } from '../market/api.ts';
import { mrc20Ticked, runeNamed } from '../market/facts.ts';
import { BadRequest } from './bad-request.ts';

export type NamedToken =
  | { readonly kind: 'brc20'; readonly asset: string; readonly token: Token }
  | { readonly kind: 'rune'; readonly asset: string; readonly rune: Rune }
  | { readonly kind: 'mrc20'; readonly asset: string; readonly token: Mrc20Token };

/** @throws BadAsk when there is none, or several of that name */
export async function tokenNamed(origin: string, name: string): Promise<NamedToken> {
  const found = splitAsset(name) === undefined ? await ofName(origin, name) : await ofAsset(origin, name);
  const [first, ...others] = found;
  if (first === undefined) throw new BadRequest(`There is no token ${name}.`);
  if (others.length === 0) return first;
  throw new BadRequest(`${name} is the name of ${found.map(({ asset }) => asset).join(' and ')}: say which.`);
}

const brc20 = (token: Token): NamedToken => ({ kind: 'brc20', asset: token.assetId, token });
const runic = (rune: Rune): NamedToken => ({ kind: 'rune', asset: rune.assetId, rune });
const mrc20 = (token: Mrc20Token): NamedToken => ({ kind: 'mrc20', asset: token.assetId, token });

const NET = 'regtest';
/** The longest there are: 5 bytes for BRC-20, 28 letters with 27 bullets for a rune, 24 bytes for MRC-20. */
const LONGEST_TICK = 24;

async function ofName(origin: string, name: string): Promise<NamedToken[]> {
  const isTick = name.length <= LONGEST_TICK;
  const [list, rune, token] = await Promise.all([
    isTick ? brc20Tokens(origin, name) : [],
    /^[A-Za-z•.]+$/.test(name) ? runeNamed(origin, name) : undefined,
    isTick ? mrc20Ticked(origin, name) : undefined,
  ]);
  const ticked = list.filter(({ ticker }) => foldTick(ticker) === foldTick(name));
  return [
    ...ticked.map(brc20),
    ...(rune === undefined ? [] : [runic(rune)]),
    ...(token === undefined ? [] : [mrc20(token)]),
  ];
}

async function brc20Tokens(origin: string, tick: string): Promise<Token[]> {
  return (await callApi(origin, 'tokenList', { query: { net: NET, tick } })).list;
}

async function ofAsset(origin: string, asset: string): Promise<NamedToken[]> {
  const { protocol, id } = splitAsset(asset) ?? { protocol: 'brc20', id: '' };
  const all = await listed(origin, protocol, id);
  return all.filter((one) => one.asset === asset);
}

async function listed(origin: string, protocol: NamedToken['kind'], id: string): Promise<NamedToken[]> {
  switch (protocol) {
    case 'brc20':
      return (await callApi(origin, 'tokenList', { query: { net: NET, size: '500' } })).list.map(brc20);
    case 'rune':
      return (await callApi(origin, 'runeList', { query: { net: NET, search: id } })).list.map(runic);
    case 'mrc20':
      return (await callApi(origin, 'mrc20List', { query: { net: NET, tick: id } })).list.map(mrc20);
  }
}
