import type { PortalReceipt } from '@tallystick/sdk'
import { type Answer, type Call, callService } from '../../api/call-service.js'
import type { AuthorizationBody } from '../../wallet/sign-authorization.js'
import type { PortalView } from '../view.js'

/** The message is for the buyer; a status of 0 is no answer at all. */
type ApiResult = { ok: true } | { ok: false; status: number; message: string }

type AuthorizeResult =
  | { ok: true; txHash: string | null }
  | { ok: false; code: string | null; isUnknown: boolean }

export type PortalApi = {
  /**
   * The receipt as it is now.
   *
   * @throws {Error} with a sentence for the buyer.
   */
  load(): Promise<PortalReceipt>
  /** Says what the buyer does. Whether that arrives is no concern of theirs, so this never fails. */
  report(
    status: 'link_opened' | 'checkout_initialized' | 'failed',
    failureCode?: string,
  ): Promise<void>
  /** Says which transaction pays the receipt; again while nobody answers. */
  announce(txHash: string): Promise<ApiResult>
  /**
   * Hands in a signature that pays the receipt; the same one again while nobody answers, which pays no more. Whether it
   * was taken is unknown in the end when still nobody does.
   */
  authorize(body: AuthorizationBody): Promise<AuthorizeResult>
  /** Lets something happen to the receipt; a sandbox only. */
  play(scenario: string, token?: string): Promise<ApiResult>
  /** Says how far the receipt is, as the buyer who is signed in. */
  postStatus(status: PortalReceipt['status'], csrfToken: string): Promise<ApiResult>
  /** Ends the session of the buyer who is signed in. */
  signOut(csrfToken: string): Promise<ApiResult>
  /** Says that an attempt has ended because the page is left. */
  leave(failureCode: string): void
}

/** The calls of the payment page about its receipt. */
export function createPortalApi(
  { receipt, query }: Pick<PortalView, 'receipt' | 'query'>,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
  pause: () => Promise<unknown> = () => new Promise((resolve) => setTimeout(resolve, 1_000)),
): PortalApi {
  const { receiptId, portalToken } = receipt
  const own = (path: string) => `/api/portal/${encodeURIComponent(receiptId)}${path}${query}`
  const call = (one: Call) =>
    callService(fetch, { ...one, headers: { ...one.headers, 'x-portal-token': portalToken } })
  const post = async (one: Call) => toResult(await call(one))
  // It is when a page is left, or opened and left at once, that this is worth knowing.
  const progress = (body: object) => call({ path: own('/progress'), body, keepalive: true })

  return {
    load: async () => {
      const answer = await call({ path: own('') })
      if (!answer.ok) throw new Error(answer.message)
      return answer.body as PortalReceipt
    },
    report: async (status, failureCode) => {
      await progress({ status, failureCode })
    },
    announce: (txHash) => post({ path: own('/tx'), body: { txHash } }),
    authorize: async (body) => {
      const answer = await insist(() => call({ path: own('/authorize'), body }), pause)
      if (!answer.ok) return { ok: false, code: answer.code, isUnknown: isUnknown(answer) }
      const { txHash } = answer.body
      return { ok: true, txHash: typeof txHash === 'string' ? txHash : null }
    },
    play: (scenario, token) =>
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
      void progress({ status: 'failed', failureCode })
    },
  }
}

function toResult(answer: Answer): ApiResult {
  const { ok } = answer
  return ok ? { ok } : { ok, status: answer.status, message: answer.message }
}

const tries = 3

async function insist(ask: () => Promise<Answer>, pause: () => Promise<unknown>): Promise<Answer> {
  let answer = await ask()
  for (let at = 1; at < tries && isUnknown(answer); at += 1) {
    await pause()
    answer = await ask()
  }
  return answer
}

/** Nobody answered, or without knowing: it may have been done all the same. */
function isUnknown(answer: Answer): boolean {
  if (answer.ok || answer.code === 'chain_unavailable') return false
  return answer.status === 0 || answer.status >= 500
}
