import { inject } from 'vitest'
import { callAnvil } from '../src/platform/chain/anvil/call-anvil.js'
import { lentChainId } from './lend-chains.js'

export type TestChain = Awaited<ReturnType<typeof startTestChain>>

/** Borrows a sandbox chain for exclusive use, empty except for the well-known wallets. */
export async function startTestChain() {
  const lender = inject('chainLenderUrl')
  const url = await ask(lender, 'POST')

  return {
    url,
    /** Environment for a test context or app that uses it. */
    environment: { CHAIN_RPC_URL: url, CHAIN_ID: String(lentChainId) },
    call: (method: string, ...params: unknown[]) => callAnvil(url, method, ...params),
    async close() {
      await ask(`${lender}/${encodeURIComponent(url)}`, 'DELETE')
    },
  }
}

async function ask(url: string, method: 'POST' | 'DELETE'): Promise<string> {
  const response = await fetch(url, { method })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}
