/** The calls of swaps on MVC: mvcswap's for reading, and our own to build one. `ticket` is the same with the list of tickets. */
import { status } from './call.ts';
import type { Call } from './call.ts';

const ask = (path: string): Call => ({ method: 'POST', path, envelope: 'status', session: false });

export const MVC_CALLS = {
  mvcAllPairs: status('/:venue/allpairs'),
  mvcSwapInfo: status('/:venue/swapinfo'),
  mvcRoute: status('/:venue/route'),
  mvcPools: status('/:venue/pairs'),
  mvcPoolTransactions: status('/:venue/pairs/:pair/transactions'),
  mvcPoolKline: status('/:venue/pairs/:pair/kline'),
  mvcAccount: status('/:venue/account'),
  mvcTransactions: status('/:venue/transactions'),
  mvcTransaction: status('/:venue/transactions/:txid'),
  mvcPreview: ask('/:venue/preview'),
  mvcBuild: ask('/:venue/build'),
  mvcSubmit: ask('/:venue/submit'),
  mvcPreviewMove: ask('/:venue/liquidity/preview'),
  mvcBuildMove: ask('/:venue/liquidity/build'),
  mvcParkMove: ask('/:venue/liquidity/park'),
  mvcSubmitMove: ask('/:venue/liquidity/submit'),
  mvcBuildTakeBack: ask('/:venue/take-back/build'),
  mvcSubmitTakeBack: ask('/:venue/take-back/submit'),
  mvcPreviewTokens: ask('/:venue/tokens/preview'),
  mvcBuildSecond: ask('/:venue/tokens/second'),
  mvcSubmitBoth: ask('/:venue/tokens/submit'),
  mvcTask: status('/:venue/task'),
} as const satisfies Record<string, Call>;
