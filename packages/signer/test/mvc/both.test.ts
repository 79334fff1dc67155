/** A sale and the purchase over its SPACE: the hash of what would be signed, then both halves or none, the same again after a restart; and what is no pair. */
import type { MvcHeldSale, MvcSigned, MvcSwapAct } from '@rialto/contract';
import { completePlan } from '@rialto/contracts';
import { buyExactIn, reachOf, sellExactIn } from '@rialto/market';
import {
  bareOf,
  coinOf,
  nameMvcTransaction,
  p2pkhScriptSig,
  readBareTransaction,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcCoin, MvcTransaction, TokenKey } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { withUnsent } from '../../src/mvc/coins.ts';
import { accepted, begun, first, mint, txOn } from './people.ts';
import {
  POOL_SPACE,
  POOL_UNITS,
  STRANGER,
  USER,
  buyAct,
  checkOf,
  drawn,
  fundedFor,
  neededCheck,
  openMvcWorld,
  openedPool,
  sellAct,
  swapRequest,
  swapped,
  told,
} from './world.ts';
import type { Drawn, MvcPool, MvcWorld } from './world.ts';

const LP = 3_000n;
const SOLD = 20_000_000n;
/** Of swap and check. */
const NETWORK = 26_000n;
const TOKEN_SATS = 2_019n;
const AT = reachOf({ r1: POOL_SPACE, r2: POOL_UNITS, shares: 1n }, []);

interface Place {
  readonly world: MvcWorld;
  readonly from: MvcPool;
  readonly to: MvcPool;
  readonly toToken: TokenKey;
}

async function begin(): Promise<Place> {
  const world = await openMvcWorld();
  const from = await openedPool(world);
  const fromToken = world.token;
  const other = mint(world.chain, begun(world.chain, 'TD'), { holder: STRANGER.hash, units: 1n });
  if (other.genesis === undefined) throw new Error('more can be minted');
  world.token = other.token;
  const to = await openedPool(world, 1, other.genesis);
  world.token = fromToken;
  return { world, from, to, toToken: other.token };
}

const laneOf = ({ first: [space, tokens] }: MvcPool): { space: Outpoint; tokens: Outpoint } => {
  if (space === undefined || tokens === undefined) throw new Error('a lane');
  return { space: space.outpoint, tokens: tokens.outpoint };
};

/** The user's tokens sold, all costs off. */
async function soldBy({ world, from }: Place): Promise<Drawn> {
  const coin = first(
    world.chain.coins(
      (script) => script.length > 2_000 && Buffer.from(script).includes(Buffer.from(USER.hash)),
    ),
  );
  const act = sellAct(world, laneOf(from).space, {
    units: SOLD,
    sats: sellExactIn(AT, SOLD, LP) - NETWORK - 2n * TOKEN_SATS + coin.value,
    tokens: [coin.outpoint],
  });
  const { check } = await told(checkOf(world, from.number, act));
  return drawn(world, from.number, { act, rawCheck: String(check) });
}

const requestOf = ({ act, check, signed }: Drawn, pool: number) => ({
  ...{ pool, act, check: bytesToHex(writeMvcTransaction(check)), signed: [...signed] },
});

const halves = (all: readonly MvcSigned[]) =>
  new Map(
    all.map(({ index, signature, publicKey }) => [
      index,
      { signature: hexToBytes(signature), publicKey: hexToBytes(publicKey) },
    ]),
  );

/** With what is signed of it, the rest as the contracts ask. */
function filled(
  world: MvcWorld,
  { plan, check }: Drawn,
  signed: readonly MvcSigned[],
  more?: MvcTransaction,
) {
  const known = txOn(world.chain);
  const made = new Map([check, ...(more === undefined ? [] : [more])].map((tx) => [tx.txid, tx]));
  const txOf = (txid: MvcTransaction['txid']): MvcTransaction => made.get(txid) ?? known(txid);
  return completePlan({ plan, signatures: halves(signed), txOf });
}

interface Held {
  readonly sale: Drawn;
  readonly held: MvcHeldSale;
  readonly tx: MvcTransaction;
}

async function heldBy(place: Place): Promise<Held> {
  const { world, from } = place;
  const sale = await soldBy(place);
  const hold = requestOf(sale, from.number);
  const { scriptSig } = await told(world.ask({ op: 'mvcHold', hold }));
  const at = sale.plan.inputs.findIndex(({ role }) => role === 'pool-space');
  const { raw, scriptSigs } = bareOf(filled(world, sale, sale.signed));
  const hashes = scriptSigs.map(bytesToHex).with(at, String(scriptSig));
  const tx = readBareTransaction({ raw, scriptSigs: hashes.map(hexToBytes) });
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return { sale, held: { ...hold, scriptSigs: hashes }, tx };
}

const spaceOf = (tx: MvcTransaction): MvcCoin => coinOf(tx, tx.outputs.length - 1);

