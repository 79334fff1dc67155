/** Mints of MRC-20 tokens and ID-Coins, after the PINs that each mint uses up. Seeds and faucet mint with it. */
import { encodeUtf8, metaIdOf, needsShovels, outpoint, pinOutput } from '@rialto/protocols';
import type { Coin, Outpoint, PinCheck, PinId, Txid } from '@rialto/protocols';
import { planFollow, planMrc20Mint, planPin } from '@rialto/psbt';
import type { MintedMrc20, Mrc20MintRequest } from '@rialto/psbt';
import type { PrivateChain } from '../chain/private-chain.ts';
import { coinsAt } from './facts.ts';
import type { Inscriber } from './inscriber.ts';
import { mineJobs, stepsOf } from './workshop.ts';
import type { Job } from './workshop.ts';

export interface MintRequest {
  readonly who: Inscriber;
  readonly token: MintedMrc20;
  readonly destination: Uint8Array;
}

export interface MintPlace {
  readonly chain: PrivateChain;
  readonly origin: string;
  /** Waits until the index has the node's tip. */
  ready(): Promise<void>;
}

type Shovels = Mrc20MintRequest['shovels'];

const MAX_SHOVELS = 10;
const SHOVEL_PATH = '/protocols/shovel';
const FOLLOW = /^\/follow\['([^'=]+)'\]$/;

/** How many PINs we make for one mint; undefined for conditions that we do not know how to meet. */
export function shovelsFor({ creator, lvl, path, count }: PinCheck): number | undefined {
  if (!needsShovels({ creator, lvl, path, count })) return 0;
  const number = /^[0-9]{1,2}$/.test(count) ? Number.parseInt(count, 10) : MAX_SHOVELS + 1;
  const isKnown = FOLLOW.test(path) || !path.includes('[');
  return creator === '' && lvl === '' && isKnown && number <= MAX_SHOVELS ? number : undefined;
}

/** Mints once for each request, all in one block. @returns the commit and the reveal of each mint */
export async function mintMrc20(place: MintPlace, requests: readonly MintRequest[]): Promise<Txid[][]> {
  const shovels = await makeShovels(place, requests);
  const done = await mineJobs(
    place.chain,
    requests.map(({ who, token, destination }, at) => ({
      who,
      plan: (means) => {
        const request = { ...means, token, destination, network: 'regtest' as const };
        return stepsOf(planMrc20Mint({ ...request, shovels: shovels[at] ?? [] }));
      },
    })),
  );
  return done.map(({ txids }) => [...txids]);
}

/** @returns the shovels of each request, on coins as the index has them */
async function makeShovels(place: MintPlace, requests: readonly MintRequest[]): Promise<Shovels[]> {
  const jobs = requests.flatMap((request) =>
    Array.from({ length: shovelsFor(request.token.pinCheck) ?? 0 }, () => shovelJob(request)),
  );
  const made = (await mineJobs(place.chain, jobs)).map((one) => one.made);
  if (made.length > 0) await place.ready();
  const coins = await coinsAt(
    place.origin,
    made.map(({ pin }) => beginning(pin)),
  );
  const shovels = made.map(({ pin, request }, at) => ({
    request,
    shovel: shovelOf(pin, coins[at], request),
  }));
  return requests.map((own) => shovels.filter(({ request }) => request === own).map(({ shovel }) => shovel));
}

function beginning(pin: PinId): Outpoint {
  const { txid, vout } = pinOutput(pin);
  return outpoint(txid, vout);
}

const issuerOf = ({ path }: PinCheck): string | undefined => FOLLOW.exec(path)?.[1];

/** A follow of the issuer, or a PIN of the path that the token asks for. */
function shovelJob(request: MintRequest): Job<{ pin: PinId; request: MintRequest }> {
  const { pinCheck } = request.token;
  const issuer = issuerOf(pinCheck);
  const path = pinCheck.path === '' ? SHOVEL_PATH : pinCheck.path.replace(/\/\*$/, '');
  const words = { operation: 'create' as const, path, contentType: 'text/plain', body: bodyOf(pinCheck) };
  return {
    who: request.who,
    plan: (means) => {
      const { steps, made } = stepsOf(
        issuer === undefined ? planPin(words, means) : planFollow(issuer, means),
      );
      return { steps, made: { pin: made, request } };
    },
  };
}

function bodyOf(check: PinCheck): Uint8Array {
  return encodeUtf8(issuerOf(check) ?? 'shovel') ?? new Uint8Array(0);
}

/** No condition that we meet looks at the proof of work. */
const NO_WORK = '';

function shovelOf(id: PinId, coin: Coin | undefined, { who, token }: MintRequest): Shovels[number] {
  const found = coin?.assets.find((asset) => asset.kind === 'pin' && asset.id === id);
  if (coin === undefined || found?.kind !== 'pin')
    throw new Error(`invariant: the PIN ${id} is where it was made`);
  const creator = metaIdOf(who.address);
  return { coin, pins: [{ id, path: found.path, body: bodyOf(token.pinCheck), pop: NO_WORK, creator }] };
}
