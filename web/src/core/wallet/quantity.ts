import type { Provider } from './wallet.js'

/** The response is useful but not required, so a slow node is not waited for. */
const timeoutMs = 4_000

/** Formats a number as wallets expect it: hex without leading zeros. */
export function toQuantity(value: bigint | number): string {
  return `0x${value.toString(16)}`
}

/**
 * Requests a number from a wallet. Returns null when the response is not a number or arrives too
 * late.
 */
export async function readQuantity(
  provider: Provider,
  call: { method: string; params?: readonly unknown[] },
): Promise<bigint | null> {
  try {
    const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs))
    const response = await Promise.race([provider.request(call), timeout])
    // Some wallets return the chain id as a plain number instead of hex.
    const text = String(response)
    return /^(0x[\da-f]+|\d+)$/i.test(text) ? BigInt(text) : null
  } catch {
    return null
  }
}
