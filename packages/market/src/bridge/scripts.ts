/** Who can be paid by the bridge, and who never is: the rules that page, server and signer must have in common (bridge §2, §6). Scripts are hex. */

/** On Bitcoin native SegWit and Taproot, on MVC the hash of a key. */
const PAYABLE = {
  btc: /^(0014[0-9a-f]{40}|5120[0-9a-f]{64})$/,
  mvc: /^76a914[0-9a-f]{40}88ac$/,
} as const;

export const isPayable = (script: string, chain: keyof typeof PAYABLE): boolean =>
  PAYABLE[chain].test(script);

interface KeysOfBridge {
  readonly lockedScript: string;
  readonly feeScript: string;
  /** Hashes of keys on MVC. */
  readonly stockHash: string;
  readonly inletHash: string;
  readonly feeHash: string;
}

/** Every script of the bridge's, of all assets: nothing that comes in may go out to one. */
export const bridgeScripts = (all: readonly KeysOfBridge[]): ReadonlySet<string> =>
  new Set(
    all.flatMap(({ lockedScript, feeScript, stockHash, inletHash, feeHash }) => [
      ...[lockedScript, feeScript],
      ...[stockHash, inletHash, feeHash].map((hash) => `76a914${hash}88ac`),
    ]),
  );
