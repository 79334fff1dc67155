/** The signer's MVC half in this process: a private chain behind its node's door, an honest index, a pool of a token that was really minted, and its users. */
import { SignerRequest } from '@rialto/contract';
import { buffer, checkScript, completePlan, mvc as library, plain } from '@rialto/contracts';
import { openPrivateMvc } from '@rialto/devnet/mvc';
import type { PrivateMvcChain } from '@rialto/devnet/mvc';
import { openMvcNode } from '@rialto/ground';
import {
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checkOfBuy,
  checkOfSell,
  nameMvcTransaction,
  readMvcTransaction,
  signMvcInput,
  signedByUser,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcCoin, MvcPlan, MvcSignature, MvcTransaction, TokenKey } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw, sats } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { onTestFinished } from 'vitest';
import { ZodError } from 'zod';
import type { MvcSwapAct, MvcSigned } from '@rialto/contract';
import { readConfig } from '../../src/config.ts';
import { readMvcAct } from '../../src/mvc/act.ts';
import type { MvcSource } from '../../src/mvc/books/source.ts';
import { openMvc } from '../../src/mvc/open-mvc.ts';
import type { MvcParts } from '../../src/mvc/parts.ts';
import { handleMvc, isMvc } from '../../src/mvc/requests.ts';
import { folder } from '../folder.ts';
import { honestIndex } from './honest-index.ts';
import { accepted, begun, first, mint, moved, person, txOn } from './people.ts';
import type { Minted, Person } from './people.ts';

export const USER = person(1);
export const STRANGER = person(4);
export const POOL_SPACE = 50_000_000n;
export const POOL_UNITS = 1_000_000_000n;
export const SHARES = 9_000_000_000_000_000n;
/** Of what the settings have no default for. */
const NEEDED = { NODE_RPC_URL: 'http://127.0.0.1:1', LEDGER_URL: 'postgres://x', SIGNER_SOCKET: '/x' };
const COSTS = { fee: '20000', checkSats: '1000', checkFee: '6000', tokenSats: '2019' };

export interface MvcWorld {
  readonly chain: PrivateMvcChain;
  readonly directory: string;
  parts: MvcParts;
  /** Milliseconds since 1970. */
  clock: number;
  token: TokenKey;
  share: TokenKey;
  readonly tokenGenesis: MvcCoin;
  /** Honest, until a test has it lie. */
  index: MvcSource['ledger'];
  /** Another signer process over the same folder. */
  restart(settings?: Readonly<Record<string, string>>): void;
  /** @returns the answer, or a refusal's code */
  ask(request: unknown): Promise<Answered>;
}

export type Answered =
  { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly code: string };

/** One that has no pool yet. */
export async function openMvcWorld(settings: Readonly<Record<string, string>> = {}): Promise<MvcWorld> {
  let seconds = 1_780_000_000;
  const { chain, url, stop } = await openPrivateMvc(undefined, () => (seconds += 600));
  const node = openMvcNode({ url });
  onTestFinished(async () => {
    world.parts.journal.close();
    node.close();
    await stop();
  });
  const directory = folder();
  const open = (more: Readonly<Record<string, string>> = {}): MvcParts =>
    openMvc(readConfig({ ...NEEDED, NETWORK: 'regtest', SIGNER_DIR: directory, ...settings, ...more }), {
      chain: node,
      ledger: {
        tip: () => world.index.tip(),
        byCore: (cores) => world.index.byCore(cores),
        spentBy: (points) => world.index.spentBy(points),
      },
      mayMake: true,
      stopped: () => false,
      now: () => world.clock,
    });
  const genesis = begun(chain, 'TC');
  const tokens = mint(chain, genesis, { holder: USER.hash, units: 50_000_000n });
  if (tokens.genesis === undefined) throw new Error('more can be minted');
  chain.mine();
  const world: MvcWorld = {
    ...{ chain, directory, clock: 1_790_000_000_000, tokenGenesis: tokens.genesis },
    ...{ token: tokens.token, share: tokens.token, index: honestIndex(chain) },
    parts: open(),
    restart: (more) => {
      const before = world.parts;
      world.parts = open(more);
      before.journal.close();
    },
    ask: async (asked) => {
      try {
        const request = SignerRequest.parse(JSON.parse(JSON.stringify(asked)));
        if (!isMvc(request)) throw new Error('of MVC');
        return { ok: true, data: await handleMvc(world.parts, request, () => false) };
      } catch (error) {
        if (error instanceof Refusal) return { ok: false, code: error.code };
        // As the socket does.
        if (error instanceof ZodError || error instanceof SyntaxError)
          return { ok: false, code: 'bad-request' };
        throw error;
      }
    },
  };
  return world;
}

