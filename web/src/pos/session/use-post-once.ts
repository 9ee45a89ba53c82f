import { useRef, useState } from 'preact/hooks'
import { newKey } from '../register/use-sale.js'
import type { Outcome, PosApi } from './pos-api.js'

export type PostOnce<Body> = {
  isBusy: boolean
  /** Whether a request was sent that has no response. Only that one is sent again. */
  isUnanswered: boolean
  /** Returns null while a request is on its way. */
  post(body: object): Promise<Outcome<Body> | null>
}

/** Posts a request once, however often its button is pressed. */
export function usePostOnce<Body>(api: PosApi, path: string): PostOnce<Body> {
  const pending = useRef<{ body: object; key: string } | null>(null)
  const isSending = useRef(false)
  const [state, setState] = useState({ isBusy: false, isUnanswered: false })
  return {
    ...state,
    async post(body) {
      if (isSending.current) return null
      isSending.current = true
      const attempt = pending.current ?? { body, key: newKey() }
      setState({ isBusy: true, isUnanswered: false })
      const headers = { 'idempotency-key': attempt.key }
      const outcome = await api.post<Body>(path, attempt.body, headers)
      const isUnanswered = !outcome.ok && (outcome.status === 0 || outcome.status >= 500)
      pending.current = isUnanswered ? attempt : null
      isSending.current = false
      setState({ isBusy: false, isUnanswered })
      return outcome
    },
  }
}
