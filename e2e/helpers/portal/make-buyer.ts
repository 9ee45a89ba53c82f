import { createWalletClient, http, parseAbi, publicActions, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { vi } from 'vitest'
import type { Demo } from '../tallystick.js'

/** Balances in the smallest units. */
type Balances = { usdc?: bigint; usdt?: bigint; eth?: bigint }

type Buyer = { privateKey: `0x${string}`; address: `0x${string}` }

const abi = parseAbi(['function mint(address to, uint256 amount)'])
const mintGas = 150_000n
const oneEther = 10n ** 18n
const plenty: Balances = { usdc: 1_000_000_000n, usdt: 1_000_000_000n, eth: oneEther }

/**
 * Creates a buyer with these balances. Every test needs its own, because concurrent transactions of
 * one wallet would use the same nonce, and tests check balances.
 */
export async function makeBuyer({ chain }: Demo, balances: Balances = plenty): Promise<Buyer> {
  if (!chain) throw new Error('The service has no chain.')
  const privateKey = generatePrivateKey()
  const account = privateKeyToAccount(privateKey)
  const { address } = account
  const client = createWalletClient({ account, transport: http(chain.rpcUrl) }).extend(
    publicActions,
  )
  const setBalance = (wei: bigint) =>
    client.request({ method: 'anvil_setBalance', params: [address, toHex(wei)] } as never)

  await setBalance(oneEther)
  const tokens = (['usdc', 'usdt'] as const).filter((token) => balances[token])
  for (const [nonce, token] of tokens.entries()) {
    await client.writeContract({
      chain: null,
      address: chain[token],
      abi,
      functionName: 'mint',
      args: [address, balances[token] ?? 0n],
      gas: mintGas,
      gasPrice: 10n ** 10n,
      nonce,
    })
  }
  const isMinted = async () => (await client.getTransactionCount({ address })) === tokens.length
  await vi.waitUntil(isMinted, { timeout: 60_000, interval: 20 })
  // Restores the balance that the gas for minting has reduced.
  await setBalance(balances.eth ?? 0n)
  return { privateKey, address }
}
