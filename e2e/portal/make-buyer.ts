import { createWalletClient, http, parseAbi, publicActions, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { vi } from 'vitest'
import type { Demo } from '../helpers/tallystick.js'

/** What somebody has, in the smallest units. */
type Purse = { usdc?: bigint; usdt?: bigint; eth?: bigint }

/** Somebody with a wallet that nobody else uses. */
type Buyer = { privateKey: `0x${string}`; address: `0x${string}` }

const abi = parseAbi(['function mint(address to, uint256 amount)'])
const mintGas = 150_000n
const oneEther = 10n ** 18n
const plenty: Purse = { usdc: 1_000_000_000n, usdt: 1_000_000_000n, eth: oneEther }

/**
 * Makes a buyer with so much money, or with plenty. Every test has its own: what a wallet sends is numbered, so two
 * tests cannot pay from the same one at the same time, and nobody else changes its balance.
 */
export async function makeBuyer({ chain }: Demo, purse: Purse = plenty): Promise<Buyer> {
  if (!chain) throw new Error('the service has no chain')
  const privateKey = generatePrivateKey()
  const account = privateKeyToAccount(privateKey)
  const { address } = account
  const client = createWalletClient({ account, transport: http(chain.rpcUrl) }).extend(
    publicActions,
  )
  const setBalance = (wei: bigint) =>
    client.request({ method: 'anvil_setBalance', params: [address, toHex(wei)] } as never)

  await setBalance(oneEther)
  const tokens = (['usdc', 'usdt'] as const).filter((token) => purse[token])
  for (const [nonce, token] of tokens.entries()) {
    await client.writeContract({
      ...{ chain: null, address: chain[token], abi, functionName: 'mint' },
      ...{ args: [address, purse[token] ?? 0n], gas: mintGas, gasPrice: 10n ** 10n, nonce },
    })
  }
  const isMade = async () => (await client.getTransactionCount({ address })) === tokens.length
  await vi.waitUntil(isMade, { timeout: 60_000, interval: 20 })
  // Whatever making the tokens has cost.
  await setBalance(purse.eth ?? 0n)
  return { privateKey, address }
}
