// @vitest-environment jsdom
/** The fake Metalet's `transfer` of a token before the private chain: unsent when it is told so, signed by its own key, and refused as the real one refuses. */
import { hash160, mvcAddress, p2pkhScript, readFtScript, readMvcTransaction } from '@rialto/mvc';
import type { TokenKey } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw } from '@rialto/protocols';
import { beforeEach, expect, it } from 'vitest';
import { MVC_TRANSFER } from '../../src/demo/mvc-transfer.ts';
import { beginToken, coinsFor, tokenKeyOf } from '../../src/mvc-market/issuer.ts';
import type { PrivateMvcChain } from '../../src/mvc/private-chain.ts';
import { MAKERS } from '../../src/wallet/faces/faces.ts';
import { NO_GUARD, fieldOf } from '../../src/wallet/faces/face.ts';
import { openMemory } from '../../src/wallet/memory.ts';
import type { Card } from '../../src/wallet/view/approvals.ts';
import { createWallet } from '../../src/wallet/wallet.ts';
import { openChain, person, sats } from '../mvc/private-world.ts';

const ID = '00112233445566778899aabbccddeeff';
const [issuer, inlet] = [person(1), person(3)];

let chain: PrivateMvcChain;
let token: TokenKey;
let shown: Card[];
let approves: boolean;
let transfer: (params: unknown) => Promise<unknown>;

beforeEach(() => {
  chain = openChain();
  shown = [];
  approves = true;
  const nothing = (): Promise<never> => Promise.reject(new Error('no chain here'));
  const wallet = createWallet({
    memory: openMemory(localStorage, '?demoSeed=transfer', 'metalet'),
    backend: {
      ...{ coins: nothing, send: nothing, sendPackage: nothing, mine: nothing, faucet: nothing },
      mvc: async (act, body) => {
        // As over HTTP.
        const asked: unknown = JSON.parse(JSON.stringify(body));
        return (await MVC_TRANSFER[`POST /demo/mvc/${act}`]?.(chain, asked)) ?? {};
      },
    },
    approvals: {
      request: (card) => {
        shown.push(card);
        return Promise.resolve(approves);
      },
      askText: () => Promise.resolve(undefined),
    },
    networks: ['regtest'],
  });
  wallet.setConnected(true);
  const mine = hash160(wallet.current().publicKey);
  const issuance = beginToken(chain, issuer, { name: 'Wrapped', symbol: 'wBTC', decimals: 8 }, 1);
  token = tokenKeyOf(issuance.mint({ holder: mine, units: 1_000n }, true));
  coinsFor(chain, issuer, [{ value: sats(200_000n), script: p2pkhScript(mine) }]);
  const { metaidwallet } = MAKERS.metalet(wallet, NO_GUARD);
  transfer = (params) => (metaidwallet as { transfer(params: unknown): Promise<unknown> }).transfer(params);
});

const task = (amount: string, more: object = {}) => ({
  ...token,
  receivers: [{ address: mvcAddress(inlet.hash, 'regtest'), amount, decimal: '8' }],
  metaidData: ID,
  ...more,
});

const atInlet = (): bigint =>
  chain
    .coins((script) => readFtScript(script)?.holder === bytesToHex(inlet.hash))
    .reduce((sum, { script }) => sum + (readFtScript(script)?.amount ?? 0n), 0n);

function txOf(hex: unknown) {
  const tx = readMvcTransaction(hexToBytes(String(hex)));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

it('hands both transactions over unsent; a node takes them together', async () => {
  const answer = await transfer({ tasks: [task('400')], broadcast: false, feeb: 1 });
  expect(answer).toMatchObject({ broadcasted: false });
  const [made] = fieldOf(answer, 'res') as unknown[];
  const [check, whole] = [txOf(fieldOf(made, 'routeCheckTxHex')), txOf(fieldOf(made, 'txHex'))];
  expect([check.txid, whole.txid]).toEqual([fieldOf(made, 'routeCheckTxid'), fieldOf(made, 'txid')]);
  expect(atInlet()).toBe(0n);
  const sent = chain.send(
    [fieldOf(made, 'routeCheckTxHex'), fieldOf(made, 'txHex')].map((hex) => hexToBytes(String(hex))),
  );
  expect(sent.map(({ result, reason }) => reason ?? result)).toEqual(['accepted', 'accepted']);
  expect(atInlet()).toBe(400n);
  const body = shown[0]?.body.map((node) => (node instanceof HTMLElement ? node.textContent : '')).join(' ');
  expect(body).toContain('0.000004');
  expect(body).toContain(ID);
}, 60_000);

it('sends them itself unless it is told otherwise', async () => {
  expect(await transfer({ tasks: [task('1000')], feeb: 1 })).toMatchObject({ broadcasted: true });
  expect(atInlet()).toBe(1_000n);
}, 60_000);

it('a refusal is an answer; what does not fit it rejects with a text; SPACE is not paid from here', async () => {
  approves = false;
  expect(await transfer({ tasks: [task('1')] })).toEqual({ status: 'canceled' });
  approves = true;
  await expect(transfer({ tasks: [task('1001')] })).rejects.toBe('Insufficient token.');
  expect(await transfer({ tasks: [{ receivers: [] }] })).toEqual({ status: 'not-supported' });
  expect(await transfer({ tasks: [task('1'), task('1')] })).toEqual({ status: 'not-supported' });
  await expect(transfer({ tasks: [task('0')] })).rejects.toBe('receivers cannot be read');
  expect(atInlet()).toBe(0n);
}, 60_000);
