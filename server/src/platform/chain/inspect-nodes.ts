import { type UnixMs, unixMs } from '../../lib/time.js'
import type { Config } from '../config/config.js'
import { describeError } from '../doctor/describe-error.js'
import { within } from '../doctor/within.js'
import type { Block, Chain } from './chain.js'
import { createViemChain } from './viem-chain.js'

/** A node of `CHAIN_RPC_URL`, named by its position, because its URL may contain a key. */
export type NodeState = {
  node: number
  latencyMs: number | null
  blockNumber: number | null
  blockTime: UnixMs | null
  /** Blocks behind the newest block that any of the nodes knows. */
  blocksBehind: number | null
  /** Why it does not respond, or null. */
  error: string | null
}

type Sample = Omit<NodeState, 'blocksBehind'>

/** Less than the timeouts of a client and its retry. */
const nodeWithinMs = 4_000

/** Creates a function that asks every node for its newest block. Connects on first use. */
export function createNodeInspection(
  config: Pick<Config, 'chainRpcUrl' | 'chainId'>,
): () => Promise<NodeState[]> {
  const { chainRpcUrl = [], chainId } = config
  const nodes = chainRpcUrl.map((url) => createViemChain({ chainRpcUrl: [url], chainId }))
  return async () => {
    const samples = await Promise.all(nodes.map((chain, index) => sampleNode(index + 1, chain)))
    return compareNodes(samples)
  }
}

/** Adds how far each node is behind the others. */
function compareNodes(samples: readonly Sample[]): NodeState[] {
  const numbers = samples.flatMap(({ blockNumber }) => blockNumber ?? [])
  const newest = Math.max(...numbers)
  return samples.map((sample) => ({
    ...sample,
    blocksBehind: sample.blockNumber === null ? null : newest - sample.blockNumber,
  }))
}

async function sampleNode(node: number, chain: Chain | null): Promise<Sample> {
  const startedAt = performance.now()
  try {
    const block = chain && (await within(nodeWithinMs, chain.findBlock('latest')))
    if (!block) return silent(node, 'it has no blocks')
    const latencyMs = Math.round(performance.now() - startedAt)
    const { number, timestampSeconds }: Block = block
    const blockTime = unixMs(Number(timestampSeconds) * 1_000)
    return { node, latencyMs, blockNumber: Number(number), blockTime, error: null }
  } catch (error) {
    return silent(node, describeError(error))
  }
}

function silent(node: number, error: string): Sample {
  return { node, latencyMs: null, blockNumber: null, blockTime: null, error }
}
