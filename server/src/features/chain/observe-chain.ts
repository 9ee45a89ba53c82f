import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Block, Chain } from '../../platform/chain/chain.js'
import { contracts } from '../../platform/chain/contracts.js'
import { describeFailure } from '../../platform/chain/outgoing/describe-failure.js'
import type { OutgoingState } from '../../platform/chain/outgoing/outgoing.js'
import { walletOf } from '../../platform/chain/wallet-of.js'
import type { TxContext } from '../../platform/context.js'
import { countByState } from './store.js'

/** The wallet that pays for gas. */
export type Relayer = { address: Address; balance: bigint; nonce: number; pendingNonce: number }

export type Observation = {
  chainId: number
  block: Block
  relayer: Relayer | null
  contracts: { name: string; address: Address; isDeployed: boolean }[]
  outgoing: Record<OutgoingState, number>
}

/**
 * Reads the state of the chain and counts outgoing transactions. Returns null when no chain is configured.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export async function observeChain(
  ctx: Pick<TxContext, 'db' | 'chain' | 'config' | 'log'>,
): Promise<Observation | null> {
  const { chain } = ctx
  if (!chain) return null

  const { chainId, relayerPrivateKey } = ctx.config
  const address = relayerPrivateKey === undefined ? null : await walletOf(relayerPrivateKey)
  const seen = await readChain(chain, address).catch((error: unknown) => {
    ctx.log.warn({ reason: describeFailure(error) }, 'chain request by an operator failed')
    throw new AppError(
      'chain_unavailable',
      'The chain is not reachable. Check CHAIN_RPC_URL and try again.',
    )
  })
  return { chainId, ...seen, outgoing: await countByState(ctx.db, chainId) }
}

async function readChain(chain: Chain, relayer: Address | null) {
  const [block, found, deployed] = await Promise.all([
    chain.findBlock('latest'),
    relayer && readRelayer(chain, relayer),
    Promise.all(
      contracts.map(async ({ name, address }) => ({
        name,
        address,
        isDeployed: (await chain.findCode(address)) !== null,
      })),
    ),
  ])
  if (!block) throw new Error('the chain has no blocks')
  return { block, relayer: found, contracts: deployed }
}

async function readRelayer(chain: Chain, address: Address): Promise<Relayer> {
  const [balance, nonce, pendingNonce] = await Promise.all([
    chain.getBalance(address),
    chain.getNonce(address, 'latest'),
    chain.getNonce(address, 'pending'),
  ])
  return { address, balance, nonce, pendingNonce }
}
