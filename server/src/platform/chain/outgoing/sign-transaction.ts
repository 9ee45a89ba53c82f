import { type Address, type Hash, parseHash } from '../../../lib/hex.js'
import type { Fees, Hex } from '../chain.js'

export type Unsigned = Fees & {
  chainId: number
  nonce: number
  to: Address
  data: Hex
  value: bigint
  gas: bigint
}

/** Signs a transaction (EIP-1559). Deterministic: the same input gives the same bytes. */
export async function signTransaction(
  privateKey: Hex,
  transaction: Unsigned,
): Promise<{ raw: Hex; hash: Hash }> {
  const [{ keccak256 }, { privateKeyToAccount }] = await Promise.all([
    import('viem'),
    import('viem/accounts'),
  ])
  const account = privateKeyToAccount(privateKey)
  const raw = await account.signTransaction({ type: 'eip1559', ...transaction })
  const hash = parseHash(keccak256(raw))
  if (!hash) throw new Error('a signed transaction always has a hash')
  return { raw, hash }
}
