/** What an act on a pool would give, asked again every few seconds while its form is looked at. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AnswerOf } from '@rialto/contract';
import { call } from '../calls/client.ts';

const SECOND = 1_000;
const RUNES = { kind: 'runes' } as const;
type SwapType = '1x' | '2x' | 'x1' | 'x2';

interface Asked {
  readonly token: string;
  readonly feeRate: number | undefined;
}

const bodyOf = ({ token, feeRate }: Asked) =>
  ({ token1: 'btc', token2: token, ...(feeRate === undefined ? {} : { feeRate }) }) as const;

export function useSwapPreview(
  asked: Asked,
  swapType: SwapType,
  sourceAmount: string | undefined,
): UseQueryResult<AnswerOf<'previewSwap'>> {
  return useQuery({
    queryKey: ['preview-swap', asked.token, swapType, sourceAmount, asked.feeRate],
    enabled: sourceAmount !== undefined,
    queryFn: ({ signal }) =>
      call('previewSwap', {
        params: RUNES,
        body: { ...bodyOf(asked), swapType, sourceAmount: sourceAmount ?? '0' },
        signal,
      }),
    refetchInterval: 5 * SECOND,
    retry: false,
  });
}

export function useAddPreview(
  asked: Asked,
  source: 'token1' | 'token2',
  sourceAmount: string | undefined,
): UseQueryResult<AnswerOf<'previewAdd'>> {
  return useQuery({
    queryKey: ['preview-add', asked.token, source, sourceAmount, asked.feeRate],
    enabled: sourceAmount !== undefined,
    queryFn: ({ signal }) =>
      call('previewAdd', {
        params: RUNES,
        body: { ...bodyOf(asked), source, sourceAmount: sourceAmount ?? '0' },
        signal,
      }),
    refetchInterval: 5 * SECOND,
    retry: false,
  });
}

export function useRemovePreview(
  asked: Asked,
  removeEquity: string | undefined,
): UseQueryResult<AnswerOf<'previewRemove'>> {
  return useQuery({
    queryKey: ['preview-remove', asked.token, removeEquity, asked.feeRate],
    enabled: removeEquity !== undefined,
    queryFn: ({ signal }) =>
      call('previewRemove', {
        params: RUNES,
        body: { ...bodyOf(asked), removeEquity: removeEquity ?? '0' },
        signal,
      }),
    refetchInterval: 5 * SECOND,
    retry: false,
  });
}