export interface MvcPool {
  readonly number: number;
  readonly key: { readonly hash: Uint8Array; readonly script: Uint8Array; readonly holder: Uint8Array };
  /** What it was opened with: SPACE, tokens, shares. */
  readonly first: readonly MvcCoin[];
  readonly genesis: MvcCoin;
}

/** Told, or an error with the code. */
export async function told(answer: Promise<Answered>): Promise<Record<string, unknown>> {
  const given = await answer;
  if (!given.ok) throw new Error(`refused: ${given.code}`);
  return given.data as Record<string, unknown>;
}

/** A pool with one lane, and coins of the payer. */
export async function openedPool(world: MvcWorld, lanes = 1, genesis = world.tokenGenesis): Promise<MvcPool> {
  const { chain, token } = world;
  const { pool } = await told(world.ask({ op: 'mvcNewPool', make: { token } }));
  const number = Number(pool);
  const key = world.parts.poolKey(number);
  const space = moved(
    chain,
    key.script,
    Array.from({ length: lanes }, () => POOL_SPACE / BigInt(lanes)),
  );
  const minted = mintAll(chain, genesis, { holder: key.holder, units: POOL_UNITS / BigInt(lanes) }, lanes);
  const shares = mint(chain, begun(chain, 'LP'), { holder: key.holder, units: SHARES, isLast: true });
  moved(chain, world.parts.payer.script, [500_000n, 400_000n, 300_000n]);
  chain.mine();
  const all = [...space, ...minted.map(({ coin }) => coin), shares.coin];
  world.share = shares.token;
  await told(
    world.ask({
      op: 'mvcOpen',
      open: { pool: number, share: shares.token, coins: all.map(({ outpoint }) => outpoint) },
    }),
  );
  return { number, key, first: all, genesis: minted.at(-1)?.genesis ?? genesis };
}

function mintAll(
  chain: PrivateMvcChain,
  genesis: MvcCoin,
  to: { readonly holder: Uint8Array; readonly units: bigint },
  count: number,
): Minted[] {
  const all: Minted[] = [];
  for (let from: MvcCoin | undefined = genesis; from !== undefined && all.length < count;) {
    const one: Minted = mint(chain, from, to);
    all.push(one);
    from = one.genesis;
  }
  return all;
}

/** Coins of a script, the largest first. */
export const coinsAt = (world: MvcWorld, script: Uint8Array): MvcCoin[] =>
  [...world.chain.coins((one) => bytesToHex(one) === bytesToHex(script))].sort((a, b) =>
    a.value > b.value ? -1 : 1,
  );

/** Coins of SPACE for somebody, in a block. */
export function fundedFor(world: MvcWorld, who: Pick<Person, 'script'>, value: bigint, count = 1): MvcCoin[] {
  const coins = moved(
    world.chain,
    who.script,
    Array.from({ length: count }, () => value),
  );
  world.chain.mine();
  return coins;
}

/** The raw check of an act, by the published contracts. */
export async function checkOf(world: MvcWorld, pool: number, act: MvcSwapAct) {
  const check = await neededCheck(world, pool, act);
  return world.ask({ op: 'mvcCheck', check: { pool, act, checkScripts: [check] } });
}

/** The script that the act needs, as the server is told by its worker. */
export async function neededCheck(world: MvcWorld, pool: number, act: MvcSwapAct): Promise<string> {
  const { coins } = world.parts.source;
  const at = async (point: Outpoint): Promise<MvcCoin> => (await coins.at(point)).coin;
  const parties = {
    ...{ token: act.token, userKey: hexToBytes(act.userKey), poolHash: world.parts.poolKey(pool).hash },
    ...{ sats: sats(BigInt(act.sats)), units: BigInt(act.units), tokenSats: TOKEN_OUTPUT_SATS },
  };
  if (act.side === 'sell') {
    const userTokens = await Promise.all(act.userTokens.map(at));
    return bytesToHex(checkScript(checkOfSell({ ...parties, userTokens })));
  }
  const lane = { tokens: await Promise.all(act.poolTokens.map(at)), space: await at(act.poolSpace) };
  const userCoins = await Promise.all(act.userCoins.map(at));
  const refill = {
    value: sats(BigInt(act.checkSats) + BigInt(act.checkFee)),
    script: world.parts.payer.script,
  };
  return bytesToHex(checkScript(checkOfBuy({ ...parties, lane, userCoins, refill })));
}

