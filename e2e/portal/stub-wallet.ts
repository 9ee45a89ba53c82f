import { randomBytes } from 'node:crypto'
import type { Page } from '../helpers/browser.js'
import type { Demo } from '../helpers/tallystick.js'
import {
  answerAsWallet,
  type WalletCall,
  type WalletError,
  type WalletState,
} from './wallet-answers.js'
import { type Answered, runWalletScript, type WalletFacts } from './wallet-script.js'

export type WalletOptions = Partial<Omit<WalletFacts, 'binding'> & WalletState>

export type StubWallet = WalletState & {
  /** Everything it was asked, in its order. */
  calls: WalletCall[]
  asked(method: string): number
  /** Hashes of what it sent. */
  sent: string[]
  /** What its owner says no to. */
  declined: Set<string>
  /** What happens in the moment that it is asked something. */
  onAsked: (method: string) => void
  /** Lets the owner take their time over something, until the function that it returns is called. */
  hold(method: string): () => void
}

const declinedByOwner: WalletError = { code: 4001, message: 'User rejected the request.' }

/**
 * Puts a wallet into every page of the context that is opened from now on. It is on the sandbox chain and knows no
 * other, unless told.
 */
export async function addWallet(
  page: Page,
  { demo, ...options }: WalletOptions & { demo: Demo },
): Promise<StubWallet> {
  const { name = 'Stub', rdns = 'test.stub', appears = 'at once', ...own } = options
  const held = new Map<string, Promise<void>>()
  const chainId = own.chainId ?? demo.chain?.chainId ?? 0
  const wallet: StubWallet = {
    ...{ privateKey: null, signsAs: null, chainId, known: [chainId], isStuck: false },
    ...own,
    ...{ calls: [], sent: [], declined: new Set<string>(), onAsked: () => {} },
    asked: (method) => wallet.calls.filter((call) => call.method === method).length,
    hold(method) {
      let release = () => {}
      held.set(method, new Promise((resolve) => (release = resolve)))
      return () => {
        held.delete(method)
        release()
      }
    },
  }

  const answer = async (_source: unknown, call: WalletCall): Promise<Answered> => {
    wallet.calls.push(call)
    wallet.onAsked(call.method)
    await held.get(call.method)
    if (wallet.declined.has(call.method)) return { thrown: declinedByOwner }
    try {
      const result = await answerAsWallet(demo, { state: wallet, call })
      if (call.method === 'eth_sendTransaction') wallet.sent.push(String(result))
      return { result }
    } catch (error) {
      const { code = -32_603, message } = error as Partial<WalletError>
      return { thrown: { code, message: message ?? String(error) } }
    }
  }
  const binding = `wallet_${randomBytes(6).toString('hex')}`
  await page.context().exposeBinding(binding, answer)
  await page.context().addInitScript(runWalletScript, { name, rdns, appears, binding })
  return wallet
}
