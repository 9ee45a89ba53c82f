import type { Address, Hash } from '../../../lib/hex.js'
import type { Chain } from '../chain.js'

/** How far back it is looked for: minutes on a fast chain. Who finds nothing leaves it to people. */
const searchedBlocks = 1_000
const askedAtOnce = 16

/** The transaction that used a nonce, from `head` backwards; `null` when it is not found. */
export async function findNonceUser(
  chain: Pick<Chain, 'listSenders'>,
  { signer, nonce, head }: { signer: Address; nonce: number; head: bigint },
): Promise<Hash | null> {
  const lowest = head > BigInt(searchedBlocks) ? head - BigInt(searchedBlocks) : 0n
  for (let top = head; top >= lowest; top -= BigInt(askedAtOnce)) {
    const numbers = Array.from({ length: askedAtOnce }, (_, index) => top - BigInt(index))
    const blocks = await Promise.all(
      numbers.filter((number) => number >= lowest).map((number) => chain.listSenders(number)),
    )
    const sent = blocks.flatMap((block) => block ?? []).filter(({ from }) => from === signer)
    const user = sent.find((one) => one.nonce === nonce)
    if (user) return user.hash
    // Older blocks have older ones.
    if (sent.some((one) => one.nonce < nonce)) return null
  }
  return null
}