/** @param units more than the price gives, or what it gives */
function boughtWith({ world, to, toToken }: Place, coin: MvcCoin, more = 0n): MvcSwapAct {
  const paid = coin.value - NETWORK - TOKEN_SATS;
  const act = buyAct(world, laneOf(to), {
    sats: paid,
    units: buyExactIn(AT, paid, LP) + more,
    coins: [coin],
  });
  return { ...act, token: toToken };
}

/** What sees the sale though no node has it. */
const seeing = ({ world }: Place, tx: MvcTransaction): MvcWorld => {
  const { parts } = world;
  const source = { ...parts.source, coins: withUnsent(parts.source.coins, tx) };
  return { ...world, parts: { ...parts, source } };
};

async function boughtBy(
  place: Place,
  { held, tx }: Held,
  act = boughtWith(place, spaceOf(tx)),
): Promise<Drawn> {
  const { world, to } = place;
  const seen = seeing(place, tx);
  const checkScripts = [await neededCheck(seen, to.number, act)];
  const asked = { pool: to.number, act, checkScripts, after: held };
  const { check } = await told(world.ask({ op: 'mvcCheck', check: asked }));
  return drawn(seen, to.number, { act, rawCheck: String(check) });
}

const bothOf = (place: Place, { held }: Held, bought: Drawn) => ({
  op: 'mvcBoth' as const,
  both: { sale: held, purchase: requestOf(bought, place.to.number) },
});

const linesOf = ({ world, from, to }: Place): number =>
  [from, to].reduce((sum, { number }) => sum + world.parts.journal.recall.signed(number).length, 0);

it('both are signed, taken by the node together, mined and counted by both pools', async () => {
  const place = await begin();
  const { world, from, to } = place;
  const before = linesOf(place);
  const held = await heldBy(place);
  expect(linesOf(place), 'the check alone').toBe(before + 1);
  const bought = await boughtBy(place, held);
  const answer = await told(world.ask(bothOf(place, held, bought)));
  const [sale, purchase] = [answer['sale'], answer['purchase']] as [MvcSigned, MvcSigned];
  const first = nameMvcTransaction(filled(world, held.sale, [...held.sale.signed, sale]));
  expect(first.txid).toBe(held.tx.txid);
  const second = nameMvcTransaction(filled(world, bought, [...bought.signed, purchase], first));
  accepted(world.chain, held.sale.check, first, bought.check, second);
  const views = async () => Promise.all([from, to].map(async ({ number }) => world.parts.view(number)));
  for (const { pending } of await views()) expect(pending.map(({ kind }) => kind)).toEqual(['check', 'swap']);
  world.chain.mine();
  expect(world.chain.transaction(second.txid)?.height).toBe(world.chain.height);
  const [a, b] = await views();
  expect(a?.confirmed).toMatchObject({
    r1: POOL_SPACE - sellExactIn(AT, SOLD, LP),
    r2: POOL_UNITS + SOLD,
  });
  expect(b?.confirmed).toMatchObject({
    r1: POOL_SPACE + BigInt(bought.act.sats),
    r2: POOL_UNITS - BigInt(bought.act.units),
  });
});

it('what is told first is the hash of the signature that comes later, and of nothing else', async () => {
  const place = await begin();
  const held = await heldBy(place);
  const answer = await told(place.world.ask(bothOf(place, held, await boughtBy(place, held))));
  const half = answer['sale'] as MvcSigned;
  const [signature] = halves([half]).values();
  if (signature === undefined) throw new Error('a half');
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(p2pkhScriptSig(signature)));
  expect(held.held.scriptSigs[half.index]).toBe(bytesToHex(new Uint8Array(digest)));
});

it('the same again is answered alike, also by another process', async () => {
  const place = await begin();
  const held = await heldBy(place);
  const asked = bothOf(place, held, await boughtBy(place, held));
  const answer = await place.world.ask(asked);
  expect(answer.ok).toBe(true);
  const lines = linesOf(place);
  expect(await place.world.ask(asked)).toEqual(answer);
  place.world.restart();
  expect(await place.world.ask(asked)).toEqual(answer);
  expect(linesOf(place)).toBe(lines);
});

it('a signer that ends between its two lines goes on where it was', async () => {
  const place = await begin();
  const { world } = place;
  const held = await heldBy(place);
  const asked = bothOf(place, held, await boughtBy(place, held));
  const before = linesOf(place);
  const { journal } = world.parts;
  let appended = 0;
  const append: typeof journal.append = (line) => {
    appended += 1;
    if (appended === 2) throw new Error('the disk is full');
    journal.append(line);
  };
  world.parts = { ...world.parts, journal: { ...journal, append } };
  await expect(world.ask(asked)).rejects.toThrow('the disk is full');
  expect(appended).toBe(2);
  world.restart();
  expect(linesOf(place)).toBe(before + 1);
  expect(await world.ask(asked)).toMatchObject({ ok: true });
  expect(linesOf(place)).toBe(before + 2);
});

