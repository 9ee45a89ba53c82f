import type { PortalReceipt } from '@tallystick/sdk'
import { type Call, callService, type ServiceResponse } from '../../core/api/call-service.js'
import type { AuthorizationBody } from '../../core/wallet/sign-authorization.js'
import type { PortalView } from '../view.js'

/** The message, if any, is for the buyer. Status 0 means that there was no response. */
type ApiResult = { ok: true } | { ok: false; status: number; message: string | null }

type AuthorizeResult =
  | { ok: true; txHash: string | null }
  | { ok: false; code: string | null; isUnknown: boolean }

export type PortalApi = {
  /**
   * Loads the receipt.
   *
   * @throws {Error} when there is no valid response.
   */
  load(): Promise<PortalReceipt>
  /** Reports the buyer's progress. Never fails, because the buyer does not depend on it. */
  report(
    status: 'link_opened' | 'checkout_initialized' | 'failed',
    failureCode?: string,
  ): Promise<void>
  /** Announces the transaction that pays the receipt. */
  announce(txHash: string): Promise<ApiResult>
  /**
   * Submits a signed payment, and retries while there is no response. A repeated submission does
   * not pay twice. When no attempt gets a response, the result is unknown.
   */
  authorize(body: AuthorizationBody): Promise<AuthorizeResult>
  /** Starts a payment by card, or continues the open one. */
  startCard(): Promise<ServiceResponse>
  /** Simulates an event for the receipt. Available in a sandbox only. */
  simulate(scenario: string, token?: string): Promise<ApiResult>
  /** Sets the receipt's status as the signed-in buyer. */
  postStatus(status: PortalReceipt['status'], csrfToken: string): Promise<ApiResult>
  signOut(csrfToken: string): Promise<ApiResult>
  /** Reports that the buyer left the page during an attempt. */
  leave(failureCode: string): void
}

/** Creates the calls of the payment page about its receipt. */
export function createPortalApi(
  { receipt, query }: Pick<PortalView, 'receipt' | 'query'>,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
  pause: () => Promise<unknown> = () => new Promise((resolve) => setTimeout(resolve, 1_000)),
): PortalApi {
  const { receiptId, portalToken } = receipt
  const portalPath = (path: string) => `/api/portal/${encodeURIComponent(receiptId)}${path}${query}`
  const call = (input: Call) =>
    callService(fetch, { ...input, headers: { ...input.headers, 'x-portal-token': portalToken } })
  const post = async (input: Call) => toResult(await call(input))
  // Kept alive, because the buyer may leave the page right after it.
  const reportProgress = (body: object) =>
    call({ path: portalPath('/progress'), body, keepalive: true })
  let checkout: Promise<unknown> | null = null
  const startCheckout = () => {
    checkout = reportProgress({ status: 'checkout_initialized' })
    return checkout
  }

  return {
    load: async () => {
      // The page loads pictures by their hashes.
      const response = await call({ path: `${portalPath('')}&thumbs=0` })
      if (!response.ok) throw new Error(`status ${response.status}`)
      return response.body as PortalReceipt
    },
    report: async (status, failureCode) => {
      if (status === 'checkout_initialized') {
        await startCheckout()
        return
      }
      // Only a checkout may report a failure. The response to its start sets the cookie that proves
      // it.
      if (status === 'failed') await (checkout ?? startCheckout())
      await reportProgress({ status, failureCode })
    },
    announce: async (txHash) => {
      await checkout
      return post({ path: portalPath('/tx'), body: { txHash } })
    },
    authorize: async (body) => {
      const submit = () => call({ path: portalPath('/authorize'), body })
      const response = await retryWhileUnknown(submit, pause)
      if (!response.ok) return { ok: false, code: response.code, isUnknown: isUnknown(response) }
      const { txHash } = response.body
      return { ok: true, txHash: typeof txHash === 'string' ? txHash : null }
    },
    startCard: () => call({ path: portalPath('/onramp'), body: {} }),
    simulate: (scenario, token) =>
      post({ path: '/api/sandbox/pay', body: { receiptId, scenario, token } }),
    postStatus: (status, csrfToken) =>
      post({
        path: '/api/receipts/status',
        headers: { 'x-csrf-token': csrfToken },
        body: { receiptId, status },
      }),
    signOut: (csrfToken) =>
      post({ path: '/api/auth/logout', headers: { 'x-csrf-token': csrfToken }, body: {} }),
    leave: (failureCode) => {
      void reportProgress({ status: 'failed', failureCode })
    },
  }
}

function toResult(response: ServiceResponse): ApiResult {
  const { ok } = response
  return ok ? { ok } : { ok, status: response.status, message: response.message }
}

const maxAttempts = 3

async function retryWhileUnknown(
  submit: () => Promise<ServiceResponse>,
  pause: () => Promise<unknown>,
): Promise<ServiceResponse> {
  let response = await submit()
  for (let attempt = 1; attempt < maxAttempts && isUnknown(response); attempt += 1) {
    await pause()
    response = await submit()
  }
  return response
}

/** Without a response, or after a server error, the request may still have been processed. */
function isUnknown(response: ServiceResponse): boolean {
  if (response.ok || response.code === 'chain_unavailable') return false
  return response.status === 0 || response.status >= 500
}
