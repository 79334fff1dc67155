/** Refuses a node of the wrong chain, or one that has left Bitcoin's chain. */
import type { ChainName, Network } from '@rialto/protocols';
import type { Chain } from './chain.ts';

const CHAINS: Readonly<Record<string, ChainName>> = {
  main: 'main',
  test: 'testnet3',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
};

const ALLOWED: Readonly<Record<Network, readonly ChainName[]>> = {
  livenet: ['main'],
  testnet: ['testnet4', 'signet'],
  regtest: ['regtest'],
};

/** Deployments of software that follows another chain than Bitcoin's on main and testnet4. */
const FORKED = ['blake2b', 'reduced_data'];

/** The node cannot serve this network. */
export class WrongNode extends Error {
  constructor(why: string) {
    super(`This node cannot be used: ${why}`);
    this.name = 'WrongNode';
  }
}

export interface NodeRules {
  /** Tests only: serve a private chain, and no other, under the name of another network. */
  readonly pretend?: boolean;
}

/**
 * Looks at the node before anything trusts it.
 * @returns the chain whose protocol heights apply
 * @throws WrongNode, or Refusal('node-down')
 */
export async function assertNode(chain: Chain, network: Network, rules: NodeRules = {}): Promise<ChainName> {
  const identity = await chain.identity();
  const name = CHAINS[identity.chain];
  if (name === undefined) throw new WrongNode(`its chain "${identity.chain}" is unknown`);
  const allowed = rules.pretend === true ? name === 'regtest' : ALLOWED[network].includes(name);
  if (!allowed) {
    const served = rules.pretend === true ? `${network} on a private chain` : network;
    throw new WrongNode(`it follows ${identity.chain}, this server serves ${served}`);
  }
  const forked = FORKED.filter((deployment) => identity.deployments.includes(deployment));
  if (name !== 'regtest' && forked.length > 0) {
    throw new WrongNode(
      `it enforces ${forked.join(' and ')}, which Bitcoin does not: it is on another chain`,
    );
  }
  return name;
}
