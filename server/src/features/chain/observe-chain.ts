import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Block, Chain } from '../../platform/chain/chain.js'
import { contracts } from '../../platform/chain/contracts.js'
import { describeFailure } from '../../platform/chain/outgoing/describe-failure.js'
import type { OutgoingState } from '../../platform/chain/outgoing/outgoing.js'
import { walletOf } from '../../platform/chain/wallet-of.js'
import type { TxContext } from '../../platform/context.js'
import { countByState } from './store.js'

/** The wallet that pays for gas, as the chain has it. */
export type Relayer = { address: Address; balance: bigint; nonce: number; pendingNonce: number }

/** What an operator wants to know at a glance. */
export type Observation = {
  chainId: number
  block: Block
  relayer: Relayer | null
  contracts: { name: string; address: Address; isDeployed: boolean }[]
  outgoing: Record<OutgoingState, number>
}

/**
 * Looks at the chain and at what is on its way there; `null` when no chain is configured.
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
  const seen = await lookAt(chain, address).catch((error: unknown) => {
    ctx.log.warn({ reason: describeFailure(error) }, 'the chain does not answer an operator')
    throw new AppError(
      'chain_unavailable',
      'The chain does not answer; look at CHAIN_RPC_URL and try again',
    )
  })
  return { chainId, ...seen, outgoing: await countByState(ctx.db, chainId) }
}

async function lookAt(chain: Chain, relayer: Address | null) {
  const [block, found, deployed] = await Promise.all([
    chain.findBlock('latest'),
    relayer && lookAtRelayer(chain, relayer),
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

async function lookAtRelayer(chain: Chain, address: Address): Promise<Relayer> {
  const [balance, nonce, pendingNonce] = await Promise.all([
    chain.getBalance(address),
    chain.getNonce(address, 'latest'),
    chain.getNonce(address, 'pending'),
  ])
  return { address, balance, nonce, pendingNonce }
}
