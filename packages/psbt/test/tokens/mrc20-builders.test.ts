import { afterEach, describe, expect, it } from 'vitest';
import { amount, metaIdOf, mrc20Asset, outpoint, pinId, sats, PLAIN_DEPLOY } from '@rialto/protocols';
import type { Coin, PinId } from '@rialto/protocols';
import {
  acceptReveal,
  planFollow,
  planIdCoinDeploy,
  planIdCoinMint,
  planMrc20Deploy,
  planMrc20Mint,
  planMrc20Transfer,
  planPin,
  scriptToAddress,
} from '../../src/index.ts';
import type {
  IdCoinWords,
  Mrc20DeployRequest,
  Mrc20DeployWords,
  Mrc20MintRequest,
  Mrc20TransferRequest,
  PinRequest,
  Planned,
  RevealPlan,
} from '../../src/index.ts';
import { World, transaction } from '../ledger-world.ts';
import { coin, mrc20On, user, pinOn, plainAsset, refusalOf, runeOn, walletSigns } from '../people.ts';
import type { User } from '../people.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
const revealKey = new Uint8Array(32).fill(8);
const bob = user('bob', 'p2tr');
const cat = user('cat', 'p2wpkh');

function signed(plan: RevealPlan, who: User): { commit: Uint8Array; reveal: Uint8Array } {
  const [commit, reveal] = [plan.commit, plan.reveal].map((one) => walletSigns(one.psbt, who, one.toSign));
  if (commit === undefined || reveal === undefined) throw new Error('two steps');
  return { commit, reveal };
}

/** Signs both, mines both, and answers the coins of the reveal as the ledger has them. */
function mined(world: World, plan: RevealPlan, who: User): Coin[] {
  const done = acceptReveal(plan, signed(plan, who));
  world.mine(done.commit.raw, done.reveal.raw);
  return transaction(done.reveal.raw).outputs.map((_, vout) => world.coin(outpoint(done.reveal.txid, vout)));
}

/** What nobody may let pass, whatever the builder. */
function assertsItsIntent(plan: RevealPlan, who: User): void {
  const halves = signed(plan, who);
  const told = (reveal: Planned): RevealPlan => ({ ...plan, reveal });
  const { intent } = plan.reveal;
  const greedy = { ...plan.reveal, intent: { ...intent, fee: sats(intent.fee + 1n) } };
  expect(() => acceptReveal(told(greedy), halves)).toThrow('intended');
  const parties = intent.parties.map((party) => ({ ...party, gets: party.gets.slice(1) }));
  expect(() => acceptReveal(told({ ...plan.reveal, intent: { ...intent, parties } }), halves)).toThrow(
    'intended',
  );
  expect(() => acceptReveal(told({ ...plan.reveal, ours: [] }), halves)).toThrow('signed');
  expect(refusalOf(() => acceptReveal(plan, { ...halves, commit: plan.commit.psbt }))).toBe(
    'signature-missing',
  );
  expect(refusalOf(() => acceptReveal(plan, { ...halves, commit: halves.reveal }))).toBe('psbt-changed');
}

const words: Mrc20DeployWords = {
  ...PLAIN_DEPLOY,
  display: 'Man',
  tokenName: 'a token',
  decimals: 2,
  amountPerMint: 10n,
  mintCount: 100n,
  premineCount: 50n,
};

