import { setTimeout as sleep } from 'node:timers/promises'
import { redact, redactText } from '../../lib/redact.js'
import type { UnixMs } from '../../lib/time.js'
import type { Config } from '../config/config.js'
import { newId } from '../ids.js'
import type { Logger } from '../log.js'
import { deliveryHeaders } from '../outbound/delivery-headers.js'
import { createPoster, type Poster } from '../outbound/post.js'
import { createResolveHost } from '../outbound/resolve-host.js'
import { signBody } from '../outbound/sign-body.js'
import type { AlertName } from './alert-names.js'

export type AlertNotice = {
  name: AlertName
  key: string | null
  status: 'firing' | 'resolved'
  message: string
  details: Record<string, unknown>
  at: UnixMs
}

export type AlertPoster = {
  /** Posts a notice in the background. Never throws. */
  post(notice: AlertNotice): void
  close(): Promise<void>
}

type AlertPosterOptions = {
  config: Pick<Config, 'alertWebhookUrl' | 'alertWebhookSecret' | 'serviceName'>
  log: Logger
  deadlineMs?: number
  retryAfterMs?: number
  /** How long `close` waits for pending posts. */
  graceMs?: number
}

/** Posts in flight and waiting. */
const maxPosts = 20
const kind = 'alert'

/**
 * Creates the sender of alerts, which does nothing without `ALERT_WEBHOOK_URL`. It sends one post
 * at a time, so that `resolved` never overtakes `firing`.
 */
export function createAlertPoster(options: AlertPosterOptions): AlertPoster {
  const { config, log, deadlineMs = 5_000, retryAfterMs = 5_000, graceMs = 2_000 } = options
  const { alertWebhookUrl: url, alertWebhookSecret: secret, serviceName } = config
  if (url === undefined || secret === undefined) return { post() {}, close: async () => {} }

  const target = { url, secret, serviceName }
  const stopping = new AbortController()
  // The operator chose the URL, so http and private networks are allowed, as in sandbox mode.
  const resolveHost = createResolveHost('sandbox')
  const poster = createPoster({ mode: 'sandbox', resolveHost, deadlineMs, maxSocketsPerHost: 1 })
  let last = Promise.resolve()
  let count = 0
  let isClosed = false

  async function send(notice: AlertNotice): Promise<void> {
    if (isClosed) return
    const { name: alert, status } = notice
    const outcome = await sendTwice(createPost(target, notice))
    if (outcome) log.warn({ alert, status, ...outcome }, 'alert could not be posted')
  }

  /** Returns why both attempts failed, or null. */
  async function sendTwice(post: ReturnType<typeof createPost>) {
    for (const attempt of [1, 2]) {
      const { httpStatus, error } = await poster.post(post(attempt))
      if (error === null) return null
      if (attempt === 2 || stopping.signal.aborted) return { httpStatus, error }
      await sleep(retryAfterMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    }
    return null
  }

  return {
    post(notice) {
      const { name: alert, status } = notice
      if (stopping.signal.aborted) return
      // Always send a resolution: without it the incident would stay open at the receiver.
      if (count >= maxPosts && status === 'firing') {
        log.warn({ alert, status }, 'alert not posted: too many posts are waiting')
        return
      }
      count += 1
      last = last
        .then(() => send(notice))
        .catch((error) => log.warn({ err: error, alert, status }, 'alert could not be posted'))
        .finally(() => {
          count -= 1
        })
    },
    async close() {
      stopping.abort()
      await Promise.race([last, sleep(graceMs, undefined, { ref: false })])
      isClosed = true
      poster.close()
    },
  }
}

/** Signs a notice once; every attempt carries the same id and bytes. */
function createPost(
  { url, secret, serviceName }: { url: string; secret: string; serviceName: string },
  notice: AlertNotice,
): (attempt: number) => Parameters<Poster['post']>[0] {
  const { name, key, status, message, details, at } = notice
  const id = newId('alrt')
  const fields = { event: kind, name, key, status, message, details, service: serviceName, at }
  const body = redactText(JSON.stringify(redact(fields)))
  const signatures = signBody({ id, body, signedAt: at }, [secret])
  const delivery = { id, eventId: id, kind, happenedAt: at, signedAt: at, signatures }
  return (attempt) => ({ url, body, headers: deliveryHeaders(delivery, { serviceName, attempt }) })
}
