/** A token sent as Metalet sends it: the interpreter takes both transactions, the note is on the chain, and the wallet's limits are the real ones. */
import { keyHashOf, readFtScript, writeMvcTransaction } from '@rialto/mvc';
import type { TokenKey } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import { beforeEach, expect, it } from 'vitest';
import { signedTransfer } from '../../src/mvc-market/send-token.ts';
import { beginToken, coinsFor, tokenKeyOf } from '../../src/mvc-market/issuer.ts';
import { openChain, person, sats } from '../mvc/private-world.ts';
import type { PrivateMvcChain } from '../../src/mvc/private-chain.ts';

const [issuer, sender, receiver] = [person(1), person(2), person(3)];
const ID = '00112233445566778899aabbccddeeff';

let chain: PrivateMvcChain;
let token: TokenKey;

/** Coins of the token, and of SPACE, that the sender begins with. */
function stock(units: readonly bigint[], space: number): void {
  const issuance = beginToken(chain, issuer, { name: 'Wrapped', symbol: 'wBTC', decimals: 8 }, units.length);
  const coins = units.map((one, at) =>
    issuance.mint({ holder: sender.hash, units: one }, at === units.length - 1),
  );
  const [first] = coins;
  if (first === undefined) throw new Error('a token');
  token = tokenKeyOf(first);
  coinsFor(
    chain,
    issuer,
    Array.from({ length: space }, () => ({ value: sats(200_000n), script: sender.script })),
  );
}

beforeEach(() => {
  chain = openChain();
});

const sendAll = (units: bigint, message?: string) => {
  const made = signedTransfer(chain, sender, { token, receiver: receiver.hash, units, message });
  const sent = chain.send([made.check, made.transfer].map(writeMvcTransaction));
  return { ...made, sent };
};

const tokensOf = (who: { hash: Uint8Array }): bigint =>
  chain
    .coins((script) => readFtScript(script)?.holder === bytesToHex(who.hash))
    .reduce((sum, { script }) => sum + (readFtScript(script)?.amount ?? 0n), 0n);

it('pays the receiver, gives the rest back, and says the note as text', () => {
  stock([1_000n], 2);
  const { transfer, sent } = sendAll(400n, ID);
  expect(sent.map(({ result, reason }) => reason ?? result)).toEqual(['accepted', 'accepted']);
  chain.mine();
  expect([tokensOf(receiver), tokensOf(sender)]).toEqual([400n, 600n]);
  const [paid, rest, note, change] = transfer.outputs;
  expect(readFtScript(paid?.script ?? new Uint8Array())?.amount).toBe(400n);
  expect(readFtScript(rest?.script ?? new Uint8Array())?.amount).toBe(600n);
  const text = bytesToHex(new TextEncoder().encode(ID));
  expect(bytesToHex(note?.script ?? new Uint8Array())).toBe(`006a20${text}`);
  expect(bytesToHex(keyHashOf(change?.script ?? new Uint8Array()) ?? new Uint8Array())).toBe(
    bytesToHex(sender.hash),
  );
}, 60_000);

it('gathers coins, and leaves nothing where all is sent; without a note there is none', () => {
  stock([300n, 200n], 1);
  const { transfer, sent } = sendAll(500n);
  expect(sent.map(({ result, reason }) => reason ?? result)).toEqual(['accepted', 'accepted']);
  expect(transfer.outputs).toHaveLength(2);
  chain.mine();
  // What came with a note can be sent on: its parent is read as any other.
  expect([tokensOf(receiver), tokensOf(sender)]).toEqual([500n, 0n]);
}, 60_000);

it('goes on from a transfer that has a note', () => {
  stock([1_000n], 1);
  sendAll(400n, ID);
  chain.mine();
  const { sent } = sendAll(600n, ID);
  expect(sent.map(({ result, reason }) => reason ?? result)).toEqual(['accepted', 'accepted']);
  chain.mine();
  expect(tokensOf(receiver)).toBe(1_000n);
}, 60_000);

it('refuses as Metalet: more than three coins of SPACE, not enough of the token, no SPACE', () => {
  stock([1_000n], 4);
  expect(() => sendAll(1n)).toThrow(/more than 3/);
  expect(() => sendAll(1_001n)).toThrow('Insufficient token.');
  const poor = person(4);
  expect(() =>
    signedTransfer(chain, poor, { token, receiver: receiver.hash, units: 1n, message: undefined }),
  ).toThrow('Insufficient token.');
}, 60_000);
