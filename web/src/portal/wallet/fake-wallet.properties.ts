import { type Hex, pad, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Wallet } from './wallet.js'

/** What a wallet throws: an error with a code, as EIP-1193 has it. */
export function walletError(code: number | string, message = 'No', more: object = {}): Error {
  return Object.assign(new Error(message), { code, ...more })
}

/** Well known, and holds nothing anywhere. */
export const buyer = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)

// biome-ignore lint/suspicious/noExplicitAny: what a page sends is anything until it was looked at
type Params = any
type Call = { method: string; params: Params }
type FakeWallet = Wallet & {
  /** Everything it was asked, in order. */
  calls: Call[]
  asked(): string[]
  last(method: string): Params
  chainId: number
}

/**
 * A wallet as an extension is one: knows some chains, refuses to sign for another one than it is on, and signs for
 * real. `answers` are asked first; `undefined` leaves the answer to the wallet.
 */
export function aWallet(
  options: {
    chainId?: number
    knows?: number[]
    accounts?: unknown
    coins?: bigint
    tokens?: bigint
    answers?: Record<string, (params: Params, wallet: FakeWallet) => unknown>
  } = {},
): FakeWallet {
  const { coins = 10n ** 18n, tokens = 100_000_000n } = options
  const known = new Set(options.knows ?? [84_532])
  const calls: Call[] = []

  const answer: Record<string, (params: Params) => unknown> = {
    // In small letters, as extensions have it.
    eth_requestAccounts: () => options.accounts ?? [buyer.address.toLowerCase()],
    eth_chainId: () => toHex(wallet.chainId),
    eth_getBalance: () => toHex(coins),
    eth_gasPrice: () => toHex(1_000_000n),
    eth_call: () => pad(toHex(tokens)),
    wallet_switchEthereumChain: ([{ chainId }]) => {
      if (!known.has(Number(chainId))) throw walletError(4902, 'Unrecognized chain ID')
      wallet.chainId = Number(chainId)
      return null
    },
    wallet_addEthereumChain: ([chain]) => {
      if (!chain.rpcUrls[0] || chain.blockExplorerUrls?.length === 0) throw walletError(-32602)
      known.add(Number(chain.chainId))
      return null
    },
    eth_sendTransaction: ([{ from, chainId }]) => {
      if (Number(chainId) !== wallet.chainId) throw walletError(-32602, 'Wrong chain')
      if (from.toLowerCase() !== buyer.address.toLowerCase()) throw walletError(4100, 'Not yours')
      return `0x${'AB'.repeat(32)}`
    },
    eth_signTypedData_v4: ([from, text]) => {
      const { types, ...typed } = JSON.parse(text)
      if (typed.domain.chainId !== wallet.chainId) throw walletError(-32602, 'Wrong chain')
      if (from.toLowerCase() !== buyer.address.toLowerCase()) throw walletError(4100, 'Not yours')
      const { EIP712Domain: _, ...own } = types
      return buyer.signTypedData({ ...typed, types: own })
    },
    personal_sign: ([message]) => buyer.signMessage({ message: { raw: message as Hex } }),
  }

  const wallet: FakeWallet = {
    id: 'com.example.wallet',
    name: 'Example',
    icon: null,
    calls,
    asked: () => calls.map(({ method }) => method),
    last: (method) => calls.findLast((call) => call.method === method)?.params,
    chainId: options.chainId ?? 84_532,
    provider: {
      request: async ({ method, params }) => {
        calls.push({ method, params })
        const given = await options.answers?.[method]?.(params, wallet)
        if (given !== undefined) return given
        const own = answer[method]
        if (!own) throw walletError(-32601, `The method ${method} does not exist`)
        return own(params)
      },
    },
  }
  return wallet
}
