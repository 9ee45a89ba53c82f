import { randomBytes } from 'node:crypto'
import type { Page } from '../browser.js'
import type { Demo } from '../tallystick.js'
import {
  respondAsWallet,
  type WalletCall,
  type WalletError,
  type WalletState,
} from './wallet-responses.js'
import { runWalletScript, type WalletFacts, type WalletResponse } from './wallet-script.js'

export type WalletOptions = Partial<Omit<WalletFacts, 'binding'> & WalletState>

export type StubWallet = WalletState & {
  /** Every request, in order. */
  calls: WalletCall[]
  countCalls(method: string): number
  /** Hashes of the sent transactions. */
  sentHashes: string[]
  /** Methods that the owner rejects. */
  rejected: Set<string>
  /** Called at the start of every request. */
  onRequest: (method: string) => void
  /** Keeps requests of a method pending until the returned function is called. */
  hold(method: string): () => void
}

const userRejected: WalletError = { code: 4001, message: 'User rejected the request.' }

/**
 * Adds a wallet to every page that the context opens from now on. By default it knows only the
 * sandbox chain.
 */
export async function addWallet(
  page: Page,
  { demo, ...options }: WalletOptions & { demo: Demo },
): Promise<StubWallet> {
  const { name = 'Stub', rdns = 'test.stub', appears = 'at once', ...behavior } = options
  const heldRequests = new Map<string, Promise<void>>()
  const chainId = behavior.chainId ?? demo.chain?.chainId ?? 0
  const wallet: StubWallet = {
    privateKey: null,
    signsAs: null,
    chainId,
    known: [chainId],
    isStuck: false,
    ...behavior,
    calls: [],
    sentHashes: [],
    rejected: new Set<string>(),
    onRequest: () => {},
    countCalls: (method) => wallet.calls.filter((call) => call.method === method).length,
    hold(method) {
      let release = () => {}
      heldRequests.set(method, new Promise((resolve) => (release = resolve)))
      return () => {
        heldRequests.delete(method)
        release()
      }
    },
  }

  const respond = async (_source: unknown, call: WalletCall): Promise<WalletResponse> => {
    wallet.calls.push(call)
    wallet.onRequest(call.method)
    await heldRequests.get(call.method)
    if (wallet.rejected.has(call.method)) return { thrown: userRejected }
    try {
      const result = await respondAsWallet(demo, { state: wallet, call })
      if (call.method === 'eth_sendTransaction') wallet.sentHashes.push(String(result))
      return { result }
    } catch (error) {
      const { code = -32_603, message } = error as Partial<WalletError>
      return { thrown: { code, message: message ?? String(error) } }
    }
  }
  const binding = `wallet_${randomBytes(6).toString('hex')}`
  await page.context().exposeBinding(binding, respond)
  await page.context().addInitScript(runWalletScript, { name, rdns, appears, binding })
  return wallet
}
