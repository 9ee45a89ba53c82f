import { isAddress } from './hex.js'
import { type Refusal, readRefusal } from './read-refusal.js'
import type { Provider } from './wallet.js'

export type Account = { kind: 'connected'; from: string } | { kind: 'no_account' } | Refusal

/** Requests the account to use. Wallets list the account that the buyer selected first. */
export async function requestAccount(provider: Provider): Promise<Account> {
  try {
    const accounts = await provider.request({ method: 'eth_requestAccounts' })
    const from: unknown = Array.isArray(accounts) ? accounts[0] : null
    return isAddress(from) ? { kind: 'connected', from } : { kind: 'no_account' }
  } catch (error) {
    return readRefusal(error)
  }
}
