/** Room tests and stories run the real programs: what is stale is built once, before the first test. */
import { buildAll } from './bundles.mjs';

export const setup = async () => {
  await buildAll((line) => console.log(line), {
    only: [
      ...['server', 'signer', 'devnet', 'demo wallet'],
      ...[
        'bot',
        'exits',
        'verify-index',
        'take-back',
        'mvc-pool',
        'campaign',
        'bridge',
        'bridge-mint',
        'reserves',
      ],
    ],
  });
};
