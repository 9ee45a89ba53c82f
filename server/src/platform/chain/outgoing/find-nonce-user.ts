import type { Address, Hash } from '../../../lib/hex.js'
import type { Chain } from '../chain.js'

/** How far back to search: minutes on a fast chain. */
const searchedBlocks = 1_000
const maxConcurrent = 16

/** Searches backwards from `head` for the transaction that used a nonce. Returns its hash, or `null`. */
export async function findNonceUser(
  chain: Pick<Chain, 'listSenders'>,
  { signer, nonce, head }: { signer: Address; nonce: number; head: bigint },
): Promise<Hash | null> {
  const lowest = head > BigInt(searchedBlocks) ? head - BigInt(searchedBlocks) : 0n
  for (let top = head; top >= lowest; top -= BigInt(maxConcurrent)) {
    const numbers = Array.from({ length: maxConcurrent }, (_, index) => top - BigInt(index))
    const blocks = await Promise.all(
      numbers.filter((number) => number >= lowest).map((number) => chain.listSenders(number)),
    )
    const sent = blocks.flatMap((block) => block ?? []).filter(({ from }) => from === signer)
    const user = sent.find((one) => one.nonce === nonce)
    if (user) return user.hash
    // Older blocks only contain lower nonces.
    if (sent.some((one) => one.nonce < nonce)) return null
  }
  return null
}
