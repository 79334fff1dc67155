/** A user of the bridge that is a program: pays from its own keys on both chains as page and wallet do. */
import { BRIDGE_CALLS_OF } from '@rialto/contract';
import type { BridgeAssetView, BridgeOrderView, WireBridgeTerms } from '@rialto/contract';
import type { BridgeDirection } from '@rialto/market';
import { writeMvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { callApi } from '../market/api.ts';
import { openTrader } from '../market/trader.ts';
import type { AccountKind, Trader } from '../market/trader.ts';
import { personOf } from '../mvc/person.ts';
import type { MvcPerson } from '../mvc/person.ts';
import { signedTransfer } from '../mvc-market/send-token.ts';
import { assetOf, createMint, createRedeem, termsOf } from './bridge-orders.ts';
import type { BridgePlace, TermsChange, Who } from './bridge-orders.ts';
import { payOnBitcoin } from './pay-on-bitcoin.ts';

export interface BridgeUser {
  readonly btc: Trader;
  readonly mvc: MvcPerson;
  asset(id: string): Promise<BridgeAssetView>;
  /** Of an order: what goes out by the fees of now, to its own address, for a day. @param amount origin units */
  terms(
    asset: string,
    direction: BridgeDirection,
    amount: bigint,
    change?: TermsChange,
  ): Promise<WireBridgeTerms>;
  /** Makes the order at the exchange. @returns its id */
  order(terms: WireBridgeTerms): Promise<string>;
  /** Makes it and pays it through the exchange. @returns its id */
  mint(asset: string, amount: bigint, change?: TermsChange): Promise<string>;
  redeem(asset: string, amount: bigint, change?: TermsChange): Promise<string>;
  /** Pays with this id, past the exchange: through the node of the chain. @returns the deposit's transaction */
  pay(asset: string, direction: BridgeDirection, amount: bigint, id: string): Promise<string>;
  look(orderId: string): Promise<BridgeOrderView>;
}

export function openBridgeUser(
  place: BridgePlace,
  secret: Uint8Array,
  kind: AccountKind = 'p2wpkh',
): BridgeUser {
  const { origin, chain } = place;
  const btc = openTrader({ origin, key: secret, kind });
  const mvc = personOf(secret);
  const user: Who = { ...place, btc, who: mvc };
  const terms: BridgeUser['terms'] = (id, direction, amount, change) =>
    termsOf(user, { id, direction, amount }, change);
  return {
    ...{ btc, mvc, terms },
    asset: (id) => assetOf(origin, id),
    order: async (made) =>
      (await (made.direction === 'mint' ? createMint : createRedeem)(user, made)).orderId,
    mint: async (id, amount, change) => {
      const { orderId, rawPsbt, toSignInputs } = await createMint(
        user,
        await terms(id, 'mint', amount, change),
      );
      const { network } = await assetOf(origin, id);
      await callApi(origin, BRIDGE_CALLS_OF[network].payMint, {
        body: { orderId, rawPsbt: btc.sign(rawPsbt, toSignInputs) },
      });
      return orderId;
    },
    redeem: async (id, amount, change) => {
      const { orderId } = await createRedeem(user, await terms(id, 'redeem', amount, change));
      const { network } = await assetOf(origin, id);
      const { raws, txid } = await transferTo(user, id, { amount, message: orderId });
      await callApi(origin, BRIDGE_CALLS_OF[network].payRedeem, {
        body: { orderId, txHexList: raws.map(bytesToHex), txid },
      });
      return orderId;
    },
    pay: async (id, direction, amount, message) => {
      if (direction === 'mint')
        return payOnBitcoin(chain, { ...btc, origin }, await assetOf(origin, id), { amount, id: message });
      const { raws, txid } = await transferTo(user, id, { amount, message });
      for (const { result, reason } of place.mvc.send(raws))
        if (result === 'refused') throw new Error(`the chain refuses it: ${reason ?? ''}`);
      return txid;
    },
    look: (orderId) => callApi(origin, 'bridgeOrder', { query: { orderId } }),
  };
}

/** Tokens to the inlet, whole and not sent. @param amount origin units */
async function transferTo(
  { origin, mvc, who }: Who,
  id: string,
  { amount, message }: { readonly amount: bigint; readonly message: string },
) {
  const { targetTokenCodeHash, targetTokenGenesis, inletHash, trimDecimals } = await assetOf(origin, id);
  const { check, transfer } = signedTransfer(mvc, who, {
    token: { codehash: targetTokenCodeHash, genesis: targetTokenGenesis },
    receiver: hexToBytes(inletHash),
    units: amount / 10n ** BigInt(trimDecimals),
    message,
  });
  return { raws: [check, transfer].map(writeMvcTransaction), txid: transfer.txid };
}
