/** What an act on a pool would give, asked again every few seconds while its form is looked at. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AnswerOf } from '@rialto/contract';
import { call } from '../calls/client.ts';
import type { PoolPlace } from './pool-rules.ts';

const SECOND = 1_000;
type SwapType = '1x' | '2x' | 'x1' | 'x2';

interface Asked extends Pick<PoolPlace, 'kind' | 'token'> {
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
    queryKey: ['preview-swap', asked.kind, asked.token, swapType, sourceAmount, asked.feeRate],
    enabled: sourceAmount !== undefined,
    queryFn: ({ signal }) =>
      call('previewSwap', {
        params: { kind: asked.kind },
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
    queryKey: ['preview-add', asked.kind, asked.token, source, sourceAmount, asked.feeRate],
    enabled: sourceAmount !== undefined,
    queryFn: ({ signal }) =>
      call('previewAdd', {
        params: { kind: asked.kind },
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
    queryKey: ['preview-remove', asked.kind, asked.token, removeEquity, asked.feeRate],
    enabled: removeEquity !== undefined,
    queryFn: ({ signal }) =>
      call('previewRemove', {
        params: { kind: asked.kind },
        body: { ...bodyOf(asked), removeEquity: removeEquity ?? '0' },
        signal,
      }),
    refetchInterval: 5 * SECOND,
    retry: false,
  });
}
