import { createWalletClient, defineChain, type Hex, http, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Demo } from '../tallystick.js'

/** The state of a wallet. A test may change it while the page is open. */
export type WalletState = {
  /** Null for a locked wallet without an account. */
  privateKey: Hex | null
  /** Key to sign with, if it differs from `privateKey`. */
  signsAs: Hex | null
  chainId: number
  /** Chains it can switch to. */
  known: number[]
  /** Accepts a switch of the chain but does not switch. */
  isStuck: boolean
}

export type WalletCall = { method: string; params: readonly unknown[] }

export type WalletError = { code: number; message: string }

const unknownChain: WalletError = { code: 4902, message: 'Unrecognized chain ID' }
const unauthorized: WalletError = { code: 4100, message: 'The account is not authorized' }

/** Responds like a wallet: signs with a real key and sends to the sandbox chain. */
export async function respondAsWallet(
  { chain: facts }: Demo,
  { state, call }: { state: WalletState; call: WalletCall },
): Promise<unknown> {
  if (!facts) throw new Error('The service has no chain.')
  const { method, params } = call
  const [first] = params
  if (method === 'eth_chainId') return `0x${state.chainId.toString(16)}`
  if (method === 'wallet_switchEthereumChain') return switchTo(state, first)
  if (method === 'wallet_addEthereumChain') return addChain(state, first)
  if (method === 'eth_accounts' || method === 'eth_requestAccounts') return listAccounts(state)
  if (!signing.includes(method)) return callNode(facts.rpcUrl, call)

  const [ownAccount] = listAccounts(state)
  const key = state.signsAs ?? state.privateKey
  const from = method === 'personal_sign' ? params[1] : readFrom(first)
  if (!key || String(from).toLowerCase() !== ownAccount?.toLowerCase()) throw unauthorized
  const account = privateKeyToAccount(key)
  if (method === 'personal_sign') return account.signMessage({ message: { raw: first as Hex } })
  if (method === 'eth_signTypedData_v4') {
    return account.signTypedData(JSON.parse(String(params[1])) as TypedDataDefinition)
  }

  const { to, data, value, chainId } = first as Record<'to' | 'data' | 'value' | 'chainId', Hex>
  if (Number(chainId) !== state.chainId) throw unknownChain
  const chain = defineChain({
    id: facts.chainId,
    name: 'sandbox',
    rpcUrls: { default: { http: [facts.rpcUrl] } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })
  const wallet = createWalletClient({ account, chain, transport: http() })
  return wallet.sendTransaction({ to, data, value: BigInt(value ?? 0) })
}

const signing = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction']

function listAccounts({ privateKey }: WalletState): Hex[] {
  return privateKey ? [privateKeyToAccount(privateKey).address] : []
}

function readFrom(first: unknown): unknown {
  return typeof first === 'string' ? first : (first as { from?: unknown })?.from
}

function switchTo(state: WalletState, params: unknown): null {
  const chainId = Number((params as { chainId: string }).chainId)
  if (!state.known.includes(chainId)) throw unknownChain
  if (!state.isStuck) state.chainId = chainId
  return null
}

/** Adds a chain without switching to it, as most wallets do. */
function addChain(state: WalletState, added: unknown): null {
  const { chainId, rpcUrls, nativeCurrency } = added as Record<string, unknown>
  if (!Array.isArray(rpcUrls) || !nativeCurrency) throw unknownChain
  state.known.push(Number(chainId))
  return null
}

async function callNode(rpcUrl: string, { method, params }: WalletCall): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: WalletError }
  if (error) throw error
  return result
}
