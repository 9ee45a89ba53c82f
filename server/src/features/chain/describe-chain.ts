import { AppError } from '../../lib/errors.js'
import { checksumAddress } from '../../lib/hex.js'
import { baseUnits, baseUnitsToDecimal } from '../../lib/money.js'
import { SECOND_MS } from '../../lib/time.js'
import type { Chain } from '../../platform/chain/chain.js'
import { describeFailure } from '../../platform/chain/chain-failures.js'
import { contracts } from '../../platform/chain/contracts.js'
import type { Outgoing, OutgoingState } from '../../platform/chain/outgoing/outgoing.js'
import { listKeys } from '../../platform/chain/outgoing/relayer-keys.js'
import { countByState } from '../../platform/chain/outgoing/stores/summary-store.js'
import { walletOf } from '../../platform/chain/signing-keys.js'
import { listTokens } from '../../platform/chain/tokens.js'
import type { TxContext } from '../../platform/context.js'
import type { ChainOverview, OutgoingTransaction } from './schemas.js'

export type Observation = Awaited<ReturnType<typeof readChain>> & {
  chainId: number
  outgoing: Record<OutgoingState, number>
}

/**
 * Reads the state of the chain and counts outgoing transactions. Returns null when no chain is
 * configured.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export async function observeChain(
  ctx: Pick<TxContext, 'db' | 'chain' | 'config' | 'log'>,
): Promise<Observation | null> {
  const { chain } = ctx
  if (!chain) return null

  const { chainId } = ctx.config
  const observation = await readChain(chain, listKeys(ctx.config)).catch((error: unknown) => {
    ctx.log.warn({ reason: describeFailure(error) }, 'chain request by an operator failed')
    throw new AppError(
      'chain_unavailable',
      'The chain is not reachable. Check CHAIN_RPC_URL and try again.',
    )
  })
  return { chainId, ...observation, outgoing: await countByState(ctx.db, chainId) }
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
) {
  const address = await walletOf(privateKey)
  const [balance, nonce, pendingNonce] = await Promise.all([
    chain.getBalance(address),
    chain.getNonce(address, 'latest'),
    chain.getNonce(address, 'pending'),
  ])
  return { address, roles, balance, nonce, pendingNonce }
}

/** All EVM chains count their native token in wei. */
const nativeDecimals = 18

/** Returns the state of the chain as the API shows it. */
export function describeChain(observation: Observation): ChainOverview {
  const { chainId, block, contracts, outgoing } = observation
  const relayers = observation.relayers.map(describeRelayer)
  return {
    chainId,
    blockNumber: Number(block.number),
    blockHash: block.hash,
    blockTime: Number(block.timestampSeconds) * SECOND_MS,
    relayer: relayers.find(({ signs }) => signs.includes('settlement')) ?? null,
    relayers,
    contracts: contracts.map((contract) => ({
      ...contract,
      address: checksumAddress(contract.address),
    })),
    tokens: listTokens(chainId).map(({ symbol, address, decimals }) => ({
      symbol,
      address: checksumAddress(address),
      decimals,
    })),
    outgoing,
  }
}

function describeRelayer(relayer: Observation['relayers'][number]) {
  const { address, roles, balance, nonce, pendingNonce } = relayer
  return {
    address: checksumAddress(address),
    signs: [...roles],
    balance: baseUnitsToDecimal(baseUnits(balance), nativeDecimals),
    balanceWei: balance.toString(),
    nonce,
    pendingNonce,
  }
}

/** Returns an outgoing transaction without its calldata. */
export function describeTransaction(outgoing: Outgoing): OutgoingTransaction {
  const { id, key, purpose, state, nonce, hash, generation, bumps, error } = outgoing
  return {
    id,
    key,
    purpose,
    merchant: outgoing.merchant ? checksumAddress(outgoing.merchant) : null,
    state,
    to: checksumAddress(outgoing.to),
    valueWei: outgoing.value.toString(),
    signer: outgoing.signer && checksumAddress(outgoing.signer),
    nonce,
    hash,
    generation,
    bumps,
    blockNumber: numberOrNull(outgoing.blockNumber),
    gasUsed: numberOrNull(outgoing.gasUsed),
    error,
    isStuck: outgoing.stuckSince !== null,
    createdAt: outgoing.createdAt,
    stateSince: outgoing.stateSince,
  }
}

function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}
