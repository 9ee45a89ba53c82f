/** What a wallet says of itself, and how it is found. */
export type WalletFacts = {
  name: string
  rdns: string
  /** `told`: only once somebody dispatches `stub-wallet:announce`. */
  appears: 'at once' | 'told' | 'window.ethereum'
  /** The page's name for the function that answers. */
  binding: string
}

/** `thrown` is what a wallet's own script throws. */
export type Answered = { result: unknown } | { thrown: { code: number; message: string } }

type Host = EventTarget & {
  ethereum?: unknown
  [binding: string]: unknown
}

/** The part of a wallet that is in the page: it announces itself (EIP-6963) and passes on what it is asked. */
export function runWalletScript({ name, rdns, appears, binding }: WalletFacts): void {
  const host = globalThis as unknown as Host
  const answer = (call: object) => (host[binding] as (call: object) => Promise<Answered>)(call)
  const provider = {
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      const answered = await answer({ method, params })
      if ('result' in answered) return answered.result
      const { code, message } = answered.thrown
      throw Object.assign(new Error(message), { code })
    },
    on() {},
    removeListener() {},
  }
  if (appears === 'window.ethereum') {
    host.ethereum = provider
    return
  }

  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  const info = Object.freeze({ uuid: `uuid-of-${rdns}`, name, rdns, icon })
  const announce = () =>
    host.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  host.addEventListener('stub-wallet:announce', announce)
  if (appears === 'told') return
  host.addEventListener('eip6963:requestProvider', announce)
  announce()
}
