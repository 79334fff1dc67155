/** What a ladder of bids asks of each wallet: how many pop-ups, and with which words a lock is signed. */
import { describe, expect, it, vi } from 'vitest';
import { popupsOfLadder, transactionsOfLadder } from '../../src/wallets/ladder.ts';
import { createMetalet } from '../../src/wallets/metalet.ts';
import { createOkx } from '../../src/wallets/okx.ts';
import { createUnisat } from '../../src/wallets/unisat.ts';

const same = (hexes: readonly string[]): Promise<readonly string[]> => Promise.resolve(hexes);
const one = (hex: string): Promise<string> => Promise.resolve(hex);
const input = { index: 0, address: 'bc1pme', sighashTypes: [0x83] };
const items = [
  { hex: '70', inputs: [{ ...input, sighashTypes: [1] }] },
  { hex: '71', inputs: [{ ...input, byScript: true }] },
];

describe('a ladder', () => {
  const okx = (methods: object) => createOkx(() => ({ okxwallet: { bitcoin: methods } }));

  it('is a funding, and a promise and an exit of each rung', () => {
    expect([1, 5, 12].map(transactionsOfLadder)).toEqual([3, 11, 25]);
  });

  it('takes one pop-up where several are signed behind it, else one for each', () => {
    const pops = [createUnisat(() => ({})), okx({ signPsbts: same }), okx({}), createMetalet(() => ({}))];
    expect(pops.map((wallet) => popupsOfLadder(wallet, 12))).toEqual([1, 1, 25, 25]);
  });

  it('has the plain key of a Taproot account in it for OKX, and the address’s own for the others', () => {
    const wallets = [createUnisat(() => ({})), okx({}), createMetalet(() => ({}))];
    expect(wallets.map(({ can }) => can.signingKey)).toEqual(['output', 'internal', 'output']);
  });
});

describe('a lock is signed', () => {
  const plain = { autoFinalized: false, toSignInputs: [{ ...input, sighashTypes: [1] }] };

  it('by OKX without a tweak, and its own coins with one', async () => {
    const [signPsbts, signPsbt] = [vi.fn(same), vi.fn(one)];
    const lock = { autoFinalized: false, toSignInputs: [{ ...input, disableTweakSigner: true }] };
    const wallet = createOkx(() => ({ okxwallet: { bitcoin: { signPsbts, signPsbt } } }));
    await wallet.signPsbts(items);
    expect(signPsbts).toHaveBeenCalledWith(['70', '71'], [plain, lock]);
    await wallet.signPsbt('71', items[1]?.inputs ?? []);
    expect(signPsbt).toHaveBeenCalledWith('71', lock);
  });

  it('by UniSat and Metalet in the words of every other coin', async () => {
    const [signPsbts, signPsbt] = [vi.fn(same), vi.fn(() => Promise.resolve('ff'))];
    const usual = { autoFinalized: false, toSignInputs: [input] };
    await createUnisat(() => ({ unisat: { signPsbts } })).signPsbts(items);
    expect(signPsbts).toHaveBeenCalledWith(['70', '71'], [plain, usual]);
    await createMetalet(() => ({ metaidwallet: { btc: { signPsbt } } })).signPsbts(items);
    expect(signPsbt).toHaveBeenNthCalledWith(1, { psbtHex: '70', options: plain });
    expect(signPsbt).toHaveBeenNthCalledWith(2, { psbtHex: '71', options: usual });
  });
});
