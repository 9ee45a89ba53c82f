import { createPublicClient, type Hex, http, parseAbi, parseEventLogs } from 'viem'
import type { Demo } from '../tallystick.js'

/** `token` is `null` for the chain's native token. */
type Transfer = { token: Hex | null; from: Hex; to: Hex | null; units: bigint }

const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])

/**
 * Returns the transfers of a transaction and the fee of its sender. Addresses are in lower case.
 */
export async function readTransfers(
  { chain }: Demo,
  hash: Hex,
): Promise<{ fee: bigint; transfers: Transfer[] }> {
  const reader = createPublicClient({ transport: http(chain?.rpcUrl) })
  const [sent, receipt] = await Promise.all([
    reader.getTransaction({ hash }),
    reader.getTransactionReceipt({ hash }),
  ])
  const moved = parseEventLogs({ abi, logs: receipt.logs }).map(({ address, args }) => ({
    token: lower(address),
    from: lower(args.from),
    to: lower(args.to),
    units: args.value,
  }))
  const { from, to, value } = sent
  const nativeTransfer = { token: null, from: lower(from), to: to && lower(to), units: value }
  return {
    fee: receipt.gasUsed * receipt.effectiveGasPrice,
    transfers: value > 0n ? [nativeTransfer, ...moved] : moved,
  }
}

function lower(address: Hex): Hex {
  return address.toLowerCase() as Hex
}
