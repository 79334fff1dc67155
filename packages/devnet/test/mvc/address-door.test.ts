/** The private chain by addresses: what it tells of SPACE and tokens, and meta-contract's own manager of tokens at work on it, for which it is a chain like any other. */
import { createRequire } from 'node:module';
import { mvcAddress, readFtScript, withHolder, writeMvcTransaction } from '@rialto/mvc';
import type { MvcCoin } from '@rialto/mvc';
import { bytesToHex, concatBytes, sats, splitOutpoint } from '@rialto/protocols';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginToken, coinsFor, tokenKeyOf } from '../../src/mvc-market/issuer.ts';
import { payment, personOf } from '../../src/mvc/person.ts';
import { openAddressDoor } from '../../src/mvc/address-door.ts';
import type { LocalServer } from '../../src/mvc/local-server.ts';
import { accepted, openChain } from './private-world.ts';

interface Manager {
  readonly api: {
    getFungibleTokenSummary(address: string): Promise<readonly { readonly balance: string }[]>;
  };
  transfer(asked: {
    readonly codehash: string;
    readonly genesis: string;
    readonly receivers: readonly { readonly address: string; readonly amount: string }[];
    readonly senderWif: string;
  }): Promise<{ readonly txid: string }>;
}
const { FtManager } = createRequire(import.meta.url)('meta-contract') as {
  FtManager: new (options: Readonly<Record<string, unknown>>) => Manager;
};

const [USER, FRIEND, ISSUER] = [1, 2, 5].map((fill) => personOf(new Uint8Array(32).fill(fill))) as [
  ReturnType<typeof personOf>,
  ReturnType<typeof personOf>,
  ReturnType<typeof personOf>,
];
const addressOf = ({ hash }: typeof USER): string => mvcAddress(hash, 'regtest');
const wif = createBase58check(sha256).encode(concatBytes(Uint8Array.of(0xef), USER.secret, Uint8Array.of(1)));
const chain = openChain();
let door: LocalServer;
let token: MvcCoin;
let space: MvcCoin;

beforeAll(async () => {
  door = await openAddressDoor(chain);
  token = beginToken(chain, ISSUER, { name: 'Tok', symbol: 'TOK', decimals: 3 }, 1).mint({
    ...{ holder: USER.hash, units: 50_000n },
  });
  [space] = coinsFor(chain, ISSUER, [
    { value: sats(900_000n), script: USER.script },
    { value: sats(1n), script: USER.script },
  ]) as [MvcCoin];
  chain.mine();
});
afterAll(() => door.close());

const get = async (path: string): Promise<unknown> => (await fetch(`${door.url}${path}`)).json();

it('tells coins and balances, without dust and without fakes', async () => {
  const { txid, vout } = splitOutpoint(space.outpoint);
  const at = `/address/${addressOf(USER)}`;
  expect(await get(`${at}/balance`)).toEqual({ confirmed: 900_001, unconfirmed: 0 });
  expect(await get(`${at}/utxo`)).toMatchObject([{ txid, outIndex: vout, value: 900_000 }]);
  expect(await get(`${at}/utxo?flag=${space.outpoint}`)).toEqual([]);
  const [coin] = coinsFor(chain, FRIEND, [{ value: sats(9_000n), script: FRIEND.script }]) as [MvcCoin];
  const script = withHolder(token.script, USER.hash, 7_000_000n);
  accepted(chain, payment(FRIEND, [coin], [{ value: sats(2_019n), script }]));
  chain.mine();
  const { codehash, genesis } = tokenKeyOf(token);
  const query = `?codeHash=${codehash}&genesis=${genesis}`;
  const tokens = `/contract/ft/address/${addressOf(USER)}`;
  const [tokenTx, txIndex] = [splitOutpoint(token.outpoint).txid, splitOutpoint(token.outpoint).vout];
  expect(await get(`${tokens}/utxo${query}`)).toMatchObject([
    { txid: tokenTx, txIndex, valueString: '50000' },
  ]);
  expect(await get(`${tokens}/balance`)).toMatchObject([
    {
      ...{ codeHash: codehash, genesis, symbol: 'TOK', decimal: 3, utxoCount: 1 },
      ...{ confirmedString: '50000', unconfirmedString: '0' },
    },
  ]);
  expect(await get(`${tokens}/utxo?codeHash=${codehash}&genesis=${'00'.repeat(20)}`)).toEqual([]);
});

it('tells transactions, and takes them or says why not', async () => {
  const { txid } = splitOutpoint(space.outpoint);
  const tx = chain.transaction(txid)?.tx;
  if (tx === undefined) throw new Error('it is there');
  expect(await get(`/tx/${txid}/raw`)).toEqual({ hex: bytesToHex(writeMvcTransaction(tx)) });
  expect(await get(`/tx/${txid}/seen`)).toEqual({ seen: true });
  expect((await fetch(`${door.url}/tx/${'00'.repeat(32)}/raw`)).status).toBe(404);
  expect((await fetch(`${door.url}/address/nobody/balance`)).status).toBe(400);
  const send = async (hex: string): Promise<unknown> =>
    (await fetch(`${door.url}/tx/broadcast`, { method: 'POST', body: JSON.stringify({ hex }) })).json();
  expect(await send('00')).toMatchObject({ message: expect.stringContaining('decode failed') as string });
  const stolen = payment(FRIEND, [space], [{ value: sats(800_000n), script: FRIEND.script }]);
  expect(await send(bytesToHex(writeMvcTransaction(stolen)))).toMatchObject({
    message: expect.stringContaining('script') as string,
  });
});

it('meta-contract moves a token on it, by its own ways', async () => {
  const manager = new FtManager({
    ...{ network: 'testnet', apiTarget: 'mvcapi', apiHost: door.url, purse: wif, feeb: 1 },
  });
  const { codehash, genesis } = tokenKeyOf(token);
  const receivers = [{ address: addressOf(FRIEND), amount: '20000' }];
  const { txid } = await manager.transfer({ codehash, genesis, receivers, senderWif: wif });
  expect(chain.waiting().map((tx) => tx.txid)).toContain(txid);
  chain.mine();
  const summary = await manager.api.getFungibleTokenSummary(addressOf(FRIEND));
  expect(summary).toMatchObject([{ balance: '20000' }]);
  const left = chain.coins((script) => readFtScript(script)?.holder === bytesToHex(USER.hash));
  expect(left.map(({ script }) => readFtScript(script)?.amount).toSorted()).toEqual(
    [30_000n, 7_000_000n].toSorted(),
  );
}, 60_000);
