/** What an act on a pool would give, before anything is built: nothing is kept, and nobody is asked who he is. */
import { z } from 'zod';
import { Address, FeeRateNumber, Whole } from '../wire/wire.ts';
import { Percent, PoolAmount, PoolTokens, SwapType } from './words.ts';

const Asked = PoolTokens.extend({ address: Address.optional(), feeRate: FeeRateNumber.optional() });

export const PreviewSwap = Asked.extend({ swapType: SwapType, sourceAmount: PoolAmount });
/** By the price rule at this moment: what is signed later is exactly what is quoted then, or it is refused. */
export const SwapPreview = z.object({
  /** What one pays, and what he gets after every fee but the network's. Of BRC-20 what the nearest ready lots make up. */
  sourceAmount: PoolAmount,
  targetAmount: PoolAmount,
  /** Of the network, in sat, at the rate that was asked for. */
  gas: Whole,
  /** Sat per unit of the token, of BRC-20 per whole token: of this swap with its fees, and of the pool before it; as E18. */
  ratio: Whole,
  poolRatio: Whole,
  /** In sat. */
  serviceFee: Whole,
  /** Sat for new lots in the place of those that are bought, within what is paid; 0 for all else. */
  restockFee: Whole,
  /** What each lot holds that would move; none of runes, nor of a sale before its lots are named. */
  lots: z.array(Whole),
  /** What the providers earn, in sat or in units of what is paid. */
  lpFee: PoolAmount,
  lpFeePercent: Percent,
  serviceFeePercent: Percent,
  priceImpact: Percent,
});

export const PreviewAdd = Asked.extend({ source: z.enum(['token1', 'token2']), sourceAmount: PoolAmount });
export const AddPreview = z.object({
  gas: Whole,
  ratio: Whole,
  serviceFee: Whole,
  sourceAmount: PoolAmount,
  /** Of the other side. */
  targetAmount: PoolAmount,
  /** Shares it makes, and shares there are then. */
  addEquity: Whole,
  poolEquity: Whole,
});

export const PreviewRemove = Asked.extend({ removeEquity: Whole });
export const RemovePreview = z.object({
  gas: Whole,
  ratio: Whole,
  serviceFee: Whole,
  /** Sat for new lots in the place of those that leave, no part of what comes home; 0 for all else. */
  restockFee: Whole,
  token1Amount: PoolAmount,
  token2Amount: PoolAmount,
  removeEquity: Whole,
});