describe.each(kinds)('MRC-20 of a %s payer, through the ledgers', (kind) => {
  const ann = user('ann', kind);
  const world = new World();
  const request = (): PinRequest => ({
    payer: { script: ann.script, key: ann.key, coins: world.fund(ann, 60_000n) },
    revealKey,
    feeRateSatVb: 2,
  });
  const deployed = planMrc20Deploy({ ...request(), deploy: words, destination: ann.script, isTaken: false });
  const [deployCoin, premine] = mined(world, deployed, ann);
  const asset = mrc20Asset(deployed.pin);
  if (premine === undefined) throw new Error('no premine');

  afterEach(() => {
    expect(world.odd(), 'tokens that cannot be listed').toEqual([]);
  });

  it('deploys: the deploy PIN alone on output 0, the premine alone on output 1', () => {
    expect(deployCoin?.assets).toMatchObject([{ kind: 'pin', path: '/ft/mrc20/deploy' }]);
    expect(premine.assets).toEqual([{ kind: 'mrc20', asset, tick: 'Man', decimals: 2, amount: 50_000n }]);
    expect(world.token(deployed.pin)).toMatchObject({ issued: 50_000n, mints: 50n, decimals: 2 });
  });

  it('transfers and splits: receivers get coins with nothing but tokens, the rest comes home to output 0', () => {
    const sends = [
      { asset, amount: amount(1234n), script: bob.script },
      { asset, amount: amount(66n), script: cat.script },
    ];
    const plan = planMrc20Transfer({ ...request(), coins: [premine], sends });
    const [home, data, first, second] = mined(world, plan, ann);
    const tokens = (units: bigint) => ({ kind: 'mrc20', asset, tick: 'Man', decimals: 2, amount: units });
    expect(first).toMatchObject({ value: 546n, script: bob.script });
    expect(first?.assets).toEqual([tokens(1234n)]);
    expect(second?.assets).toEqual([tokens(66n)]);
    expect(home?.assets).toEqual([tokens(48_700n)]);
    expect(home?.script).toEqual(ann.script);
    expect(data?.assets).toMatchObject([{ kind: 'pin', path: '/ft/mrc20/transfer' }]);
    expect(data?.script).toEqual(ann.script);
    if (home === undefined) throw new Error('no home');
    const sizes = [8000n, 20_000n, 20_700n].map((units) => ({
      asset,
      amount: amount(units),
      script: ann.script,
    }));
    const [left, , ...lots] = mined(
      world,
      planMrc20Transfer({ ...request(), coins: [home], sends: sizes }),
      ann,
    );
    expect(lots.map((lot) => lot.assets)).toEqual([[tokens(8000n)], [tokens(20_000n)], [tokens(20_700n)]]);
    expect(left?.assets).toEqual([]);
    const joined = planMrc20Transfer({
      ...request(),
      coins: lots,
      sends: [{ ...sends[0], amount: amount(48_700n) } as never],
    });
    expect(mined(world, joined, ann)[2]?.assets).toEqual([tokens(48_700n)]);
  });

  it('mints, with shovels that come home and a payment that is made', () => {
    const payTo = scriptToAddress(cat.script, 'regtest') ?? '';
    const pinCheck = { creator: '', lvl: '', path: '/protocols/shovel', count: '2' };
    const deploy = {
      ...words,
      display: 'DIG',
      premineCount: 0n,
      pinCheck,
      payCheck: { payTo, payAmount: '1500' },
    };
    const token = planMrc20Deploy({ ...request(), deploy, destination: ann.script, isTaken: false });
    expect(mined(world, token, ann)).toHaveLength(1);
    const shovels = ['a', 'b'].map((body) => {
      const pin = { operation: 'create' as const, path: '/protocols/shovel', contentType: 'text/plain' };
      const plan = planPin({ ...pin, body: new TextEncoder().encode(body) }, request());
      const [found] = mined(world, plan, ann);
      if (found === undefined) throw new Error('no PIN');
      return { coin: found, pins: [world.shovel(plan.pin)] };
    });
    const mint: Mrc20MintRequest = {
      ...request(),
      token: world.token(token.pin),
      shovels,
      destination: bob.script,
      network: 'regtest',
      nextHeight: world.height + 1,
    };
    const plan = planMrc20Mint(mint);
    const [one, two, data, tokens, payment] = mined(world, plan, ann);
    expect([one?.assets, two?.assets]).toMatchObject(
      shovels.map(({ pins }) => [{ kind: 'pin', id: pins[0]?.id }]),
    );
    expect(data?.assets).toMatchObject([{ kind: 'pin', path: '/ft/mrc20/mint' }]);
    expect(tokens).toMatchObject({ script: bob.script, assets: [{ kind: 'mrc20', amount: 1000n }] });
    expect(payment).toMatchObject({ value: 1500n, script: cat.script, assets: [] });
    expect(world.token(token.pin)).toMatchObject({ mints: 1n, issued: 1000n });
    assertsItsIntent(plan, ann);
    const code = (change: Partial<Mrc20MintRequest>): string =>
      refusalOf(() => planMrc20Mint({ ...mint, ...change }));
    expect(code({ shovels: shovels.slice(1) })).toBe('bad-request');
    const told = world.token(token.pin);
    expect(code({ token: { ...told, mints: told.mintCount } })).toBe('bad-request');
    expect(code({ token: { ...told, beginHeight: '9999' } })).toBe('bad-request');
    expect(code({ token: { ...told, endHeight: '1' } })).toBe('bad-request');
    const abroad = { payTo: scriptToAddress(cat.script, 'livenet') ?? '', payAmount: '1500' };
    expect(code({ token: { ...told, payCheck: abroad } })).toBe('wrong-network');
    expect(code({ token: { ...told, payCheck: { ...abroad, payTo: '1abc' } } })).toBe('wrong-address-type');
    expect(code({ token: { ...told, payCheck: { ...abroad, payTo: payTo.toUpperCase() } } })).toBe(
      'bad-request',
    );
    const dirty = shovels.map((shovel, at) =>
      at === 0
        ? { ...shovel, coin: { ...shovel.coin, assets: [...shovel.coin.assets, runeOn(840_000, 1n)] } }
        : shovel,
    );
    expect(code({ shovels: dirty })).toBe('lot-mixed');
    expect(code({ destination: Uint8Array.of(0x6a) })).toBe('script-not-allowed');
  });

  it('a payment is made even where an index lets an unpaid mint pass', () => {
    const payTo = scriptToAddress(cat.script, 'regtest') ?? '';
    const deploy = { ...words, display: 'FREE', premineCount: 0n, payCheck: { payTo, payAmount: '3' } };
    const token = planMrc20Deploy({ ...request(), deploy, destination: ann.script, isTaken: false });
    mined(world, token, ann);
    const plan = planMrc20Mint({
      ...request(),
      token: world.token(token.pin),
      shovels: [],
      destination: ann.script,
      network: 'regtest',
      nextHeight: world.height + 1,
    });
    const [data, tokens, payment] = mined(world, plan, ann);
    expect([data?.assets.length, tokens?.assets.length]).toEqual([1, 1]);
    expect(payment).toMatchObject({ value: 546n, script: cat.script });
  });

  it('deploys an ID-Coin and mints it with a follow PIN and the liquidity', () => {
    const issuer = metaIdOf(scriptToAddress(bob.script, 'regtest') ?? '');
    const pool = scriptToAddress(cat.script, 'regtest') ?? '';
    const coinWords: IdCoinWords = {
      tick: 'BOB',
      tokenName: 'of Bob',
      issuer,
      followersLimit: 21n,
      amountPerMint: 1000n,
      liquidityPerMint: 2000n,
      pool,
      message: 'hello',
      tickSign: 'ab',
    };
    const ask = { ...request(), coin: coinWords, network: 'regtest' as const, isTaken: false };
    const token = planIdCoinDeploy(ask);
    mined(world, token, ann);
    const follow = planFollow(issuer, request());
    const [followed] = mined(world, follow, ann);
    if (followed === undefined) throw new Error('no follow');
    const mint: Mrc20MintRequest = {
      ...request(),
      token: world.token(token.pin),
      shovels: [{ coin: followed, pins: [world.shovel(follow.pin)] }],
      destination: ann.script,
      network: 'regtest',
      nextHeight: world.height + 1,
    };
    const [, , minted, paid] = mined(world, planIdCoinMint(mint), ann);
    expect(minted?.assets).toMatchObject([
      { kind: 'mrc20', tick: 'BOB', decimals: 8, amount: 1000n * 10n ** 8n },
    ]);
    expect(paid).toMatchObject({ value: 2000n, script: cat.script });
    const code = (change: Partial<IdCoinWords>): string =>
      refusalOf(() => planIdCoinDeploy({ ...ask, coin: { ...coinWords, ...change } }));
    expect(code({ issuer: 'bob' })).toBe('bad-request');
    expect(code({ tickSign: '' })).toBe('bad-request');
    expect(code({ pool: scriptToAddress(cat.script, 'livenet') ?? '' })).toBe('wrong-network');
    expect(code({ followersLimit: 0n })).toBe('bad-request');
    expect(refusalOf(() => planIdCoinMint({ ...mint, token: world.token(deployed.pin) }))).toBe(
      'bad-request',
    );
    expect(refusalOf(() => planIdCoinMint({ ...mint, shovels: [] }))).toBe('bad-request');
    assertsItsIntent(planIdCoinDeploy(ask), ann);
  });

  it('the assertion fires for a deploy', () => {
    const fresh = { ...words, display: 'FRESH' };
    assertsItsIntent(
      planMrc20Deploy({ ...request(), deploy: fresh, destination: bob.script, isTaken: false }),
      ann,
    );
  });
});