it('a purchase at another price than the pool’s: neither is signed', async () => {
  const place = await begin();
  const held = await heldBy(place);
  const bought = await boughtBy(place, held);
  const before = linesOf(place);
  const [short] = bought.signed;
  if (short === undefined) throw new Error('his half');
  const wrong = { ...bought, signed: [{ ...short, signature: short.signature.replace(/^3/, '4') }] };
  expect(await place.world.ask(bothOf(place, held, wrong))).toMatchObject({ ok: false });
  const dear = boughtWith(place, spaceOf(held.tx), 10_000_000n);
  const checkScripts = [await neededCheck(seeing(place, held.tx), place.to.number, dear)];
  const asked = { pool: place.to.number, act: dear, checkScripts, after: held.held };
  expect(await place.world.ask({ op: 'mvcCheck', check: asked })).toEqual({
    ok: false,
    code: 'price-changed',
  });
  expect(linesOf(place)).toBe(before);
});

it('another had the other pool’s coin meanwhile: neither is signed', async () => {
  const place = await begin();
  const { world, to, toToken } = place;
  const held = await heldBy(place);
  const bought = await boughtBy(place, held);
  const coins = fundedFor(world, USER, 1_400_000n);
  const rival = buyAct(world, laneOf(to), {
    ...{ sats: 1_000_000n, units: buyExactIn(AT, 1_000_000n, LP), coins },
  });
  await swapped(world, to.number, { ...rival, token: toToken });
  const before = linesOf(place);
  expect(await world.ask(bothOf(place, held, bought))).toEqual({ ok: false, code: 'coin-spent' });
  expect(linesOf(place)).toBe(before);
  expect(world.parts.journal.recall.act(held.tx.core)).toBeUndefined();
});

it('a sale whose coin a block gives to another ends the purchase too: it counts for nothing at the other pool', async () => {
  const place = await begin();
  const { world, from, to } = place;
  const held = await heldBy(place);
  await told(world.ask(bothOf(place, held, await boughtBy(place, held))));
  const pending = async (): Promise<string[]> =>
    (await world.parts.view(to.number)).pending.map(({ kind }) => kind);
  expect(await pending()).toEqual(['check', 'swap']);
  // Nobody has sent the two: another sale has the pool's coin.
  const before = held.sale.act;
  const rival = { ...before, sats: (BigInt(before.sats) - 1_000n).toString() };
  await swapped(world, from.number, rival);
  world.chain.mine();
  expect(await pending(), 'the check, which the wallet pays, alone').toEqual(['check']);
});

it('a sale that was signed by itself gets no purchase afterwards', async () => {
  const place = await begin();
  const { world, from } = place;
  const held = await heldBy(place);
  const bought = await boughtBy(place, held);
  await told(world.ask(swapRequest(from.number, held.sale)));
  const refused = { ok: false, code: 'not-admitted' };
  expect(await world.ask(bothOf(place, held, bought))).toEqual(refused);
  expect(await world.ask({ op: 'mvcHold', hold: requestOf(held.sale, from.number) })).toEqual(refused);
});

it('what is no pair is no pair', async () => {
  const place = await begin();
  const { world, from, to } = place;
  const held = await heldBy(place);
  const act = boughtWith(place, spaceOf(held.tx));
  const checkScripts = [await neededCheck(seeing(place, held.tx), to.number, act)];
  const asked = (check: object) =>
    world.ask({ op: 'mvcCheck', check: { pool: to.number, act, checkScripts, ...check } });
  const no = (code: string) => ({ ok: false, code });
  expect(await asked({}), 'a coin that nobody has').toEqual(no('coin-unknown'));
  const { held: sale } = held;
  const others = sale.scriptSigs.map((one) => (one === sale.scriptSigs.at(-2) ? 'ab'.repeat(32) : one));
  expect(await asked({ after: { ...sale, scriptSigs: others } })).toEqual(no('effects-differ'));
  expect(await asked({ after: { ...sale, scriptSigs: sale.scriptSigs.slice(1) } })).toMatchObject({
    ok: false,
  });
  expect(await asked({ after: { ...sale, signed: [] } })).toEqual(no('signature-missing'));
  const last = sale.scriptSigs.with(-1, 'cd'.repeat(32));
  expect(await asked({ after: { ...sale, scriptSigs: last } }), 'another id').toEqual(no('coin-unknown'));
  const own = boughtWith(place, first(fundedFor(world, USER, 2_000_000n)));
  const ownScripts = [await neededCheck(world, to.number, own)];
  const apart = { act: own, checkScripts: ownScripts, after: sale };
  expect(await asked(apart), 'a purchase with other SPACE').toEqual(no('bad-request'));
  const back = {
    ...sellAct(world, laneOf(from).space, { units: 1n, sats: 1n, tokens: [] }),
    ...held.sale.act,
  };
  const after = { pool: from.number, act: back, checkScripts, after: sale };
  expect(await asked(after), 'a sale over a sale').toEqual(no('bad-request'));
});
