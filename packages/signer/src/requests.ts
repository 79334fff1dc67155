/** What may be asked of the signer, and which act answers it. */
import type { Network } from '@rialto/protocols';
import { Refusal, bytesToHex } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { z } from 'zod';
import { CosignAsk } from './ask.ts';
import { cosign } from './cosign.ts';
import type { CosignParts } from './cosign.ts';
import type { Handle } from './socket.ts';

const Request = z.discriminatedUnion('op', [
  z.object({ op: z.literal('status') }),
  z.object({ op: z.literal('lease'), address: z.string().max(100) }),
  z.object({ op: z.literal('release'), outpoint: z.string().max(80) }),
  z.object({ op: z.literal('cosign'), trade: CosignAsk }),
]);

export function handleWith(parts: CosignParts, network: Network): Handle {
  const { pads, now, turns } = parts;
  return async (raw, gone) => {
    const request = Request.parse(raw);
    switch (request.op) {
      case 'status':
        return {
          padScript: bytesToHex(parts.key.script),
          ...(await pads.count(now())),
          stopped: parts.stopped(),
          signatures: parts.journal.recall.usage(now()).signatures,
        };
      case 'lease': {
        const script = addressToScript(request.address, network);
        return turns('lease', async () => {
          if (parts.stopped()) throw new Refusal('trading-stopped');
          if (gone()) throw new Refusal('signer-refused', 'nobody waits for it any more');
          return { outpoint: (await pads.lease(script, now())) ?? null };
        });
      }
      case 'release':
        pads.release(request.outpoint);
        return { outpoint: null };
      case 'cosign':
        return { witness: await cosign(parts, request.trade, gone) };
    }
  };
}
