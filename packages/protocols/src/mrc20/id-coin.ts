/** Which MRC-20 tokens are ID-Coins: the shape of their deploy, and a tick signed by a trusted key (metaid §9). */
import { isFlaw } from '../flaw.ts';
import { fieldsOf, parseInteger, readGo, textsOf } from '../json/go.ts';
import type { Mrc20Deploy } from './deploy.ts';

interface IdCoin {
  /** MetaID of the issuer; one follow PIN of it is one mint. */
  readonly issuer: string;
  readonly followersLimit: bigint;
  /** Satoshis each mint pays. */
  readonly liquidityPerMint: bigint;
  /** Address of the pool. */
  readonly pool: string;
  readonly message: string;
  readonly tickSign: string;
}

const FOLLOW = /^\/follow\['([0-9a-f]{64})'\]$/;

type Shape = Pick<Mrc20Deploy, 'decimals' | 'mintCount' | 'pinCheck' | 'payCheck' | 'metadata'>;

/** The fields of a deploy of the ID-Coin shape; undefined for any other. The signature is not checked. */
export function idCoinOf(deploy: Shape): IdCoin | undefined {
  const { pinCheck, payCheck } = deploy;
  const issuer = FOLLOW.exec(pinCheck.path)?.[1];
  const liquidityPerMint = payCheck && parseInteger(payCheck.payAmount);
  const note = noteOf(deploy.metadata);
  if (issuer === undefined || liquidityPerMint === undefined || note === undefined) return undefined;
  if (deploy.decimals !== 8 || pinCheck.count !== '1' || liquidityPerMint < 0n) return undefined;
  const pool = payCheck?.payTo ?? '';
  return { issuer, followersLimit: deploy.mintCount, liquidityPerMint, pool, ...note };
}

function noteOf(metadata: string): { message: string; tickSign: string } | undefined {
  const json = readGo(metadata);
  const fields = isFlaw(json) ? json : fieldsOf([json.value]);
  const note = isFlaw(fields) ? fields : textsOf(fields, ['message', 'tickSign']);
  return isFlaw(note) || note.tickSign === '' ? undefined : note;
}

/** Says whether a trusted key signed tick, pool key and pool address. The keys are a setting of the operator. */
export type TickSignCheck = (signed: { tick: string; pool: string; tickSign: string }) => boolean;

/** `id-coins` for a token of the right shape signed by a trusted key, '' for every other. */
export function mrc20Tag(
  deploy: Shape & Pick<Mrc20Deploy, 'display'>,
  isTrusted: TickSignCheck,
): '' | 'id-coins' {
  const coin = idCoinOf(deploy);
  if (coin === undefined) return '';
  return isTrusted({ tick: deploy.display, pool: coin.pool, tickSign: coin.tickSign }) ? 'id-coins' : '';
}