describe.each(kinds)('MRC-20 builders of a %s payer assert and refuse', (kind) => {
  const ann = user('ann', kind);
  const money = coin('money', ann, 60_000n);
  const base: PinRequest = {
    payer: { script: ann.script, key: ann.key, coins: [money] },
    revealKey,
    feeRateSatVb: 2,
  };

  it('a deploy', () => {
    const request: Mrc20DeployRequest = { ...base, deploy: words, destination: ann.script, isTaken: false };
    const code = (change: Partial<Mrc20DeployRequest>): string =>
      refusalOf(() => planMrc20Deploy({ ...request, ...change }));
    const says = (change: Partial<Mrc20DeployWords>): string => code({ deploy: { ...words, ...change } });
    expect(code({})).toBe('accepted');
    expect(code({ isTaken: true })).toBe('bad-request');
    expect(says({ display: 'X' })).toBe('bad-request');
    expect(says({ decimals: 13 })).toBe('bad-request');
    expect(says({ amountPerMint: 0n })).toBe('bad-request');
    expect(says({ premineCount: 101n })).toBe('bad-request');
    expect(says({ payCheck: { payTo: 'x', payAmount: '' } })).toBe('bad-request');
    expect(says({ metadata: 'x'.repeat(400_000) })).toBe('too-large');
    expect(code({ destination: Uint8Array.of(0x6a) })).toBe('script-not-allowed');
    expect(code({ payer: { ...base.payer, key: bob.key } })).toBe('not-yours');
    expect(code({ payer: { ...base.payer, coins: [] } })).toBe('insufficient-funds');
    expect(() => planMrc20Deploy({ ...request, revealKey: new Uint8Array(31) })).toThrow();
  });

  it('a transfer', () => {
    const [man, other] = [mrc20On('MAN', 100n, 1), mrc20On('OTHER', 7n)];
    const receipt = pinOn('receipt', 100n, '/ft/mrc20/mint');
    const held = [coin('a', ann, 546n, [man, receipt]), coin('b', ann, 546n, [man, other])];
    const sends = [{ asset: man.asset, amount: amount(150n), script: bob.script }];
    const request: Mrc20TransferRequest = { ...base, coins: held, sends };
    const plan = planMrc20Transfer(request);
    const home = { script: ann.script, value: 1092n };
    expect(plan.reveal.draft.outputs[0]).toEqual(home);
    assertsItsIntent(plan, ann);
    const code = (change: Partial<Mrc20TransferRequest>): string =>
      refusalOf(() => planMrc20Transfer({ ...request, ...change }));
    const to = (units: bigint, script = bob.script) => ({
      sends: [{ asset: man.asset, amount: amount(units), script }],
    });
    expect(code(to(201n))).toBe('insufficient-funds');
    expect(code(to(0n))).toBe('bad-request');
    expect(code({ sends: [] })).toBe('bad-request');
    expect(code({ sends: Array.from({ length: 101 }, () => to(1n).sends).flat() })).toBe('bad-request');
    expect(code(to(1n, Uint8Array.of(0x6a, 1)))).toBe('script-not-allowed');
    for (const asset of [plainAsset('i'), runeOn(840_000, 1n), pinOn('p')])
      expect(code({ ...to(1n), coins: [coin('a', ann, 546n, [man, asset])] })).toBe('lot-mixed');
    expect(code({ ...to(1n), coins: [coin('a', bob, 546n, [man])] })).toBe('not-yours');
    expect(code({ ...to(1n), coins: [coin('a', ann, 330n, [man])] })).toBe('too-small');
    const { height: _, ...waiting } = coin('a', ann, 546n, [man]);
    expect(code({ ...to(1n), coins: [waiting] })).toBe('coin-unconfirmed');
    expect(code({ ...to(1n), coins: [held[0], held[0]] as Coin[] })).toBe('duplicate-input');
    expect(code({ payer: { ...base.payer, coins: held } })).toBe('insufficient-funds');
    const unsigned = acceptReveal.bind(undefined, plan, { commit: signed(plan, ann).commit });
    expect(refusalOf(unsigned)).toBe('signature-missing');
  });

  it('a PIN', () => {
    const pin = { operation: 'create' as const, contentType: 'text/plain', body: new Uint8Array(3) };
    expect(refusalOf(() => planPin({ ...pin, path: '/elsewhere' }, base))).toBe('bad-request');
    expect(refusalOf(() => planPin({ ...pin, path: '/Follow' }, base))).toBe('bad-request');
    const plan = planFollow('m'.repeat(64), base);
    expect(plan.pin).toBe(pinId(plan.reveal.txid, 0) satisfies PinId);
    assertsItsIntent(plan, ann);
  });
});