export interface Drawn {
  readonly act: MvcSwapAct;
  readonly check: MvcTransaction;
  readonly plan: MvcPlan;
  readonly signed: readonly MvcSigned[];
}

/** The plan of an act over a check, signed by its user. */
export async function drawn(
  world: MvcWorld,
  pool: number,
  {
    act,
    rawCheck,
    who = USER,
  }: { readonly act: MvcSwapAct; readonly rawCheck: string; readonly who?: Person },
): Promise<Drawn> {
  const { parts } = world;
  const check = readMvcTransaction(hexToBytes(rawCheck));
  if (isFlaw(check)) throw new Error(check.flaw);
  const read = await readMvcAct(parts.source.coins, parts.poolKey(pool), act);
  const plan = read.plan(check);
  const tx = bodyOfPlan(plan);
  const signed = signedByUser(plan).map((index) => {
    const coin = plan.inputs[index]?.coin;
    if (coin === undefined) throw new Error('a coin');
    return wireOf(index, signMvcInput({ tx, index, coin }, who.secret));
  });
  return { act, check, plan, signed };
}

const wireOf = (index: number, { signature, publicKey }: MvcSignature): MvcSigned => ({
  ...{ index, signature: bytesToHex(signature), publicKey: bytesToHex(publicKey) },
});

export const swapRequest = (pool: number, { act, check, signed }: Drawn) => ({
  op: 'mvcSwap' as const,
  swap: { pool, act, check: bytesToHex(writeMvcTransaction(check)), signed },
});

/** With everything that the contracts ask for. */
function completed(world: MvcWorld, { plan, check, signed }: Drawn, half: MvcSigned): MvcTransaction {
  const signatures = new Map(
    [...signed, half].map(({ index, signature, publicKey }) => [
      index,
      { signature: hexToBytes(signature), publicKey: hexToBytes(publicKey) },
    ]),
  );
  const known = txOn(world.chain);
  return nameMvcTransaction(
    completePlan({ plan, signatures, txOf: (txid) => (txid === check.txid ? check : known(txid)) }),
  );
}

export interface Done extends Drawn {
  readonly half: MvcSigned;
  readonly swap: MvcTransaction;
}

/** From the act to both transactions in the node's mempool. */
export async function swapped(world: MvcWorld, pool: number, act: MvcSwapAct, isSent = true): Promise<Done> {
  const { check } = await told(checkOf(world, pool, act));
  const one = await drawn(world, pool, { act, rawCheck: String(check) });
  const { signed } = await told(world.ask(swapRequest(pool, one)));
  const half = signed as MvcSigned;
  const swap = completed(world, one, half);
  if (isSent) accepted(world.chain, one.check, swap);
  return { ...one, half, swap };
}

export interface Lane {
  readonly tokens: Outpoint;
  readonly space: Outpoint;
}

/** Of the price rule at half the fee or better; see `market`. */
export function buyAct(
  world: MvcWorld,
  lane: Lane,
  terms: { sats: bigint; units: bigint; coins: readonly MvcCoin[] },
): MvcSwapAct {
  return {
    ...{ side: 'buy', token: world.token, userKey: bytesToHex(USER.key), ...COSTS },
    ...{ sats: terms.sats.toString(), units: terms.units.toString() },
    ...{ poolTokens: [lane.tokens], poolSpace: lane.space },
    userCoins: terms.coins.map(({ outpoint }) => outpoint),
    checkCoin: first(coinsAt(world, world.parts.payer.script)).outpoint,
  };
}

export function sellAct(
  world: MvcWorld,
  space: Outpoint,
  terms: { sats: bigint; units: bigint; tokens: readonly Outpoint[] },
): MvcSwapAct {
  return {
    ...{ side: 'sell', token: world.token, userKey: bytesToHex(USER.key), ...COSTS },
    ...{ sats: terms.sats.toString(), units: terms.units.toString() },
    ...{ poolSpace: space, userTokens: [...terms.tokens] },
  };
}

/** Of an unlocking the contract reads neither sender's key nor sender's signature: the parts 22 and 23 of the scriptSig. */
const UNREAD = 22;

/** The same purchase under another id, as anybody can make it. */
export function twinOf(swap: MvcTransaction): MvcTransaction {
  const [token, ...others] = swap.inputs;
  if (token === undefined) throw new Error('the pool’s token');
  const script = new library.Script(buffer(token.scriptSig));
  script.chunks[UNREAD] = { opcodenum: 3, len: 3, buf: buffer(Uint8Array.of(7, 7, 7)) };
  return nameMvcTransaction({
    ...swap,
    inputs: [{ ...token, scriptSig: plain(script.toBuffer()) }, ...others],
  });
}
