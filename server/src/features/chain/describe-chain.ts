import { checksumAddress } from '../../lib/hex.js'
import { baseUnits, baseUnitsToDecimal } from '../../lib/money.js'
import { SECOND_MS } from '../../lib/time.js'
import { listTokens } from '../../platform/chain/tokens.js'
import type { Observation, Relayer } from './observe-chain.js'
import type { ChainOverview } from './schemas.js'

/** All EVM chains count their native token in wei. */
const coinDecimals = 18

export function describeChain(seen: Observation): ChainOverview {
  const { chainId, block, contracts, outgoing } = seen
  const relayers = seen.relayers.map(describeRelayer)
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

function describeRelayer({ address, roles, balance, nonce, pendingNonce }: Relayer) {
  return {
    address: checksumAddress(address),
    signs: [...roles],
    balance: baseUnitsToDecimal(baseUnits(balance), coinDecimals),
    balanceWei: balance.toString(),
    nonce,
    pendingNonce,
  }
}
