import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Block, Chain } from '../../platform/chain/chain.js'
import { describeFailure } from '../../platform/chain/chain-failures.js'
import { contracts } from '../../platform/chain/contracts.js'
import type { OutgoingState } from '../../platform/chain/outgoing/outgoing.js'
import { listKeys } from '../../platform/chain/outgoing/relayer-keys.js'
import type { SignerRole } from '../../platform/chain/outgoing/signer-roles.js'
import { walletOf } from '../../platform/chain/signing-keys.js'
import type { TxContext } from '../../platform/context.js'
import { countByState } from './store.js'

/** A wallet that pays for gas, and its roles. */
export type Relayer = {
  address: Address
  roles: readonly SignerRole[]
  balance: bigint
  nonce: number
  pendingNonce: number
}

export type Observation = {
  chainId: number
  block: Block
  relayers: Relayer[]
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

  const { chainId } = ctx.config
  const seen = await readChain(chain, listKeys(ctx.config)).catch((error: unknown) => {
    ctx.log.warn({ reason: describeFailure(error) }, 'chain request by an operator failed')
    throw new AppError(
      'chain_unavailable',
      'The chain is not reachable. Check CHAIN_RPC_URL and try again.',
    )
  })
  return { chainId, ...seen, outgoing: await countByState(ctx.db, chainId) }
}

async function readChain(chain: Chain, keys: ReturnType<typeof listKeys>) {
  const [block, relayers, deployed] = await Promise.all([
    chain.findBlock('latest'),
    Promise.all(keys.map((key) => readRelayer(chain, key))),
    Promise.all(
      contracts.map(async ({ name, address }) => ({
        name,
        address,
        isDeployed: (await chain.findCode(address)) !== null,
      })),
    ),
  ])
  if (!block) throw new Error('the chain has no blocks')
  return { block, relayers, contracts: deployed }
}

async function readRelayer(
  chain: Chain,
  { privateKey, roles }: ReturnType<typeof listKeys>[number],
): Promise<Relayer> {
  const address = await walletOf(privateKey)
  const [balance, nonce, pendingNonce] = await Promise.all([
    chain.getBalance(address),
    chain.getNonce(address, 'latest'),
    chain.getNonce(address, 'pending'),
  ])
  return { address, roles, balance, nonce, pendingNonce }
}
