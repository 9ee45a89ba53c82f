import { setTimeout as sleep } from 'node:timers/promises'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  type PublicClient,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Demo } from './tallystick.js'

type Hex = `0x${string}`

const tokenAbi = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
])
const splitAbi = parseAbi([
  'function distribute(address token) returns (uint256)',
  'function releasable(address token, address account) view returns (uint256)',
  'function releasable(address account) view returns (uint256)',
])

/** Connects to the sandbox chain as the demo buyer. */
export function connect({ chain: facts, buyerPrivateKey }: Demo) {
  if (!facts) throw new Error('The service has no chain.')
  const chain = defineChain({
    id: facts.chainId,
    name: 'sandbox',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [facts.rpcUrl] } },
  })
  const reader = createPublicClient({ chain, transport: http() })
  const account = privateKeyToAccount(buyerPrivateKey)
  const wallet = createWalletClient({ account, chain, transport: http() })

  const tokenOf = (symbol: string): Hex =>
    ({ USDC: facts.usdc, USDT: facts.usdt, EURC: facts.eurc })[symbol] ?? '0x'

  return {
    buyer: account.address,
    chainId: () => reader.getChainId(),
    async hasCode(address: Hex) {
      return (await reader.getCode({ address })) !== undefined
    },
    async head() {
      const { number, hash, timestamp } = await reader.getBlock()
      return { number, hash, timestampMs: Number(timestamp) * 1_000 }
    },
    async blockHash(blockNumber: bigint) {
      return (await reader.getBlock({ blockNumber })).hash
    },
    async send(token: 'usdc' | 'usdt' | 'eurc', call: { args: [Hex, bigint] }) {
      const request = { address: facts[token], abi: tokenAbi, functionName: 'transfer' } as const
      return waitUntilMined(reader, await wallet.writeContract({ ...request, ...call }))
    },
    async distribute(split: Hex) {
      const request = { address: split, abi: splitAbi, functionName: 'distribute' } as const
      return waitUntilMined(reader, await wallet.writeContract({ ...request, args: [facts.usdc] }))
    },
    /** Pays by a plain transfer of a token or of ETH. */
    async pay(symbol: string, { to, units }: { to: Hex; units: bigint }) {
      if (symbol === 'ETH') {
        return waitUntilMined(reader, await wallet.sendTransaction({ to, value: units }))
      }
      const request = { address: tokenOf(symbol), abi: tokenAbi, functionName: 'transfer' } as const
      return waitUntilMined(reader, await wallet.writeContract({ ...request, args: [to, units] }))
    },
    balanceIn: (symbol: string, owner: Hex) =>
      symbol === 'ETH'
        ? reader.getBalance({ address: owner })
        : reader.readContract({
            address: tokenOf(symbol),
            abi: tokenAbi,
            functionName: 'balanceOf',
            args: [owner],
          }),
    /** Returns what the split owes to an account. */
    releasableIn(symbol: string, account: Hex) {
      const call = { address: facts.split, abi: splitAbi, functionName: 'releasable' } as const
      return symbol === 'ETH'
        ? reader.readContract({ ...call, args: [account] })
        : reader.readContract({ ...call, args: [tokenOf(symbol), account] })
    },
    balanceOf: (account: Hex) =>
      reader.readContract({
        address: facts.usdc,
        abi: tokenAbi,
        functionName: 'balanceOf',
        args: [account],
      }),
  }
}

/**
 * Returns the hash once it is mined. Polls for the receipt, because viem's own wait can miss a
 * block of a chain that mines instantly.
 */
async function waitUntilMined(reader: PublicClient, hash: Hex): Promise<Hex> {
  for (let tries = 0; tries < 400; tries += 1) {
    const receipt = await reader.getTransactionReceipt({ hash }).catch(() => null)
    if (receipt?.status === 'success') return hash
    if (receipt) throw new Error(`Transaction ${hash} was reverted`)
    await sleep(25)
  }
  throw new Error(`Transaction ${hash} was not mined`)
}
