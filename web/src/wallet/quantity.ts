import type { Provider } from './wallet.js'

/** A wallet's node that takes longer is not waited for: what it would say is good to know, not needed. */
const patienceMs = 4_000

/** Asks a wallet for a number; `null` when it has none, or none in time. */
export async function readQuantity(
  provider: Provider,
  call: { method: string; params?: readonly unknown[] },
): Promise<bigint | null> {
  try {
    const tooLate = new Promise((resolve) => setTimeout(resolve, patienceMs))
    const answer = await Promise.race([provider.request(call), tooLate])
    // Hex, as it should be; but some wallets say the chain's id as a plain number.
    const text = String(answer)
    return /^(0x[\da-f]+|\d+)$/i.test(text) ? BigInt(text) : null
  } catch {
    return null
  }
}
