/** bench accept: one ask with all checks and the commit, against a bare parse + a bare verify by the same verifier + a bare commit. */
import { randomUUID } from 'node:crypto';
import { loadCoins, openBitcoind, openLedger, openVerifier } from '@rialto/ground';
import type { World } from '@rialto/devnet';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { acceptAsk, readPsbt, verifyAskWitness } from '@rialto/psbt';
import type { Verifier } from '@rialto/psbt';
import type { BodyOf } from '@rialto/contract';
import { openCrossCheck } from '../../src/crosscheck/crosscheck.ts';
import { openBooks } from '../../src/orders/books.ts';
import { placeAsk } from '../../src/orders/place-ask.ts';
import type { OrderContext } from '../../src/orders/context.ts';
import { purposesOf } from '../../src/outbox/purpose.ts';
import { openStore } from '../../src/store/database.ts';
import { median, print, timed } from './figure.ts';

const ASKS = 120;
const WARM = 20;
const GOAL = 1.6;
const BARE_INSERT = `with fresh as (
    insert into bench_orders (id, side, status, order_type, asset_id, tick, price, coin_amount, rate_e18, owner_address)
    values ($1, 'ask', $2, $3, $4, $5, $6, $7, $8, $9)
  )
  insert into bench_asks (order_id, status, inscription_id, outpoint, pay_script, sequence, witness, psbt)
  values ($1, $2, $10, $11, $12, $13, $14, $15)`;

function roomOf(world: World, verifier: Verifier): OrderContext {
  const store = openStore(world.database.ownerUrl, () => undefined);
  const nothing = (): never => {
    throw new Error('not part of accepting an ask');
  };
  const ledger = openLedger(store.pool);
  const chain = openBitcoind({ url: world.chain.node.rpcUrl, cookieFile: world.chain.cookieFile });
  const quiet = (): undefined => undefined;
  return {
    store,
    chain,
    ledger,
    verifier,
    outbox: { store, chain, ledger, purposes: purposesOf([]), at: quiet, warn: quiet },
    books: openBooks(ledger, () => ''),
    crossCheck: openCrossCheck({ maxMs: 1_000, skip: [] }, { store, warn: () => undefined }),
    custody: {
      status: nothing,
      padTerms: nothing,
      leasePad: nothing,
      releasePad: nothing,
      cosign: nothing,
      admit: nothing,
      fill: nothing,
      cancelLocks: nothing,
      sell: nothing,
      moveLot: nothing,
      pools: nothing,
      poolSign: nothing,
      poolPending: nothing,
      poolSigned: nothing,
      poolExits: nothing,
      makePools: nothing,
      poolRestock: nothing,
      poolFree: nothing,
    },
    settings: {
      network: 'regtest',
      feeAddress: '',
      minConfirmations: 1,
      smallValue: 100_000n,
      takeMs: 90_000,
      staleSubmitMs: 30_000,
      freePerAddress: 0,
      freePerCaller: 0,
      lateBlocks: 6,
      voids: { limit: 3, within: 144, pause: 6 },
      takesWaiting: 25,
      lotExitAfter: 4320,
      bids: { expiryBlocks: 2_016, mostExpiryBlocks: 8_064, exitAfter: 144 },
      live: { listedMs: 20_000, signMs: 60_000, absences: 3, pauseBlocks: 144 },
    },
    plans: nothing,
    now: () => Date.now(),
    newId: () => randomUUID(),
    at: () => undefined,
    warn: () => undefined,
  };
}

export async function benchAccept(world: World): Promise<void> {
  const seller = world.trader('acceptor', 'p2tr');
  await world.token(
    'acpt',
    Array.from({ length: ASKS }, () => ({ who: seller, amount: '100' })),
  );
  await seller.login();
  const lots = await seller.lots('acpt');
  const verifier = await openVerifier();
  const context = roomOf(world, verifier);
  const session = { id: '', address: seller.address, publicKey: bytesToHex(seller.publicKey) };
  const bodies: BodyOf<'pushAsk'>[] = lots.map((lot, at) => ({
    net: 'regtest',
    address: seller.address,
    tick: 'acpt',
    coinAmount: lot.amount,
    orderState: 1,
    orderType: 1,
    psbtRaw: seller.signAsk(lot.coin, 20_000n + BigInt(at)),
  }));
  // The same rows with the same indexes, and nothing else: what any exchange would have to commit.
  for (const name of ['orders', 'asks'])
    await context.store.pool.query(`create table bench_${name} (like ${name} including all)`);
  const load: number[] = [];
  const check: number[] = [];
  const whole: number[] = [];
  const parse: number[] = [];
  const verify: number[] = [];
  const commit: number[] = [];
  for (const [at, body] of bodies.entries()) {
    const psbt = hexToBytes(body.psbtRaw);
    const point = lots[at]?.coin.outpoint as Outpoint;
    const lot = (await loadCoins(context, [point])).coins.get(point);
    if (lot === undefined) throw new Error('the lot is there');
    const ask = acceptAsk(psbt, { lot, owner: seller.script, verifier });
    const values = [
      randomUUID(),
      'open',
      1,
      `asset`,
      'acpt',
      ask.price.toString(),
      '100',
      '1',
      seller.address,
      'inscription',
      ask.outpoint,
      bytesToHex(ask.payScript),
      ask.sequence,
      JSON.stringify(ask.witness.map(bytesToHex)),
      body.psbtRaw,
    ];
    const sums = {
      load: await timed(() => loadCoins(context, [point])),
      check: await timed(() => acceptAsk(psbt, { lot, owner: seller.script, verifier })),
      parse: await timed(() => readPsbt(psbt)),
      verify: await timed(() => verifyAskWitness(ask, lot, verifier)),
      commit: await timed(() => context.store.pool.query({ name: 'bench', text: BARE_INSERT, values })),
      whole: await timed(() => placeAsk(context, session, body, { book: 'brc20', caller: '' })),
    };
    if (at < WARM) continue;
    load.push(sums.load);
    check.push(sums.check);
    parse.push(sums.parse);
    verify.push(sums.verify);
    commit.push(sums.commit);
    whole.push(sums.whole);
  }
  await context.store.close();
  const parts = { parse: median(parse), verify: median(verify), commit: median(commit) };
  for (const [name, value] of Object.entries(parts))
    print({ name: `accept.${name}`, value, unit: 'ms', goal: 'bare', ok: true });
  print({ name: 'accept.load', value: median(load), unit: 'ms', goal: 'part of the whole', ok: true });
  print({ name: 'accept.check', value: median(check), unit: 'ms', goal: 'part of the whole', ok: true });
  const value = median(whole);
  const sum = parts.parse + parts.verify + parts.commit;
  print({ name: 'accept.whole', value, unit: 'ms', goal: `<= ${GOAL} x ${sum.toFixed(3)} ms`, ok: true });
  print({ name: 'accept.ratio', value: value / sum, unit: 'x', goal: `<= ${GOAL}`, ok: value / sum <= GOAL });
}
