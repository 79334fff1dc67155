/**
 * Opens an asset of the bridge on the private chains, as an operator does it: the wrapped token minted whole to the signer's key, fee
 * wallets filled on both chains, and the same file given to server and signer, or to all signers that lock it together.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIGNER_ANSWERS, bridgeSignersOf } from '@rialto/contract';
import type { BridgeKeys } from '@rialto/contract';
import { p2pkhScript } from '@rialto/mvc';
import type { TokenKey } from '@rialto/mvc';
import { hexToBytes, sats } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import type { PrivateChain } from '../chain/private-chain.ts';
import { askSigner } from '../exchange/signer-door.ts';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';
import type { MvcPerson } from '../mvc/person.ts';
import { beginToken, coinsFor, tokenKeyOf } from '../mvc-market/issuer.ts';
import type { BridgeAssetWhole, BridgeAssetWords } from './asset-files.ts';

export interface BridgeGround {
  readonly chain: PrivateChain;
  readonly mvc: PrivateMvcChain;
  readonly signerSocket: string;
  /** The signer's own folder: it pays for the assets whose files lie there, and no others. */
  readonly signerDirectory: string;
  /** Signers that lock an asset together with it, where it is to be so. */
  readonly others?: readonly Folder[];
  /** Pays on MVC. */
  readonly operator: MvcPerson;
  /** Runs `bridge add` with this file. Throws with its words. */
  addAsset(file: string): Promise<void>;
  /** Waits until the indexes have the tips of both chains. */
  ready(): Promise<void>;
}

interface Folder {
  readonly socket: string;
  readonly directory: string;
}

export interface OpenedAsset {
  readonly words: BridgeAssetWhole;
  readonly token: TokenKey;
  readonly keys: BridgeKeys;
}

/** Coins of each fee wallet: as many exits in a block. */
const FEE_COINS = 12;
const FEE_SATS = 200_000n;
const FEE_SPACE = sats(2_000_000n);

const bridgeKeys = (signerSocket: string, asset: string): Promise<BridgeKeys> =>
  askSigner(signerSocket, SIGNER_ANSWERS.bridgeKeys, { op: 'bridgeKeys', asset });

export async function openBridge(ground: BridgeGround, words: BridgeAssetWords): Promise<OpenedAsset> {
  const { mvc, operator, signerSocket, others = [], addAsset, ready } = ground;
  const own = await bridgeKeys(signerSocket, words.id);
  const token = mintWrapped(mvc, operator, words, own);
  await fillFeeWallets(ground, own);
  await ready();
  const theirs = await Promise.all(others.map(({ socket }) => bridgeKeys(socket, words.id)));
  const signers = theirs.length === 0 ? {} : { signers: bridgeSignersOf(own, theirs) };
  const whole = { ...words, token: { ...words.token, ...token }, ...signers };
  const directories = [ground.signerDirectory, ...others.map(({ directory }) => directory)];
  const [file = ''] = directories.map((directory) => giveToSigner(directory, whole));
  await addAsset(file);
  return { words: whole, token, keys: await bridgeKeys(signerSocket, words.id) };
}

/** All there will ever be, to the stock's key. */
function mintWrapped(
  mvc: PrivateMvcChain,
  operator: MvcPerson,
  { token: { name, symbol, supply }, decimals, trim }: BridgeAssetWords,
  { stockHash }: BridgeKeys,
): TokenKey {
  const issuance = beginToken(mvc, operator, { name, symbol, decimals: decimals - trim }, 1);
  const minted = issuance.mint({ holder: hexToBytes(stockHash), units: BigInt(supply) }, true);
  mvc.mine();
  return tokenKeyOf(minted);
}

/** In blocks, on both chains. */
async function fillFeeWallets(
  { chain, mvc, operator }: Pick<BridgeGround, 'chain' | 'mvc' | 'operator'>,
  { feeScript, feeHash }: BridgeKeys,
  coins = FEE_COINS,
): Promise<void> {
  const address = scriptToAddress(hexToBytes(feeScript), 'regtest');
  if (address === undefined) throw new Error('invariant: the fee wallet has an address');
  await chain.fundMany(Array.from({ length: coins }, () => ({ address, sats: FEE_SATS })));
  await chain.mine(1);
  const script = p2pkhScript(hexToBytes(feeHash));
  coinsFor(
    mvc,
    operator,
    Array.from({ length: coins }, () => ({ value: FEE_SPACE, script })),
  );
}

/** @returns the file, which goes to the server too */
function giveToSigner(signerDirectory: string, asset: BridgeAssetWhole): string {
  const folder = join(signerDirectory, 'bridge');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${asset.id}.json`);
  writeFileSync(file, `${JSON.stringify(asset, undefined, 2)}\n`, { mode: 0o600 });
  return file;
}
