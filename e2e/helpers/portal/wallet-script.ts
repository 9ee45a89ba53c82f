/** The metadata of a wallet, and how the page discovers it. */
export type WalletFacts = {
  name: string
  rdns: string
  /** `on event`: announces itself when `stub-wallet:announce` is dispatched. */
  appears: 'at once' | 'on event' | 'window.ethereum'
  /** Name of the page's function that handles requests. */
  binding: string
}

/** `thrown` is the error that the provider throws. */
export type WalletResponse = { result: unknown } | { thrown: { code: number; message: string } }

type Host = EventTarget & {
  ethereum?: unknown
  [binding: string]: unknown
}

/** Runs in the page: announces the wallet (EIP-6963) and forwards its requests. */
export function runWalletScript({ name, rdns, appears, binding }: WalletFacts): void {
  const host = globalThis as unknown as Host
  const forward = (call: object) =>
    (host[binding] as (call: object) => Promise<WalletResponse>)(call)
  const provider = {
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      const response = await forward({ method, params })
      if ('result' in response) return response.result
      const { code, message } = response.thrown
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
  if (appears === 'on event') return
  host.addEventListener('eip6963:requestProvider', announce)
  announce()
}
